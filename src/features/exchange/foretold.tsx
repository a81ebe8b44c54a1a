import { memo } from 'react';
import { shownPreview } from '../../../machines/flows/exchange/form.context.ts';
import { formatRate } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Facts } from '../../ui/facts.tsx';
import { feeFact } from '../amount/fee-fact.tsx';
import { Renew } from '../amount/renew.tsx';
import type { FormActor, FormSnapshot } from './form.view.tsx';
import css from './exchange.module.css';

interface ForetoldProps {
  actor: FormActor;
  snapshot: FormSnapshot;
}

/** What the exchange will be made of, by this page's own reckoning: behind ≈, until the check says it exactly. */
export const Foretold = memo(function Foretold({ actor, snapshot }: ForetoldProps) {
  const words = useWords();
  const { t, locale } = words;
  const { form } = snapshot.context;
  if (!form) return null;
  const { src, dst, rate, reserve } = form;
  const isStale = snapshot.can({ type: 'user.retried' });
  return (
    <div className={css['foretold']}>
      <Facts
        facts={[
          {
            key: 'rate',
            name: t('exchange.rate'),
            value: t('ui.rate.about', { from: src.code, rate: formatRate(rate, locale), to: dst.code }),
          },
          feeFact(form, shownPreview(snapshot.context), words),
          {
            key: 'reserve',
            name: t('exchange.reserve'),
            value: <Amount amount={reserve} currency={dst.code} scale={dst.scale} />,
          },
        ]}
      />
      <p tabIndex={-1} className={css['fresh']} data-stale={isStale || undefined}>
        {t(isStale ? 'exchange.rate.stale' : 'exchange.rate.fresh')}
        {isStale && <Renew actor={actor}>{t('exchange.rate.refresh')}</Renew>}
      </p>
    </div>
  );
});
