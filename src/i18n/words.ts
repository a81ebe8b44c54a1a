import { useTranslation } from 'react-i18next';

/** A message by its key, with what fills it. */
export type Say = (key: string, params?: Record<string, string | number>) => string;

/** The words of a view: `t` for messages, `locale` for numbers and dates. */
export function useWords(): { t: Say; locale: string } {
  const { t, i18n } = useTranslation();
  // Its own type wants the keys as literals; ours are checked against the message files by a test.
  return { t: t as unknown as Say, locale: i18n.language };
}
