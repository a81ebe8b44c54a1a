import type { Db } from './db.ts';

interface Gathering<One, Answer> {
  /**
   * Questions of one kind that are under way at the same time: what comes meanwhile waits, and goes together. One more
   * begins only beside one that takes long, for whoever holds that up must not hold up the others.
   */
  lanes: number;
  /** Askers of one question. */
  most: number;
  /** Answers in the order of the askers. Each must be able to be asked twice. */
  ask: (db: Db, all: One[]) => Promise<Answer[]>;
}

/** Milliseconds after which a question takes long. */
const patience = 10;

interface Asker<One, Answer> {
  one: One;
  done: (answer: Answer | Promise<Answer>) => void;
  failed: (error: unknown) => void;
}

/** Whether the database refused what it was asked: for somebody else's sake, perhaps. */
const isRefused = (error: unknown): boolean => {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown };
  return severity === 'ERROR' && typeof code === 'string' && !/^(08|57)/.test(code);
};

/**
 * One question to the database for all who ask the same at the same time. Whoever is alone asks at once. Where one of them
 * may be why the others were refused, each asks by itself. Inside a transaction nobody waits for others.
 */
export const gathered = <One, Answer>({
  lanes,
  most,
  ask,
}: Gathering<One, Answer>): ((db: Db, one: One) => Promise<Answer>) => {
  const alone = async (db: Db, one: One): Promise<Answer> => (await ask(db, [one]))[0] as Answer;
  const gather = (db: Db): ((one: One) => Promise<Answer>) => {
    const waiting: Asker<One, Answer>[] = [];
    let open = 0;
    let timer: NodeJS.Timeout | undefined;
    /** Gives out what came of a question. */
    const giveOut = (askers: Asker<One, Answer>[], came: { answers: Answer[] } | { error: unknown }): void => {
      if ('answers' in came) for (const [at, { done }] of askers.entries()) done(came.answers[at] as Answer);
      else if (askers.length > 1 && isRefused(came.error)) for (const { one, done } of askers) done(alone(db, one));
      else for (const { failed } of askers) failed(came.error);
    };
    const askFor = async (askers: Asker<One, Answer>[]): Promise<{ answers: Answer[] } | { error: unknown }> => {
      const all = askers.map(({ one }) => one);
      try {
        return { answers: await ask(db, all) };
      } catch (error) {
        return { error };
      }
    };
    const go = async (): Promise<void> => {
      while (waiting.length > 0) {
        const askers = waiting.splice(0, most);
        const came = await askFor(askers);
        // Those who wait are asked about first: what is made of the answers takes its time.
        if (waiting.length > 0) setImmediate(giveOut, askers, came);
        else giveOut(askers, came);
      }
      open -= 1;
    };
    const begin = (): void => {
      open += 1;
      // After all that has come over the line by now.
      setImmediate(() => void go());
    };
    const beginBeside = (): void => {
      timer = undefined;
      if (waiting.length > 0) begin();
    };
    return (one) =>
      new Promise((done, failed) => {
        waiting.push({ one, done, failed });
        if (open === 0) begin();
        else if (open < lanes) timer ??= setTimeout(beginBeside, patience);
      });
  };
  const ways = new WeakMap<Db, (one: One) => Promise<Answer>>();
  return (db, one) => {
    if (db.isTransaction) return alone(db, one);
    const way = ways.get(db) ?? gather(db);
    ways.set(db, way);
    return way(one);
  };
};
