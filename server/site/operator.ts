import { onceEach, OperatorError, type Office } from '../office.ts';
import { changeSite, siteChange } from './change.ts';

const usage = `site show
site set <name>=<value> …
  auth_type=password|passwordless     how people sign in
  site_blocked=true|false             whether the page is closed to everybody
  sign_in_redirect=/path|none         where a page is sent after a sign-in`;

/** As they are typed, for what is no text. */
const spelled: Readonly<Record<string, boolean | null>> = { true: true, false: false, none: null };

/** `site_blocked=true` → its name and its value. */
const settingOf = (word: string): [string, string | boolean | null] => {
  const at = word.indexOf('=');
  if (at < 1) throw new OperatorError(`${word} is no <name>=<value>\n${usage}`);
  const value = word.slice(at + 1);
  return [word.slice(0, at), Object.hasOwn(spelled, value) ? (spelled[value] ?? null) : value];
};

/** What an operator types behind `npm run operator -- site`. @throws OperatorError */
export const operateSite = async ({ db, say, whyNowhere }: Office, [what, ...words]: string[]): Promise<void> => {
  if (what === 'show' ? words.length > 0 : what !== 'set' || words.length === 0) throw new OperatorError(usage);
  const asked = siteChange.safeParse(Object.fromEntries(onceEach(words.map(settingOf))));
  if (!asked.success) {
    const wrong = asked.error.issues.map(({ path, message }) => [...path, message].join(': '));
    throw new OperatorError([...wrong, usage].join('\n'));
  }
  const { sign_in_redirect: path } = asked.data;
  const why = typeof path === 'string' ? await whyNowhere?.(path) : undefined;
  if (why !== undefined) throw new OperatorError(`sign_in_redirect: ${why}`);
  for (const [name, value] of Object.entries(await changeSite(db, asked.data))) say(`${name}=${value ?? 'none'}`);
};
