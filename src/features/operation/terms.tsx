import type { Operation } from '../../../contract/operation.ts';
import { hasRate, isCharged, isFree, isUndone } from '../../../machines/operation/operation.words.ts';
import { formatRate } from '../../i18n/amount.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { scaleIn } from './scales.ts';

/** One unit of what is given, in what is got: every digit, because this is what was agreed. */
export function Rate({ terms }: Pick<Operation, 'terms'>) {
  const { t, locale } = useWords();
  const { give, get, rate } = terms;
  return (
    <>
      {t('operation.rate_value', {
        from: give.currency,
        rate: formatRate(rate, locale, { exact: true }),
        to: get.currency,
      })}
    </>
  );
}

/** The lines below the pair: the same ones in the review and on the receipt, so that the eye compares. */
export function Terms({ operation }: { operation: Operation }) {
  const { t, locale } = useWords();
  const { fee } = operation.terms;
  const facts: Fact[] = [
    // Of several wallets, each has a fee of its own, in its own currency.
    ...(operation.lines || isFree(operation)
      ? []
      : isCharged(operation)
        ? [{ key: 'fee', name: t('operation.fee'), value: <Amount {...fee} scale={scaleIn(operation, fee)} /> }]
        : [
            {
              key: 'fee',
              name: t('operation.fee.plain'),
              value: t(`operation.fee.${isUndone(operation) ? 'not_taken' : 'none'}`),
            },
          ]),
    ...(hasRate(operation)
      ? [{ key: 'rate', name: t('operation.rate'), value: <Rate terms={operation.terms} /> }]
      : []),
    { key: 'created', name: t('operation.created'), value: formatDateTime(operation.created_at, locale) },
    { key: 'number', name: t('operation.number'), value: operation.id },
  ];
  return <Facts facts={facts} />;
}
