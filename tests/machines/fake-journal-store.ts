import { withoutRoom, type Batch, type JournalStore, type KeptSession } from '../../machines/journal/kept.ts';

/** A store in memory that keeps what it is given at once; `fails` makes it refuse whatever comes next. */
export function createFakeStore() {
  const sessions = new Map<string, KeptSession>();
  const batches = new Map<string, Batch[]>();
  const state = { fails: false, writes: 0 };
  const remove = (id: string) => (sessions.delete(id), batches.delete(id));
  const store: JournalStore = {
    write(session, added, isFresh) {
      state.writes += 1;
      if (state.fails || (!isFresh && !sessions.has(session.id))) return Promise.resolve(false);
      const others = [...sessions.values()].filter(({ id }) => id !== session.id);
      for (const { id } of withoutRoom(session, others)) remove(id);
      sessions.set(session.id, session);
      const all = [...(batches.get(session.id) ?? []), ...added];
      batches.set(
        session.id,
        all.filter(({ from }) => from >= session.from),
      );
      return Promise.resolve(true);
    },
    drop(isDropped) {
      if (state.fails) return Promise.resolve(false);
      for (const session of sessions.values()) if (isDropped(session)) remove(session.id);
      return Promise.resolve(true);
    },
    sessions: () => Promise.resolve([...sessions.values()].toSorted((one, other) => other.at - one.at)),
    read: (id, from, count) =>
      Promise.resolve(
        (batches.get(id) ?? []).filter((batch) => batch.from + batch.count > from && batch.from < from + count),
      ),
  };
  return { store, state, sessions, text: () => JSON.stringify([[...sessions.values()], [...batches.values()]]) };
}
