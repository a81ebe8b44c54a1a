import type { ReactNode } from 'react';
import type { Entry, Side } from '../../../machines/form/amount.ts';
import { limitScale } from '../../../machines/form/limit-scale.ts';
import { boundOf, currencyOf, leavesRest, limitsOf, type Pair } from '../../../machines/form/quote.ts';
import { formatAmount, formatMoney } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';

export interface LimitsProps {
  pair: Pair;
  side: Side;
  entry: Entry;
  dayWay: ReactNode;
}

/** The least and the most of a side, and what the most is because of; the way on stands at what is given alone. */
export function Limits({ pair, side, entry, dayWay }: LimitsProps) {
  const { t, locale } = useWords();
  const bound = boundOf(pair, side);
  if (bound === 'used up' && side === 'get') return null;
  if (leavesRest(pair, side, entry)) return t('exchange.limits.rest');
  const { minimum, maximum } = limitsOf(pair, side);
  const scale = limitScale(currencyOf(pair, side));
  const limits = {
    minimum: formatAmount(minimum.amount, scale, locale),
    maximum: formatMoney(maximum, scale, locale),
  };
  return (
    <>
      {bound === 'used up' ? t('amount.today.none') : t(bound === 'today' ? 'amount.today' : 'exchange.limits', limits)}
      {side === 'give' && dayWay}
    </>
  );
}
