import { sql } from 'kysely';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { repeat } from '../repeat.ts';

const pause = 30_000;

/** Ids of postings that one transaction looks through at most, whatever they are of: there may be tens of millions at first. */
const atOnce = 100_000;

interface Reach {
  /** Ids of postings, as `reserve_reach` has them; `to` is how far one step gets. */
  through: string;
  to: string;
  /** With it everything that was seen is under the marks. */
  is_last: boolean;
  /** No transaction is under way any more that may have drawn an id up to `seen`. */
  is_final: boolean;
  /** The number of a transaction that is still to come: those of another cluster, whose dump this was. */
  is_foreign: boolean;
}

const addUpTo = async (trx: Db, { through, to }: Reach): Promise<void> => {
  await sql`
    insert into reserve_marks as m (currency, amount)
    select c.code, part.amount from currencies c cross join lateral (
      select sum(p.amount) as amount from postings p
      where p.house = 'exchange' and p.currency = c.code and p.id > ${through}::bigint and p.id <= ${to}::bigint) part
    where part.amount is not null
    on conflict (currency) do update set amount = m.amount + excluded.amount`.execute(trx);
  await sql`update reserve_reach set through = ${to}::bigint`.execute(trx);
};

/**
 * One step of `advance`, in a transaction of its own. Ids are drawn in one order and committed in another: what is summed must be
 * all that will ever be there. A movement is written before its postings, so whoever has drawn the id of one has the number of
 * their transaction already, and it is lower than one that is given out after that.
 * @returns whether there is more to do at once.
 */
const step = (db: Db, most: number): Promise<boolean> =>
  db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      // In this order: which ids are drawn, while this transaction has no number yet; then its number, which comes with the lock.
      // `pg_snapshot_xmax` in its place would be too low: it is behind those that have ended, not behind those that have begun.
      const drawn = await sql<{ id: string; is_through: boolean }>`
        select d.id::text as id, d.id <= r.through as is_through from reserve_reach r,
          lateral (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('postings', 'id')::regclass), 0) as id) d`.execute(
        trx,
      );
      const [last] = drawn.rows;
      if (!last || last.is_through) return false;
      const held = await sql`select 1 from reserve_reach for update skip locked`.execute(trx);
      if (held.rows.length === 0) return false;
      // A look of its own, after the lock: what another process has done before it is seen.
      const reach = await sql<Reach>`
        select r.through::text as through, least(r.seen, r.through + ${most}::bigint)::text as to,
          r.seen <= r.through + ${most}::bigint as is_last,
          pg_snapshot_xmin(now.snapshot) >= r.before as is_final, r.before > pg_snapshot_xmax(now.snapshot) as is_foreign
        from reserve_reach r, (select pg_current_snapshot() as snapshot) now`.execute(trx);
      const [at] = reach.rows;
      if (!at) return false;
      if (at.is_final) await addUpTo(trx, at);
      if (at.is_foreign || (at.is_final && at.is_last))
        await sql`update reserve_reach set seen = greatest(seen, ${last.id}::bigint), before = pg_current_xact_id()`.execute(
          trx,
        );
      return at.is_final && !at.is_last;
    });

/**
 * Brings the marks of the reserves to where they were to reach the last time, if nobody writes before that any more, and notes
 * how far they are to reach the next time. Any number of processes may at once.
 */
export const advance = async (db: Db, stopping: () => boolean = () => false, most = atOnce): Promise<void> => {
  while ((await step(db, most)) && !stopping());
};

/** Keeps them behind the postings by a minute at most, as long as no transaction takes longer. */
export const followReserves = ({ db, log }: House): (() => Promise<void>) =>
  repeat(
    pause,
    (stopping) => advance(db, stopping),
    (error) => log.error({ err: error }, 'the marks of the reserves could not be brought on'),
  );
