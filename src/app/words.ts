import type { MessagePart } from '../../contract/calls/page.ts';
import type { LocaleCode } from '../../contract/entities.ts';
import type { FlowName } from '../../machines/root/flows.ts';
import { addMessages, changeLanguage, startI18n, type Messages } from '../i18n/i18n.ts';
import { chosenMeanwhile, markLanguage, rememberLanguage, shownLanguage } from '../platform/language.ts';
import { portError } from '../platform/port-error.ts';
import { loadMessages } from '../transport/load-messages.ts';
import { partFor } from './part-for.ts';

/** Messages that were loaded and are not on the screen yet; one language at a time is kept. */
let waiting: { locale: LocaleCode; messages: Messages } | undefined;

/** Resolves when the first messages of the visit are there. */
let started: Promise<unknown> | undefined;
/** There is something to change from now on. */
let begun: Promise<unknown> | undefined;
const begin = (locale: LocaleCode, messages: Messages): Promise<unknown> => (begun ??= startI18n(locale, messages));
/** Another language was put on the screen before the first one came: that one is wanted no more. */
const instead = Promise.withResolvers<unknown>();
/** What is there of the language on the screen. */
let there: MessagePart | 'all' = 'page';
/** The rest of it, on its way or there. */
let rest: Promise<void> | undefined;

/** The first language of a visit: remembered, so that the server answers in it from the first call on. Once its words are there, nothing begins anew. */
export const startWords = (locale: LocaleCode, part: Exclude<MessagePart, 'rest'>): Promise<unknown> => {
  if (begun) return begun;
  if (!chosenMeanwhile()) rememberLanguage(locale);
  markLanguage(locale);
  there = part;
  const coming = loadMessages(locale, part).then((messages) => begin(locale, messages));
  return (started = Promise.race([coming, instead.promise]));
};

const isThere = (part: MessagePart): boolean => there === 'all' || part === 'page' || part === there;

const loadRest = async (): Promise<void> => {
  const locale = shownLanguage();
  const [messages] = await Promise.all([loadMessages(locale, 'rest'), started]);
  // Another language comes whole.
  if (shownLanguage() === locale) addMessages(locale, messages);
  there = 'all';
};

/** What this flow says is there. Rejects where it does not come; whoever asks again tries again. */
export const loadWords = (flow: FlowName): Promise<void> => {
  if (isThere(partFor(flow))) return Promise.resolve();
  const coming = (rest ??= loadRest());
  return coming.catch((error: unknown) => {
    rest = undefined;
    throw error;
  });
};

/** Fetches a whole language and keeps it until `showLanguage` puts it on the screen; one that comes too late is not kept. */
export const loadLanguage = async (
  { locale }: { locale: LocaleCode },
  signal: AbortSignal,
): Promise<{ locale: LocaleCode }> => {
  try {
    const messages = await loadMessages(locale);
    if (!signal.aborted) waiting = { locale, messages };
    return { locale };
  } catch (error) {
    throw portError('language_not_loaded', error);
  }
};

export const showLanguage = ({ locale }: { locale: LocaleCode }): void => {
  rememberLanguage(locale);
  markLanguage(locale);
  if (waiting?.locale === locale) {
    if (begun) void changeLanguage(locale, waiting.messages);
    else instead.resolve(begin(locale, waiting.messages));
    there = 'all';
  }
  waiting = undefined;
};
