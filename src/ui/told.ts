import type { Trouble } from '../../machines/form/trouble.ts';
import { tellTrouble } from '../i18n/trouble.ts';
import { useWords } from '../i18n/words.ts';
import { useConcealed } from './concealed.ts';

/** Tells what went wrong where money is shown: what the person has is masked while balances are hidden. */
export function useTold(): (trouble: Trouble) => string {
  const { t, locale } = useWords();
  const concealed = useConcealed();
  return (trouble) => tellTrouble(trouble, t, locale, concealed);
}
