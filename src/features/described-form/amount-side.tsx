import type { ExchangeForm } from '../../../contract/calls/exchange.ts';
import { shownPreview, shownProblem } from '../../../machines/described-form/described-form.context.ts';
import { entryText, type Side } from '../../../machines/form/amount.ts';
import { currencyOf, limitScale, limitsOf } from '../../../machines/form/quote.ts';
import { readAmount } from '../../../machines/form/read-amount.ts';
import { decimalSeparator, formatAmount, formatMoney, maskedMoney } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import type { DescribedFormActor, DescribedFormSnapshot } from './described-form.view.tsx';

interface AmountSideProps {
  actor: DescribedFormActor;
  snapshot: DescribedFormSnapshot;
  pair: ExchangeForm;
  side: Side;
}

/** What stands below an amount before anything is wrong: its limits, or how a doubtful number was read. */
function useHelp(pair: ExchangeForm, side: Side, typed: string | null): string {
  const { t, locale } = useWords();
  const currency = currencyOf(pair, side);
  const { code, scale } = currency;
  const read = typed === null ? null : readAmount(typed, scale);
  if (read && 'amount' in read && read.doubtful)
    return t('amount.read_as', { amount: formatMoney({ amount: read.amount, currency: code }, scale, locale) });
  const { minimum, maximum } = limitsOf(pair, side);
  return t('exchange.limits', {
    minimum: formatAmount(minimum.amount, limitScale(currency), locale),
    maximum: formatMoney(maximum, limitScale(currency), locale),
  });
}

/** One side: as typed where it was typed, foretold where it follows. */
export function AmountSide({ actor, snapshot, pair, side }: AmountSideProps) {
  const { t, locale } = useWords();
  const told = useTold();
  const concealed = useConcealed();
  const { context } = snapshot;
  const { entry, kind } = context;
  const { code, scale, logo } = currencyOf(pair, side);
  const isOwn = entry.side === side;
  const preview = shownPreview(context);
  const problem = isOwn ? shownProblem(context, snapshot.hasTag('corrected')) : null;
  const available = side === 'give' ? limitsOf(pair, side).available : undefined;
  const shown = available && (concealed ? maskedMoney(code) : formatMoney(available, scale, locale));
  return (
    <AmountField
      label={t(`operation.${side}.${kind}`)}
      aside={shown && t('exchange.available', { amount: shown })}
      help={useHelp(pair, side, isOwn ? entry.text : null)}
      error={problem ? told(problem) : undefined}
      name={side}
      currency={code}
      logo={logo}
      value={
        isOwn
          ? entryText(entry, decimalSeparator(locale))
          : preview
            ? formatAmount(preview[side].amount, scale, locale)
            : ''
      }
      approximate={!isOwn && preview !== null}
      says="user.amount typed"
      saysFor={side}
      onValue={(value) => actor.send({ type: 'user.amount typed', side, value })}
    />
  );
}
