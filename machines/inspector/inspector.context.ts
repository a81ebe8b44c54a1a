import type { Words } from '../model.ts';
import type { Book, Filter, JournalTrouble, Kept, MachineStanding, Reading, Standing } from './journal.types.ts';

export interface InspectorContext {
  /** The journal that is open, or was wanted last. */
  which: string | null;
  book: Book | null;
  filter: Filter;
  reading: Reading;
  /** The entry that the screen shows, or is on its way to; null while the page is live. */
  at: number | null;
  standing: Standing | null;
  /** Path of the machine whose chart is drawn. */
  chosen: string | null;
  kept: Kept;
  /** Whether to drop all is being asked. */
  isAsked: boolean;
  trouble: Words | null;
}

/** A journal as it opens. */
export interface Opened {
  book: Book;
  reading: Reading;
}

export type Side = 'first' | 'back' | 'forward' | 'last';

/** What is read of the open journal, and what is kept on the device: said whenever it changes. */
export type JournalNews = { type: 'port.journal read'; reading: Reading } | { type: 'port.journals kept'; kept: Kept };

export type InspectorEvent =
  | JournalNews
  | { type: 'user.session opened'; value: string }
  /** `value` names a file that lies where `journal.open` finds it. */
  | { type: 'user.file given'; value: string }
  | { type: 'user.retried' }
  | { type: 'user.sought'; part: keyof Filter; value: string }
  /** The list begins at this place of what was found. */
  | { type: 'user.scrolled'; value: number }
  | { type: 'user.entry chosen'; value: number }
  | { type: 'user.stepped'; value: Side }
  | { type: 'user.played' }
  | { type: 'user.paused' }
  | { type: 'user.live wanted' }
  | { type: 'user.machine chosen'; value: string }
  | { type: 'user.chart closed' }
  | { type: 'user.exported' }
  | { type: 'user.recording chosen'; value: boolean }
  | { type: 'user.drop wanted' }
  | { type: 'user.drop confirmed' }
  | { type: 'user.drop put off' };

export const nothing: Reading = {
  entries: 0,
  ready: 0,
  found: 0,
  first: 0,
  rows: [],
  here: 0,
  actors: [],
  machines: [],
};
export const everything: Filter = { text: '', kind: '', actor: '' };

/** The longest and the shortest that a played entry stands, in ms: nobody sits through a pause, and each can be seen. */
export const pace = { shortest: 120, longest: 900 };

/** Where a step leads; the page that is live stands behind its last entry. */
export const targetOf = ({ at, reading: { ready } }: InspectorContext, side: Side): number => {
  if (side === 'first') return 1;
  if (side === 'last') return ready;
  return (at ?? ready + 1) + (side === 'back' ? -1 : 1);
};

/** Where the machines stand: at the entry that is looked at, else at the end of what was replayed. */
export const machinesOf = ({ standing, reading }: InspectorContext): MachineStanding[] =>
  (standing ?? reading).machines;
export const chosenIn = (machines: readonly MachineStanding[], chosen: string | null): MachineStanding | undefined =>
  machines.find(({ path }) => path === chosen);

export const troubleOf = (error: unknown): Words => {
  const { words: said, message } = Object(error) as Partial<JournalTrouble>;
  return said ?? { en: message ?? '', ru: message ?? '' };
};
