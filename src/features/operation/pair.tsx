import ArrowDown from 'lucide-react/icons/arrow-down';
import type { Currency, Money } from '../../../contract/money.ts';
import type { Operation } from '../../../contract/operation.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { CurrencyMark } from '../../ui/currency-mark.tsx';
import css from './operation.module.css';

/** What became of the money: it has yet to move, it arrived, it came back, it never left. */
export type Fate = 'ahead' | 'arrived' | 'returned' | 'stayed';

const names: Record<Fate, { give: string; get: string }> = {
  ahead: { give: 'operation.give', get: 'operation.get' },
  arrived: { give: 'ui.pair.gave', get: 'ui.pair.got' },
  returned: { give: 'ui.pair.returned', get: 'ui.pair.not_got' },
  stayed: { give: 'ui.pair.stayed', get: 'ui.pair.not_got' },
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

/** Both sides of an exchange. The largest is the amount that the person has at the end. */
export function Pair({ operation, fate = 'ahead' }: { operation: Operation; fate?: Fate }) {
  const { t } = useWords();
  const { terms, give_currency, get_currency } = operation;
  const moves = fate === 'ahead' || fate === 'arrived';
  return (
    <div className={css['pair']}>
      <Side name={t(names[fate].give)} money={terms.give} currency={give_currency} weight={moves ? 'title' : 'large'} />
      <span className={css['way']} aria-hidden="true">
        <ArrowDown size={20} />
      </span>
      <Side name={t(names[fate].get)} money={terms.get} currency={get_currency} weight={moves ? 'large' : 'struck'} />
    </div>
  );
}
