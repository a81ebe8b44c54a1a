import type { ExchangePair } from '../../../contract/calls/exchange.ts';
import { formatRate } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { Change } from '../../ui/change.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import css from './landing.module.css';

/** The first pairs of the list and their day: the market as it is, not a picture of one. */
export function Rates({ pairs }: { pairs: readonly ExchangePair[] }) {
  const { t, locale } = useWords();
  if (pairs.length === 0) return null;
  return (
    <section aria-labelledby="rates">
      <h2 className={css['heading']} id="rates">
        {t('ui.landing.rates')}
      </h2>
      <ul className={css['rates']}>
        {pairs.slice(0, 4).map(({ src, dst, rate, change_24h, sparkline }) => (
          <li key={`${src.code}/${dst.code}`} className={css['rate']}>
            <span className={css['pair']}>
              {src.code} → {dst.code}
              <Change percent={change_24h} />
            </span>
            <span className={css['value']}>{formatRate(rate, locale)}</span>
            <Sparkline values={sparkline} size="wide" />
          </li>
        ))}
      </ul>
    </section>
  );
}
