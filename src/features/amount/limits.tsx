import type { DayLeft } from '../../../contract/payment.ts';
import type { Side } from '../../../machines/form/amount.ts';
import { limitScale } from '../../../machines/form/limit-scale.ts';
import { boundOf, currencyOf, limitsOf, type Pair } from '../../../machines/form/quote.ts';
import { formatAmount, formatMoney } from '../../i18n/amount.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';

/** What helps where the day's limit is in the way: when it lets through again, and whether it can be raised. */
export function DayWay({ today }: { today: DayLeft }) {
  const { t, locale } = useWords();
  return (
    <>
      {today.again_at !== undefined && ` ${t('amount.today.again', { when: formatDateTime(today.again_at, locale) })}`}
      {today.verification && (
        <>
          {' '}
          <a href="/settings/verification">{t('amount.today.verify')}</a>
        </>
      )}
    </>
  );
}

/** The least and the most of a side, and what the most is because of; the way on stands at what is given alone. */
export function Limits({ pair, side }: { pair: Pair; side: Side }) {
  const { t, locale } = useWords();
  const bound = boundOf(pair, side);
  if (bound === 'used up' && side === 'get') return null;
  const { minimum, maximum } = limitsOf(pair, side);
  const scale = limitScale(currencyOf(pair, side));
  const limits = {
    minimum: formatAmount(minimum.amount, scale, locale),
    maximum: formatMoney(maximum, scale, locale),
  };
  return (
    <>
      {bound === 'used up' ? t('amount.today.none') : t(bound === 'today' ? 'amount.today' : 'exchange.limits', limits)}
      {pair.today && side === 'give' && <DayWay today={pair.today} />}
    </>
  );
}
