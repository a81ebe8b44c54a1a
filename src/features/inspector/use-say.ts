import type { Words } from '../../../machines/model.ts';
import { useWords } from '../../i18n/words.ts';

/** Says words that a tool carries itself, in the language of the page. */
export function useSay(): (words: Words) => string {
  const { locale } = useWords();
  return (words) => words[locale === 'en' ? 'en' : 'ru'];
}
