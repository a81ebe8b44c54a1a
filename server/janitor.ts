import { sql, type RawBuilder } from 'kysely';
import type { Area, House } from './area.ts';
import type { Db } from './db/db.ts';
import { wipeGivenUp } from './mail/outbox.ts';
import { repeat } from './repeat.ts';

const pause = 10 * 60_000;

/** How long rows are kept after their end. */
export const keptDays = { ended: 1, mail: 30 } as const;

/** Rows that one statement removes at most: it ends within its time however many wait. */
export const atOnce = 1_000;

interface Sweeping {
  table: string;
  /** Removes some of its rows, at most as many as fit into one statement, and tells how many. */
  statement: RawBuilder<unknown>;
}

/** Of `table`, called `o`; rows that somebody holds are left to the next time. */
const over = (table: string, which: RawBuilder<unknown>): Sweeping => ({
  table,
  statement: sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select o.ctid from ${sql.table(table)} o where ${which} limit ${atOnce} for update of o skip locked))`,
});

const lapsed = sql`o.expires_at < now()`;
const lapsedLong = sql`o.expires_at < now() - make_interval(days => ${keptDays.ended})`;

const endedLong = sql`f.ended_at < now() - make_interval(days => ${keptDays.ended})`;
const noSession = sql`not exists (select from sessions s where s.family_id = o.id)`;

/** Rows that mean nothing any more: what has ended, a day later; mail a month later, and texts of what is tried no more at once. */
export const sweepings: Sweeping[] = [
  over('sessions', lapsedLong),
  over('sign_in_requests', lapsedLong),
  over('password_resets', lapsedLong),
  over('puzzles', lapsed),
  over('telegram_requests', lapsedLong),
  over('telegram_answers', lapsed),
  // One that was used tells since when the address is the account's, as long as letters to that address are kept.
  over(
    'mail_changes',
    sql`${lapsedLong} and coalesce(o.used_at < now() - make_interval(days => ${keptDays.mail}), true)`,
  ),
  over('card_reveals', lapsedLong),
  over('sandbox_card_tokens', lapsed),
  over('attempts', lapsed),
  // The newest of a sign-in stays until that goes: by it those are found that nobody ended.
  over('remember_tokens', sql`${lapsedLong} and o.replaced_at is not null`),
  over('remember_tokens', sql`o.family_id in (select id from remember_families f where ${endedLong})`),
  // After sessions and tokens: what neither points at any more was over a day ago.
  over(
    'remember_families',
    sql`o.id in (select id from remember_families f where ${endedLong})
      and not exists (select from remember_tokens t where t.family_id = o.id) and ${noSession}`,
  ),
  over(
    'remember_families',
    sql`o.id in (
        select t.family_id from remember_tokens t
        where t.replaced_at is null and t.expires_at < now() - make_interval(days => ${keptDays.ended}))
      and ${noSession}`,
  ),
  { table: 'mail_outbox', statement: wipeGivenUp(atOnce) },
  over('mail_outbox', sql`o.created_at < now() - make_interval(days => ${keptDays.mail})`),
];

/**
 * Removes all of them, some at a time. Any number of processes may at once. What fails for one table is told to `onError`, is
 * tried again the next time, and stops no other.
 */
export const sweep = async (
  db: Db,
  onError: (error: unknown, table: string) => void,
  stopping: () => boolean = () => false,
): Promise<void> => {
  for (const { table, statement } of sweepings)
    try {
      let isMore = true;
      while (isMore && !stopping()) isMore = Number((await statement.execute(db)).numAffectedRows ?? 0n) >= atOnce;
    } catch (error) {
      onError(error, table);
    }
};

const start = (house: House): (() => Promise<void>) => {
  const report = (error: unknown, table?: string) =>
    house.log.error({ err: error, table }, 'old rows could not be removed');
  return repeat(pause, (stopping) => sweep(house.db, report, stopping), report);
};

export const janitorArea: Area = { name: 'janitor', calls: [], start };
