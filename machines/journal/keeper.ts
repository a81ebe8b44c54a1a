import type { HouseEvent } from '../root/events.ts';
import type { Ends } from '../../contract/journal/file.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { bounds, type Batch, type JournalStore, type KeptSession } from './kept.ts';
import { withoutOthers } from './others.ts';
import { createRing } from './ring.ts';

interface Means {
  store: JournalStore;
  /** By this every entry is written. */
  mask: (entry: Entry) => Entry;
  /** The clock of the entries, ms. */
  now: () => number;
  newId: () => string;
  /** Runs when the page is quiet, at the earliest after `pause` ms. */
  later: (run: () => void, pause: number) => void;
  ends: () => Ends;
  /** Of the application. */
  version: string;
  /** Whether the person wants a journal at all. */
  isWanted: () => boolean;
  /** What was heard before, its start first; `isWhole`: all of it. */
  early: readonly Entry[];
  isWhole: boolean;
}

export interface Recorded {
  /** As the store was told of it last; null where it keeps nothing of this page. */
  session: KeptSession | null;
  account: string | null;
  start: Entry | undefined;
  /** The latest batches, at most `bounds.inMemory` entries. */
  latest: readonly Batch[];
  /** Nothing is missing between the start and the end of `latest`. */
  whole: boolean;
  ends: Ends;
}

/** Why nobody is here; after `other account` the next one comes at once. */
export type Leaving = Extract<HouseEvent, { type: 'house.signed out' }>['why'];

export interface Keeper {
  append(entry: Entry): void;
  /** Masks what was heard and gives it to the store. `isLast`: perhaps there is no other time, so where everybody stands too. */
  flush(isLast?: boolean): void;
  /** Somebody is signed in. What was another person's goes, what was a visitor's on this page becomes theirs. */
  own(account: string): void;
  /**
   * Nobody is here: nothing of who was stays, and the store gets nothing until somebody signs in. A page that began as
   * a visitor's (`visitor`) keeps what is its own.
   */
  leave(why: Leaving): void;
  /**
   * By the person's own setting. Turned off, everything goes; where they did so in another tab (`isElsewhere`) only what this page
   * keeps, for that tab has seen to the rest, and may have begun anew since.
   */
  turn(isOn: boolean, isElsewhere?: boolean): void;
  /** Everything goes, of this page and of earlier ones; what happens from now on is kept. False where the store did not let go of it yet. */
  dropAll(): Promise<boolean>;
  /** All that was heard by now. */
  recorded(): Recorded;
}

/** A page as it begins where everything before is forgotten: nobody is here, and nothing is remembered. */
function anew(start: Entry | undefined, t: number): Entry | undefined {
  if (start?.k !== 'start') return undefined;
  const { locale, product } = Object(start.input) as Record<string, unknown>;
  return { ...start, t, input: { path: '/', locale, at: t, product, memory: {} } };
}

/** Masked, as the JSON of an array, as far as it may go on; `read` of them. An entry that cannot be written is left out. */
function encode(mask: Means['mask'], entries: readonly Entry[], mayGoOn: () => boolean) {
  const texts: string[] = [];
  let read = 0;
  for (const entry of entries) {
    if (read > 0 && !mayGoOn()) break;
    read += 1;
    try {
      texts.push(JSON.stringify(mask(entry)));
    } catch {
      // What is missing is told by the count.
    }
  }
  return { text: `[${texts.join(',')}]`, count: texts.length, read };
}

const always = () => true;

const memory = (from = 1) => createRing<Batch & { size: number }>(bounds.inMemory, bounds.sizeInMemory, from);

/**
 * Keeps the journal of this page. `append` only notes an entry; it is masked and written when the page is quiet. Memory
 * holds the latest of it whatever becomes of the store, and is what the store is given when it begins.
 */
export function createKeeper(means: Means): Keeper {
  const { store, now } = means;
  let isOn = means.isWanted();
  let { isWhole } = means;
  let account: string | null = null;
  let [start, ...heard] = means.early as [Entry | undefined, ...Entry[]];
  start = start && {
    ...means.mask(start),
    ...(start.k === 'start' && { version: means.version }),
  };
  const startNow = () => start && withoutOthers(start, account);
  let latest = memory();
  let session: KeptSession | null = null;
  let stored = createRing(bounds.entries, bounds.size);
  let mayBegin = isOn;
  let isWaiting = false;

  const forget = () => {
    [heard, latest, session, isWhole, mayBegin] = [[], memory(), null, false, false];
    start = anew(start, now());
  };

  /** What has to go and, as far as is known, is still there. */
  let owed: ((other: KeptSession) => boolean)[] = [];
  /** Never takes the session that is being written: it began after whatever had to go. */
  const wipe = async (): Promise<boolean> => {
    const tried = owed;
    if (tried.length === 0) return true;
    const isDone = await store.drop((other) => other.id !== session?.id && tried.some((isDue) => isDue(other)));
    if (isDone) owed = owed.filter((each) => !tried.includes(each));
    return isDone;
  };
  const drop = (isDue: (other: KeptSession) => boolean): Promise<boolean> => {
    owed = [...owed, isDue];
    return wipe();
  };
  if (!isOn) {
    forget();
    void drop(() => true);
  }

  /** Masks what was heard, one entry at least; gives the new batches. */
  const take = (mayGoOn = always): Batch[] => {
    const batches: Batch[] = [];
    let at = 0;
    while (at < heard.length && (at === 0 || mayGoOn())) {
      const { text, count, read } = encode(means.mask, heard.slice(at, at + bounds.batch), mayGoOn);
      if (count < read) isWhole = false;
      const batch = { from: latest.next(), count, text, size: text.length };
      latest.add(batch);
      batches.push(batch);
      at += read;
    }
    heard = heard.slice(at);
    return batches;
  };

  const tell = (batches: readonly Batch[], isFresh = false, ends: Ends = {}) => {
    if (!session) return;
    for (const { from, count, text } of batches) stored.add({ from, count, size: text.length });
    const [from, next, size] = [stored.from(), stored.next(), stored.size()];
    const told = { ...session, account, at: now(), from, next, size, whole: isWhole && from === 1, ends };
    session = told;
    void store.write(told, batches, isFresh).then((isKept) => {
      if (isKept || session?.id !== told.id) return;
      [session, mayBegin] = [null, false];
    });
  };

  const begin = (ends: Ends = {}) => {
    if (!isOn || !start || !means.isWanted()) return;
    const at = now();
    stored = createRing(bounds.entries, bounds.size, latest.from());
    session = {
      ...{ id: means.newId(), account, began: at, at, version: means.version, start: JSON.stringify(startNow()) },
      ...{ from: latest.from(), next: latest.from(), size: 0, whole: false, ends: {} },
    };
    tell([...latest.runs()], true, ends);
  };

  const write = (batches: readonly Batch[], isLast = false) => {
    void wipe();
    if (session && (isLast || batches.length > 0)) tell(batches, false, isLast ? means.ends() : {});
    else if (!session && mayBegin) begin(isLast ? means.ends() : {});
  };

  /** A long answer takes long to mask: nobody who scrolls or types meanwhile waits for more than one. */
  const writeLater = (pause: number) =>
    means.later(() => {
      const until = now() + bounds.slice;
      write(take(() => now() < until));
      isWaiting = heard.length > 0;
      if (isWaiting) writeLater(0);
    }, pause);

  const keeper: Keeper = {
    append(entry) {
      if (!isOn) return;
      heard.push(entry);
      if (heard.length >= bounds.inMemory) keeper.flush();
      if (isWaiting) return;
      isWaiting = true;
      writeLater(bounds.pause);
    },

    flush: (isLast = false) => write(take(), isLast),

    own(next) {
      if (account === next && session) return;
      if (account !== null && account !== next) forget();
      [account, mayBegin] = [next, true];
      const batches = take();
      void drop((other) => !isOn || other.account !== next);
      if (!session) return void begin();
      // What it remembers of this person is theirs by now.
      if (start) session = { ...session, start: JSON.stringify(startNow()) };
      tell(batches);
    },

    leave(why) {
      const was = account;
      if (was !== null || why !== 'visitor') forget();
      account = null;
      // Whoever comes at once drops the rest, and has sessions of their own.
      if (why === 'other account') void drop((other) => other.account === was);
      else void drop((other) => why !== 'visitor' || other.account !== null);
    },

    turn(isWanted, isElsewhere = false) {
      isOn = isWanted;
      if (!isOn && isElsewhere) forget();
      else if (!isOn) void keeper.dropAll();
      mayBegin = isOn;
    },

    dropAll() {
      forget();
      mayBegin = isOn;
      return drop(() => true);
    },

    recorded() {
      keeper.flush();
      const whole = isWhole && latest.from() === 1;
      return { session, account, start: startNow(), latest: [...latest.runs()], whole, ends: means.ends() };
    },
  };
  return keeper;
}
