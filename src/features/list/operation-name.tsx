import type { Fact, Operation } from '../../../contract/operation.ts';
import { isPair, wordsOf } from '../../../machines/operation/operation.words.ts';
import { useWords } from '../../i18n/words.ts';
import { VisuallyHidden } from '../../ui/layout.tsx';
import css from './list.module.css';

/** With whom, where, by what or for what, whichever an operation tells. */
const telling: readonly string[] = ['merchant', 'card', 'recipient', 'from', 'method', 'bonus'];

/** A masked name may be that of several people: what was typed for it tells them apart, and an address is the name itself. */
const whomOf = (facts: readonly Fact[]): string | undefined => {
  const name = facts.find(({ label }) => telling.includes(label))?.text;
  const typed = facts.find(({ label }) => label === 'typed')?.text;
  if (name === undefined || typed === undefined) return name;
  return typed.includes('@') ? typed : `${name} · ${typed}`;
};

/** What an operation is called in a list: its pair, or its kind and with whom. */
export function OperationName({ operation }: { operation: Operation }) {
  const { t } = useWords();
  const { give_currency, get_currency, facts = [] } = operation;
  if (isPair(operation))
    return (
      <strong>
        {give_currency.code}
        <span aria-hidden="true"> → </span>
        <VisuallyHidden> {t('exchanges.to')} </VisuallyHidden>
        {get_currency.code}
      </strong>
    );
  const whom = whomOf(facts);
  return (
    <>
      <strong>{t(wordsOf.name(operation))}</strong>
      {whom && <span className={css['small']}>{whom}</span>}
    </>
  );
}
