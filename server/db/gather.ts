import { within } from '../within.ts';
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
  /**
   * The question that is asked before this one of whoever asks this: who is being asked that right now is about to come, and
   * fewer than `enough` wait for them, since each question costs much more than one more asker of it. Nobody waits longer
   * than `patience`, nor for who begins with it later, nor beside another question of this kind.
   */
  after?: { underWay(): Promise<unknown> | undefined };
}

export interface Gathered<One, Answer> {
  (db: Db, one: One): Promise<Answer>;
  /**
   * Resolves when those of whom it is being asked have their answers, or are asked by themselves, and have had the time to
   * ask what comes next; after `patience` at the latest. Undefined: nobody is, or it has taken longer already.
   */
  underWay(): Promise<unknown> | undefined;
}

/** Milliseconds for which those who come next wait for a question. */
const patience = 10;

/**
 * Milliseconds after which a question takes long, and one more begins beside it. One of many askers takes its time, and what
 * goes beside it meets what it holds.
 */
const long = 25;

/** So many askers share the price of a question: they do not begin to wait for more of them. */
const enough = 8;

interface Asker<One, Answer> {
  one: One;
  done: (answer: Answer | Promise<Answer>) => void;
  failed: (error: unknown) => void;
}

type Came<Answer> = { answers: Answer[] } | { error: unknown };

/** Resolves behind all that is ready to be done. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whether the database refused what it was asked: for somebody else's sake, perhaps. */
const isRefused = (error: unknown): boolean => {
  const { severity, code } = (error ?? {}) as { severity?: unknown; code?: unknown };
  return severity === 'ERROR' && typeof code === 'string' && !/^(08|57)/.test(code);
};

/**
 * One question to the database for all who ask the same at the same time. Whoever is alone asks at once, unless somebody is
 * being asked what comes before. Where one of them may be why the others were refused, each asks by itself. Inside a
 * transaction nobody waits for others.
 */
export const gathered = <One, Answer>({ lanes, most, ask, after }: Gathering<One, Answer>): Gathered<One, Answer> => {
  /** Questions of any database, for their first `patience`: each settles a turn after its answers are given out. */
  const underWay = new Set<Promise<unknown>>();
  const alone = async (db: Db, one: One): Promise<Answer> => (await ask(db, [one]))[0] as Answer;
  const gather = (db: Db): ((one: One) => Promise<Answer>) => {
    const waiting: Asker<One, Answer>[] = [];
    let open = 0;
    /** The only one that is open has not been asked yet: it waits for who is about to come, and takes along who comes meanwhile. */
    let isHeld = false;
    let timer: NodeJS.Timeout | undefined;
    /** Gives out what came of a question. */
    const giveOut = (askers: Asker<One, Answer>[], came: Came<Answer>): void => {
      if ('answers' in came) for (const [at, { done }] of askers.entries()) done(came.answers[at] as Answer);
      else if (askers.length > 1 && isRefused(came.error)) for (const { one, done } of askers) done(alone(db, one));
      else for (const { failed } of askers) failed(came.error);
    };
    const askFor = async (askers: Asker<One, Answer>[]): Promise<Came<Answer>> => {
      const all = askers.map(({ one }) => one);
      try {
        return { answers: await ask(db, all) };
      } catch (error) {
        return { error };
      }
    };
    /** Those who wait are asked about first: what is made of the answers takes its time. */
    const giveOutSoon = async (askers: Asker<One, Answer>[], came: Promise<Came<Answer>>): Promise<void> => {
      const what = await came;
      if (waiting.length > 0) await turn();
      giveOut(askers, what);
      await turn();
    };
    const go = async (): Promise<void> => {
      while (waiting.length > 0) {
        const others = open === 1 && waiting.length < enough && after?.underWay();
        if (others) {
          isHeld = true;
          clearTimeout(timer);
          timer = undefined;
          await others;
          isHeld = false;
        }
        const askers = waiting.splice(0, most);
        const came = askFor(askers);
        const given = within(patience, giveOutSoon(askers, came)).finally(() => underWay.delete(given));
        underWay.add(given);
        if (waiting.length > 0) besideSoon();
        await came;
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
    /** Where one that is asked by then takes long. */
    const besideSoon = (): void => {
      if (open < lanes && !isHeld) timer ??= setTimeout(beginBeside, long);
    };
    return (one) =>
      new Promise((done, failed) => {
        waiting.push({ one, done, failed });
        if (open === 0) begin();
        else besideSoon();
      });
  };
  const ways = new WeakMap<Db, (one: One) => Promise<Answer>>();
  const gatheredAsk = (db: Db, one: One): Promise<Answer> => {
    if (db.isTransaction) return alone(db, one);
    const way = ways.get(db) ?? gather(db);
    ways.set(db, way);
    return way(one);
  };
  return Object.assign(gatheredAsk, {
    underWay: () => (underWay.size > 0 ? Promise.all(underWay) : undefined),
  });
};
