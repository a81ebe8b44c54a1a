import type { Entry } from '../../contract/journal/entry.ts';
import type { Words } from '../model.ts';

/** A recorded session of this device. `made` is when it began, in ms of the wall clock; `account` is null for a visitor's. */
export interface Session {
  id: string;
  made: number;
  account: string | null;
  entries: number;
  whole: boolean;
}

/** What the device keeps, and whether it goes on keeping. */
export interface Kept {
  sessions: Session[];
  recording: boolean;
  /** All should have gone, and could not. */
  notDropped: boolean;
}

/** A journal that is open. */
export interface Book {
  /** `live`, the id of a session, or the name of a file. */
  which: string;
  name: string;
  /** It is the page's own, and grows. */
  live: boolean;
  account: string | null;
  /** Another build of the page wrote it: replayed by this one, it may come out otherwise. */
  otherBuild: boolean;
  /** Nothing was dropped of it. One without its beginning can be read, and not replayed. */
  whole: boolean;
}

/** What is looked for among entries; empty for all. */
export interface Filter {
  text: string;
  kind: Entry['k'] | '';
  /** Path of an actor; those below it count too. */
  actor: string;
}

/** One entry of the list. `number` counts from 1, `since` is `0:07.250` from the start. */
export interface Row {
  number: number;
  since: string;
  kind: Entry['k'];
  to: string;
  words: Words;
}

/** A window over the entries that were found: `rows` begin at the place `first` of `found`. */
export interface Reading {
  entries: number;
  /** How many were replayed, and can be gone to. */
  ready: number;
  found: number;
  first: number;
  rows: Row[];
  /** Place among those found of the entry that is looked at; of the last one while the page is live. */
  here: number;
  actors: string[];
  /** Where the machines stand after all that was replayed. */
  machines: MachineStanding[];
}

export interface MachineStanding {
  path: string;
  /** Id of its chart. */
  machine: string;
  title: Words;
  /** Names of the active states, and their words. */
  states: { state: string; title: Words }[];
  /** The entry has moved it. */
  moved: boolean;
}

/** A moment of a journal. */
export interface Standing {
  number: number;
  row: Row;
  /** The entry itself, as JSON. */
  text: string;
  /** ms until the next entry came; null after the last. */
  next: number | null;
  machines: MachineStanding[];
}

/** Why a journal did not open: a sentence for whoever gave it. */
export interface JournalTrouble {
  name: string;
  code: string;
  message: string;
  words: Words;
}
