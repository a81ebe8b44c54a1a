import { sql } from 'kysely';
import type { Area, House } from './area.ts';
import type { Db } from './db/db.ts';
import { wipeGivenUp } from './mail/outbox.ts';
import { repeat } from './repeat.ts';

const pause = 10 * 60_000;

/** How long rows are kept after their end. */
export const keptDays = { ended: 1, mail: 30 } as const;

/** Rows that mean nothing any more: what has ended, a day later; mail a month later, and texts of what is tried no more at once. */
const statements = [
  sql`delete from sessions where expires_at < now() - make_interval(days => ${keptDays.ended})`,
  sql`delete from sign_in_requests where expires_at < now() - make_interval(days => ${keptDays.ended})`,
  sql`delete from password_resets where expires_at < now() - make_interval(days => ${keptDays.ended})`,
  sql`delete from puzzles where expires_at < now()`,
  sql`delete from telegram_requests where expires_at < now() - make_interval(days => ${keptDays.ended})`,
  sql`delete from telegram_answers where expires_at < now()`,
  sql`delete from mail_changes where expires_at < now() - make_interval(days => ${keptDays.ended})`,
  sql`delete from card_reveals where expires_at < now() - make_interval(days => ${keptDays.ended})`,
  sql`delete from sandbox_card_tokens where expires_at < now()`,
  sql`delete from attempts where expires_at < now()`,
  sql`delete from remember_tokens t using remember_families f
    where f.id = t.family_id
      and (t.expires_at < now() - make_interval(days => ${keptDays.ended}) or f.ended_at < now() - make_interval(days => ${keptDays.ended}))`,
  // After sessions and tokens: what neither points at any more was over a day ago.
  sql`delete from remember_families f
    where not exists (select from remember_tokens t where t.family_id = f.id)
      and not exists (select from sessions s where s.family_id = f.id)`,
  wipeGivenUp,
  sql`delete from mail_outbox where created_at < now() - make_interval(days => ${keptDays.mail})`,
];

/** Removes all of them. Any number of processes may at once. */
export const sweep = async (db: Db): Promise<void> => {
  for (const statement of statements) await statement.execute(db);
};

const start = (house: House): (() => Promise<void>) =>
  repeat(
    pause,
    () => sweep(house.db),
    (error) => house.log.error({ err: error }, 'old rows could not be removed'),
  );

export const janitorArea: Area = { name: 'janitor', calls: [], start };
