import type { Ends } from '../../contract/journal/file.ts';

/** What is kept of journals at most; sizes in UTF-16 units of their JSON. */
export const bounds = {
  /** Of all sessions of this browser together. */
  entries: 100_000,
  size: 16 * 1024 * 1024,
  /** Sessions of one account, the one that is being written among them. */
  sessions: 5,
  /** Without a storage. */
  inMemory: 5_000,
  sizeInMemory: 4 * 1024 * 1024,
  /** Entries that are written at once. */
  batch: 500,
  /** Pause before what was heard is written, in ms. */
  pause: 5_000,
  /** How long the page is held up by that at a time, in ms, unless one entry takes longer. */
  slice: 10,
} as const;

/** Entries in a row, as the JSON of an array. The start of a session has the number 0, the entry after it 1. */
export interface Batch {
  from: number;
  count: number;
  text: string;
}

/** A page from its load on, as far as it was kept. */
export interface KeptSession {
  id: string;
  /** Whose it was; null for a visitor. */
  account: string | null;
  /** When the page was loaded and when it was written last, ms of the wall clock. */
  began: number;
  at: number;
  /** Of the application. */
  version: string;
  /** JSON of the entry of the start. */
  start: string;
  /** Numbers of the first entry after the start that is kept, and of the one that comes next. */
  from: number;
  next: number;
  size: number;
  /** Nothing is missing: `from` is 1, and all since was written. */
  whole: boolean;
  ends: Ends;
}

/** Where journals are kept. Nothing rejects: what cannot be kept is not kept. */
export interface JournalStore {
  /**
   * Writes batches and how the session is by now, which drops batches before `from`, and what is beyond the bounds of
   * all sessions. `fresh`: its first. False where it was not written: no room, no storage, or somebody dropped the session.
   */
  write(session: KeptSession, batches: readonly Batch[], fresh: boolean): Promise<boolean>;
  /** False where it was not done: all of them may still be there. */
  drop(isDropped: (session: KeptSession) => boolean): Promise<boolean>;
  /** All sessions, the one that was written last first. */
  sessions(): Promise<KeptSession[]>;
  /** Batches from the one that holds the entry `from` on, as many as hold `count` entries; empty where there are none. */
  read(id: string, from: number, count: number): Promise<Batch[]>;
}

/** Those of `others` that have no room beside `mine`: the oldest of an account go first, then the oldest of all. */
export function withoutRoom(mine: KeptSession, others: readonly KeptSession[]): KeptSession[] {
  let entries = mine.next - mine.from;
  let { size } = mine;
  const ofAccount = new Map([[mine.account, 1]]);
  return others
    .toSorted((one, other) => other.at - one.at)
    .filter((each) => {
      const count = (ofAccount.get(each.account) ?? 0) + 1;
      entries += each.next - each.from;
      size += each.size;
      ofAccount.set(each.account, count);
      return count > bounds.sessions || entries > bounds.entries || size > bounds.size;
    });
}
