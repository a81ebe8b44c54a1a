import type { ReactNode } from 'react';
import { entryText, type Entry, type Side } from '../../../machines/form/amount.ts';
import { currencyOf, limitsOf, type Pair, type Preview } from '../../../machines/form/quote.ts';
import { readAmount } from '../../../machines/form/read-amount.ts';
import type { Trouble } from '../../../machines/form/trouble.ts';
import { amountToEdit, decimalSeparator, formatMoney, maskedMoney } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { useTold } from '../../ui/told.ts';
import { Limits, type LimitsProps } from './limits.tsx';

/** What stands below an amount before anything is wrong: its limits, or how a doubtful number was read. */
function useHelp({ pair, side, entry, dayWay }: LimitsProps): ReactNode {
  const { t, locale } = useWords();
  const { code, scale } = currencyOf(pair, side);
  const read = entry.side === side ? readAmount(entry.text, scale) : null;
  if (read && 'amount' in read && read.doubtful)
    return t('amount.read_as', { amount: formatMoney({ amount: read.amount, currency: code }, scale, locale) });
  return <Limits {...{ pair, side, entry, dayWay }} />;
}

interface SideFieldProps {
  label: string;
  pair: Pair;
  side: Side;
  entry: Entry;
  preview: Preview | null;
  /** What is wrong with the amount that was typed. */
  problem: Trouble | null | undefined;
  /** What helps where the day's limit is in the way, in a flow that has one. */
  dayWay?: ReactNode;
  actor: { send: (event: { type: 'user.amount typed'; side: Side; value: string }) => void };
}

/** One side of a pair: as typed where it was typed, foretold where it follows. Where money is missing, the way to more. */
export function SideField({ label, pair, side, entry, preview, problem, dayWay, actor }: SideFieldProps) {
  const { t, locale } = useWords();
  const told = useTold();
  const concealed = useConcealed();
  const { code, scale, logo } = currencyOf(pair, side);
  const isOwn = entry.side === side;
  const wrong = isOwn && problem;
  const available = side === 'give' ? limitsOf(pair, side).available : undefined;
  const shown = available && (concealed ? maskedMoney(code) : formatMoney(available, scale, locale));
  const foretold = preview ? amountToEdit(preview[side].amount, scale, locale) : '';
  return (
    <AmountField
      label={label}
      aside={shown && t('exchange.available', { amount: shown })}
      help={useHelp({ pair, side, entry, dayWay })}
      error={
        wrong ? (
          <>
            {told(wrong)}
            {wrong.code === 'insufficient_funds' && (
              <>
                {' '}
                <a href="/deposit">{t('amount.top_up')}</a>
              </>
            )}
            {wrong.code === 'above_day_maximum' && dayWay}
          </>
        ) : undefined
      }
      name={side}
      currency={code}
      logo={logo}
      value={isOwn ? entryText(entry, decimalSeparator(locale)) : foretold}
      approximate={!isOwn && preview !== null}
      says="user.amount typed"
      saysFor={side}
      onValue={(value) => actor.send({ type: 'user.amount typed', side, value })}
    />
  );
}
