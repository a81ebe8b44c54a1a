import type { ExchangeForm } from '../../../contract/calls/exchange-form.ts';
import { hasRate, shownPreview } from '../../../machines/described-form/described-form.context.ts';
import { formatRate } from '../../i18n/amount.ts';
import { formatMinutes } from '../../i18n/minutes.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { feeFact } from '../amount/fee-fact.tsx';
import { Renew } from '../amount/renew.tsx';
import type { DescribedFormActor, DescribedFormSnapshot } from './described-form.view.tsx';
import css from './described-form.module.css';

interface ForetoldProps {
  actor: DescribedFormActor;
  snapshot: DescribedFormSnapshot;
  pair: ExchangeForm;
}

/** What it will be made of, by this page's own reckoning: behind ≈, until the check says it exactly. */
export function Foretold({ actor, snapshot, pair }: ForetoldProps) {
  const words = useWords();
  const { t, locale } = words;
  const { context } = snapshot;
  const { src, dst, rate } = pair;
  const { reserve, method } = context.form ?? {};
  const isStale = snapshot.can({ type: 'user.retried' });
  const moves = hasRate(context);
  const facts: (Fact | false)[] = [
    method?.network !== undefined && {
      key: 'network',
      name: t('fact.network'),
      value: t(`network.${method.network}`),
    },
    moves && {
      key: 'rate',
      name: t('exchange.rate'),
      value: t('ui.rate.about', { from: src.code, rate: formatRate(rate, locale), to: dst.code }),
    },
    feeFact(pair, shownPreview(context), words),
    method !== undefined && {
      key: 'minutes',
      name: t('payment.takes'),
      value: formatMinutes(method.minutes, locale),
    },
    reserve !== undefined && {
      key: 'reserve',
      name: t('exchange.reserve'),
      value: <Amount amount={reserve} currency={dst.code} scale={dst.scale} />,
    },
  ];
  const fresh = moves ? 'exchange.rate.fresh' : 'payment.terms.fresh';
  const stale = moves ? 'exchange.rate.stale' : 'payment.terms.stale';
  return (
    <div className={css['foretold']}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
      <p tabIndex={-1} className={css['fresh']} data-stale={isStale || undefined}>
        {t(isStale ? stale : fresh)}
        {isStale && <Renew actor={actor}>{t('payment.terms.refresh')}</Renew>}
      </p>
    </div>
  );
}
