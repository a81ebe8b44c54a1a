import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ExchangePair } from '../../../contract/calls/exchange.ts';
import { formatRate } from '../../i18n/amount.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Change } from '../../ui/change.tsx';
import { CurrencyMark } from '../../ui/currency-mark.tsx';
import { VisuallyHidden } from '../../ui/layout.tsx';
import { plainClick } from '../../ui/plain-click.ts';
import { saying } from '../../ui/says.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import type { ExchangesActor } from './exchanges.view.tsx';
import css from './exchanges.module.css';

/** The words over the columns, where there is room for columns. A row says them itself to a reader. */
export function PairRowsHead() {
  const { t } = useWords();
  return (
    <div className={css['head']} aria-hidden="true">
      <span>{t('exchanges.pair')}</span>
      <span className={css['number']}>{t('exchanges.rate')}</span>
      <span className={css['number']}>{t('exchanges.change')}</span>
      <span />
      <span className={css['number']}>{t('exchanges.reserve')}</span>
    </div>
  );
}

/** One pair: a link to its form. */
export function PairRow({ pair, actor }: { pair: ExchangePair; actor: ExchangesActor }) {
  const { t, locale } = useWords();
  const { src, dst } = pair;
  const value = `${src.code}/${dst.code}`;
  return (
    <li className={css['item']}>
      <a
        className={css['row']}
        href={`/exchange/${value}`}
        {...saying({ says: 'user.pair opened', saysValue: value })}
        onClick={(event) => {
          if (!plainClick(event)) return;
          event.preventDefault();
          actor.send({ type: 'user.pair opened', value });
        }}
      >
        <span className={css['pair']}>
          <span className={css['marks']}>
            <CurrencyMark logo={src.logo} size="large" />
            <CurrencyMark logo={dst.logo} size="large" />
          </span>
          <span className={css['names']}>
            <strong>
              {src.code}
              <span aria-hidden="true"> → </span>
              <VisuallyHidden> {t('exchanges.to')} </VisuallyHidden>
              {dst.code}
            </strong>
            <span className={css['small']}>
              {currencyName(src, locale)} → {currencyName(dst, locale)}
            </span>
          </span>
        </span>
        <span className={css['rate']}>
          <VisuallyHidden>{t('exchanges.rate')} </VisuallyHidden>
          {t('operation.rate_value', { from: src.code, rate: formatRate(pair.rate, locale), to: dst.code })}
        </span>
        <span className={css['change']}>
          <VisuallyHidden>{t('exchanges.change')} </VisuallyHidden>
          <Change percent={pair.change_24h} />
        </span>
        <span className={css['line']}>
          <Sparkline values={pair.sparkline} />
        </span>
        <span className={css['reserve']}>
          <span className={css['label']}>{t('exchanges.reserve')} </span>
          <Amount amount={pair.reserve} currency={dst.code} scale={dst.scale} size="small" tone="muted" />
        </span>
        <ChevronRight className={css['chevron']} size={20} aria-hidden="true" />
      </a>
    </li>
  );
}

/** A row that is not there yet, as high as one that is. */
export const PairRowSkeleton = () => (
  <div className={css['item']}>
    <div className={css['row']}>
      <span className={css['pair']}>
        <Skeleton of="mark" />
        <span className={css['names']}>
          <Skeleton width="medium" />
          <Skeleton width="long" />
        </span>
      </span>
    </div>
  </div>
);
