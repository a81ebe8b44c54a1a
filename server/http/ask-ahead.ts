import type { Ahead } from '../area.ts';
import { readFacts, toFacts, type Facts, type Shown } from '../auth/sessions.ts';
import type { Db } from '../db/db.ts';
import type { Asked } from './envelope.ts';

/** How something ended that is asked about later. */
export type Settled<T> = { value: T } | { error: unknown };

export const settled = async <T>(work: Promise<T>): Promise<Settled<T>> => {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
};

/** Ms in which an input has come with its call. Whoever lets it wait is asked about first, as in any other call. */
const soon = 50;

/** Undefined where it takes longer. */
const within = async <T>(ms: number, work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

interface Asking {
  ask: Ahead<unknown>;
  reading: Promise<Settled<unknown>>;
  shown: Shown;
  asked: Asked;
  locale: 'ru' | 'en';
  db: Db;
}

/** A call that asks what it is decided by: together with who asks, where its input is there by then and is right. */
export const askAhead = ({ ask, reading, shown, asked, locale, db }: Asking) => {
  let found: { ahead: unknown } | undefined;
  const about = async (input: unknown) => {
    // A page that believes in nobody holds nothing; one that believes in another account is refused.
    const held = asked.account === undefined ? 0 : asked.rev;
    const { row, ahead } = await ask(db, { ...shown, held }, input as never);
    found = { ahead };
    return row;
  };
  const input = async (): Promise<unknown> => {
    const read = await reading;
    if ('error' in read) throw read.error;
    return read.value;
  };
  return {
    /** Who asks. */
    async first(): Promise<Facts> {
      const read = await within(soon, reading);
      if (read === undefined || 'error' in read) return await readFacts(db, shown, locale);
      return toFacts(await about(read.value), locale);
    },
    /** @throws what is wrong with it. */
    input,
    /** What the answer is decided by. */
    async found(): Promise<unknown> {
      if (found === undefined) await about(await input());
      return found?.ahead;
    },
  };
};
