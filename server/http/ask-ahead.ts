import type { Ahead } from '../area.ts';
import { readFacts, toFacts, type Facts, type Shown } from '../auth/sessions.ts';
import type { Db } from '../db/db.ts';
import { within } from '../within.ts';
import type { Asked } from './envelope.ts';

/** Ms in which an input has come with its call. Whoever lets it wait is asked about first, as in any other call. */
const soon = 50;

interface Asking {
  ask: Ahead<unknown>;
  /** Of the call, while it comes. */
  input: Promise<unknown>;
  shown: Shown;
  asked: Asked;
  locale: 'ru' | 'en';
  db: Db;
}

/** A call that asks what it is decided by: together with who asks, where its input is there by then and is right. */
export const askAhead = ({ ask, input, shown, asked, locale, db }: Asking) => {
  // What is wrong with it is told to whoever asks for it.
  const ready = input.then(
    (value) => ({ value }),
    () => undefined,
  );
  let found: { ahead: unknown } | undefined;
  const about = async (of: unknown) => {
    // A page that believes in nobody holds nothing; one that believes in another account is refused.
    const held = asked.account === undefined ? 0 : asked.rev;
    const { row, ahead } = await ask(db, { ...shown, held }, of as never);
    found = { ahead };
    return row;
  };
  return {
    input,
    /** Who asks. */
    async first(): Promise<Facts> {
      const read = await within(soon, ready);
      return read === undefined ? await readFacts(db, shown, locale) : toFacts(await about(read.value), locale);
    },
    /** What the answer is decided by. */
    async found(): Promise<unknown> {
      if (found === undefined) await about(await input);
      return found?.ahead;
    },
  };
};
