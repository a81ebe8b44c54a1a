import type { JournalFile } from '../../../contract/journal/file.ts';
import type { Session } from '../../../machines/inspector/journal.types.ts';

/** A journal as a file would hold it. */
export type Opened = Omit<JournalFile, 'format' | 'made'>;

/** The journal of this page while it grows. */
export interface LiveJournal {
  /** All of it up to now, and the number that its next entry will have. */
  open(): Promise<Opened & { next: number }>;
  /**
   * What came from that number on, where the machines stand now, and who is here; null when the journal that began at `start` is no
   * more: whoever it was about has gone.
   */
  since(start: number, next: number): Pick<Opened, 'entries' | 'ends' | 'account'> | null;
}

/** Where journals lie: that of this page, and those that the device keeps. */
export interface Shelf {
  live: LiveJournal | null;
  sessions(): Promise<Session[]>;
  /** Another text as soon as what was kept is another person's, or was wiped: then nothing that `read` gave may stay. */
  whose(): string;
  /** @throws when it is not there. */
  read(id: string): Promise<Opened>;
  /** Whether sessions are recorded. */
  isOn(): boolean;
  turn(isOn: boolean): void;
  /** @throws when something may still be there. */
  dropAll(): Promise<void>;
}

/** Of a place that has no page and no storage: a gallery. */
export const emptyShelf: Shelf = {
  live: null,
  sessions: () => Promise.resolve([]),
  whose: () => '',
  read: (id) => Promise.reject(new Error(id)),
  isOn: () => false,
  turn: () => {},
  dropAll: () => Promise.resolve(),
};
