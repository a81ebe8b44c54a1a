import type { Operation } from '../../../contract/operation.ts';
import { placeOf } from '../../../machines/operation/operation.place.ts';
import { isPair, wordsOf } from '../../../machines/operation/operation.words.ts';
import { holdersOf } from '../../../machines/residents/progress/progress.machine.ts';
import { useWords } from '../../i18n/words.ts';
import css from '../progress/progress.module.css';

/** Which operations keep the money of a wallet: a link to each. */
export default function HeldBy({ items, currency }: { items: readonly Operation[]; currency: string }) {
  const { t } = useWords();
  const holders = holdersOf(items, currency);
  if (holders.length === 0) return null;
  return (
    <p className={css['held']}>
      {holders.map((operation) => (
        <a key={operation.id} href={placeOf(operation)}>
          {isPair(operation)
            ? `${operation.give_currency.code} → ${operation.get_currency.code}`
            : t(wordsOf.name(operation))}
        </a>
      ))}
    </p>
  );
}
