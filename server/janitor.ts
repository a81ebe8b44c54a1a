import { sql } from 'kysely';
import type { Area, House } from './area.ts';
import { repeat } from './repeat.ts';

const pause = 10 * 60_000;

/** How long rows are kept after their end. */
export const keptDays = { ended: 1, mail: 30 } as const;

/** Rows that mean nothing any more: what has ended, a day later; mail a month later. */
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
  sql`delete from remember_tokens where expires_at < now() - make_interval(days => ${keptDays.ended})`,
  sql`delete from mail_outbox where created_at < now() - make_interval(days => ${keptDays.mail})`,
];

const start = (house: House): (() => Promise<void>) =>
  repeat(
    pause,
    async () => {
      for (const statement of statements) await statement.execute(house.db);
    },
    (error) => house.log.error({ err: error }, 'old rows could not be removed'),
  );

export const janitorArea: Area = { name: 'janitor', calls: [], start };
