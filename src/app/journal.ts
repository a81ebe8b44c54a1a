import { added, limits } from '../../contract/limits.ts';
import { createDesk, type JournalDesk } from '../../machines/journal/desk.ts';
import { endsOf } from '../../machines/journal/ends.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { createKeeper, type Keeper } from '../../machines/journal/keeper.ts';
import { bounds } from '../../machines/journal/kept.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import type { HouseActor } from '../../machines/root/house.ts';
import { pageNow } from '../platform/clock.ts';
import { whenIdle } from '../platform/connection.ts';
import { createJournalStore } from '../platform/journal-store.ts';
import { listen } from '../platform/listen.ts';
import { configOfPage } from '../platform/page-config.ts';
import { isJournalKept } from './late-journal.ts';
import { writeLatest } from './latest-journal.ts';

let desk: JournalDesk | undefined;
let begin: (begun: JournalDesk) => void;
const begun = new Promise<JournalDesk>((resolve) => (begin = resolve));
/** Undefined until the journal is kept. */
export const journalDesk = (): JournalDesk | undefined => desk;

/** What happened on this page, as it would be exported, as much of it as can be sent. An address can ask for it before it is kept: it is waited for. */
export async function reportOfPage(): Promise<{ text: string; count: number } | undefined> {
  const journal = await (await begun).exportPage();
  return journal && writeLatest(journal, added.journalBytes);
}

const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** Keeps the journal of this page, from what was heard `early` on, which it takes away: nobody masks it there. Once a page. */
export function keepJournal(early: Entry[], house: () => HouseActor, { isWhole = true, now = pageNow } = {}): Keeper {
  const store = createJournalStore();
  const keeper = createKeeper({
    store,
    mask: maskEntry,
    now,
    newId,
    later: (run, pause) => void setTimeout(() => whenIdle(run, limits.idlePrefetch), pause),
    ends: () => endsOf(house()),
    version: configOfPage().fv ?? '',
    isWanted: isJournalKept,
    early,
    isWhole: isWhole && early.length < bounds.inMemory,
  });
  early.length = 0;
  desk = createDesk(keeper, store);
  begin(desk);
  // A page that is hidden may never be seen again.
  listen(document, ['visibilitychange'], () => document.visibilityState === 'hidden' && keeper.flush(true));
  listen(window, ['pagehide'], () => keeper.flush(true));
  return keeper;
}
