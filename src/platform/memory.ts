import { added } from '../../contract/limits.ts';
import { isTypedLongAgo } from './draft-age.ts';
import { store } from './store.ts';

/** Small choices of this device, for the next visit. */
export interface Memory {
  email?: string;
  theme?: 'system' | 'light' | 'dark';
  hidden?: boolean;
  /** Somebody is signed in, as far as the last page knew. */
  here?: boolean;
  /** The account that asked to be signed out, and no page has heard yet what came of it. */
  leaves?: string;
  /** What was typed and not sent is older than anybody comes back for. */
  stale?: boolean;
  /** False: no journal is kept. */
  journal?: boolean;
  /** Short messages stay until they are closed. */
  messages?: boolean;
  /** What was put off of messages that wait; read when the annex comes. */
  offer?: unknown;
  /** Notifications of the browser are wanted. */
  alerts?: boolean;
  /** Where a visitor was going, through sign-in: for a while only. */
  kept?: unknown;
  /** None is awaited any more; all else of it is `letter.ts`. */
  letter?: null;
  /** Accounts that were asked for a password; written one by one, as `asked/{account}`. */
  asked?: string[];
}

const prefix = 'memory/';
const asked = `${prefix}asked/`;

export const keepMemory = ({ key, value }: { key: keyof Memory | `asked/${string}`; value: unknown }): void => {
  if (value === null) store.drop(prefix + key);
  else store.write(prefix + key, key === 'kept' ? { at: Date.now(), value } : value);
};

/** What it is, is for whoever uses it to say: somebody else may have written here. */
const readKept = (): unknown => {
  const { at, value } = Object(store.read(`${prefix}kept`)) as Record<string, unknown>;
  const age = Date.now() - Number(at);
  return age >= 0 && age < added.kept ? value : undefined;
};

export const readMemory = (): Memory => {
  const email = store.read(`${prefix}email`);
  const theme = store.read(`${prefix}theme`);
  const hidden = store.read(`${prefix}hidden`);
  const messages = store.read(`${prefix}messages`);
  const here = store.read(`${prefix}here`);
  const leaves = store.read(`${prefix}leaves`);
  const kept = readKept();
  return {
    ...(typeof email === 'string' && { email }),
    ...((theme === 'system' || theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof hidden === 'boolean' && { hidden }),
    ...(typeof messages === 'boolean' && { messages }),
    ...(here === true && { here }),
    ...(typeof leaves === 'string' && { leaves }),
    ...(isTypedLongAgo() && { stale: true }),
    ...(kept !== undefined && { kept }),
    asked: store.keys().flatMap((key) => (key.startsWith(asked) ? key.slice(asked.length) : [])),
  };
};
