import { entriesOf } from '../../../machines/journal/desk.ts';
import type { KeptSession } from '../../../machines/journal/kept.ts';
import { actorAt } from '../../../machines/journal/replay.ts';
import type { Session } from '../../../machines/inspector/journal.types.ts';
import type { HouseActor } from '../../../machines/root/house.ts';
import { portError } from '../../platform/port-error.ts';
import { journalDesk } from '../journal.ts';
import { isJournalKept } from '../late-journal.ts';
import type { LiveJournal, Shelf } from './shelf.ts';

const kept = () => {
  const desk = journalDesk();
  if (!desk) throw portError('not_loaded');
  return desk;
};

const sessionOf = ({ id, began, account, from, next, whole }: KeptSession): Session => ({
  ...{ id, made: began, account, whole },
  entries: next - from + 1,
});

const live: LiveJournal = {
  async open() {
    const { session, latest } = kept().recorded();
    const first = session?.from ?? latest[0]?.from ?? 1;
    const file = await kept().exportPage();
    return { ...file, next: first + file.entries.length - 1 };
  },
  since(start, next) {
    const { start: now, latest, ends, account } = kept().recorded();
    if (now?.t !== start) return null;
    const fresh = latest.filter(({ from, count }) => from + count > next);
    const entries = fresh.flatMap(entriesOf).slice(Math.max(0, next - (fresh[0]?.from ?? 0)));
    return { entries, ends, account };
  },
};

/** The journals that this device keeps of who is here, and that of the page itself. `dropped` drops all, and says whether it could. */
export const pageShelf = (house: HouseActor, dropped = () => kept().dropAll()): Shelf => ({
  live,
  async sessions() {
    const { session, account, latest, start, whole } = kept().recorded();
    const last = latest.at(-1);
    const others = (await kept().sessions()).filter(({ id }) => id !== session?.id);
    const entries = last ? last.from + last.count : 1;
    return [{ id: 'live', made: start?.t ?? 0, account, entries, whole }, ...others.map(sessionOf)];
  },
  whose() {
    // Whatever wipes journals begins that of the page anew.
    const { account, start } = kept().recorded();
    return JSON.stringify([account, start?.t ?? null]);
  },
  async read(id) {
    const session = (await kept().sessions()).find((each) => each.id === id);
    if (!session) throw portError('not_found');
    return kept().exportSession(session);
  },
  isOn: isJournalKept,
  turn(isOn) {
    if (isOn !== isJournalKept()) actorAt(house, 'root/late/annex/journal')?.send({ type: 'user.journal toggled' });
  },
  async dropAll() {
    if (!(await dropped())) throw portError('not_dropped');
  },
});
