import ArrowDown from 'lucide-react/icons/arrow-down';
import type { Currency, Money } from '../../../contract/money.ts';
import type { Operation } from '../../../contract/operation.ts';
import {
  isPaidIn,
  isUncredited,
  isUnconfirmed,
  sidesOf,
  wordsOf,
  type fateOf,
} from '../../../machines/operation/operation.words.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { CurrencyMark } from '../../ui/currency-mark.tsx';
import css from './operation.module.css';

/** What becomes of the money, which may have yet to move. */
export type Fate = 'ahead' | ReturnType<typeof fateOf>;

const namesOf = (operation: Operation, fate: Fate): { give: string; get: string } => {
  if (isUncredited(operation)) return { give: wordsOf.gave(operation), get: `ui.uncredited.${operation.reason}` };
  if (fate === 'ahead') return { give: wordsOf.give(operation), get: wordsOf.get(operation) };
  if (fate === 'arrived') return { give: wordsOf.gave(operation), get: wordsOf.got(operation) };
  // What was to come from outside never was ours: it can neither stay nor come back. It may have been paid.
  if (isPaidIn(operation))
    return { give: isUnconfirmed(operation) ? wordsOf.gave(operation) : 'ui.pair.asked', get: 'ui.pair.not_got' };
  return { give: fate === 'returned' ? 'ui.pair.returned' : 'ui.pair.stayed', get: 'ui.pair.not_got' };
};

interface SideProps {
  name: string;
  money: Money;
  currency: Currency;
  weight: 'large' | 'title' | 'struck';
}

const Side = ({ name, money, currency, weight }: SideProps) => (
  <>
    <CurrencyMark logo={currency.logo} size="large" />
    <p className={css['side']}>
      <span className={css['name']}>{name}</span>
      <Amount
        {...money}
        scale={currency.scale}
        size={weight === 'struck' ? 'title' : weight}
        tone={weight === 'struck' ? 'struck' : 'plain'}
      />
    </p>
  </>
);

/** Both sides of an operation, or the one that says something. The largest is the amount that the person has at the end; what never came is struck. */
export function Pair({ operation, fate = 'ahead' }: { operation: Operation; fate?: Fate }) {
  const { t } = useWords();
  const { terms, give_currency, get_currency } = operation;
  const moves = fate === 'ahead' || fate === 'arrived';
  const names = namesOf(operation, fate);
  const sides = sidesOf(operation);
  const isAlone = sides.length === 1;
  return (
    <div className={css['pair']}>
      {sides.includes('give') && (
        <Side
          name={t(names.give)}
          money={terms.give}
          currency={give_currency}
          weight={moves && !isAlone ? 'title' : 'large'}
        />
      )}
      {!isAlone && (
        <span className={css['way']} aria-hidden="true">
          <ArrowDown size={20} />
        </span>
      )}
      {sides.includes('get') && (
        <Side name={t(names.get)} money={terms.get} currency={get_currency} weight={moves ? 'large' : 'struck'} />
      )}
    </div>
  );
}
