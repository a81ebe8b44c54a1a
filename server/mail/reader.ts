import { limits } from '../../contract/limits.ts';
import type { Db } from '../db/db.ts';

type Language = 'ru' | 'en';

/** What an account says of a language: chosen by its person, and that of the page in which they were last let in. */
export interface Spoken {
  locale: Language | null;
  shown_locale: Language | null;
}

/** Whoever has chosen a language is written to in it, whoever has not in the one that they saw last. `unknown`: where neither is known. */
export const languageOfLetters = (
  { locale, shown_locale: shown }: Spoken,
  unknown: Language = limits.defaultLanguage,
): Language => locale ?? shown ?? unknown;

/** Where letters to an account go, and in which language. */
export const readerOf = async (
  db: Db,
  accountId: string,
  unknown?: Language,
): Promise<{ email: string; locale: Language }> => {
  const row = await db
    .selectFrom('accounts')
    .select(['email', 'locale', 'shown_locale'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { email: row.email, locale: languageOfLetters(row, unknown) };
};
