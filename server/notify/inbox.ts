import { sql } from 'kysely';
import type { ToldNotification } from '../../contract/calls/notify.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { entityOf } from './read.ts';
import { isStanding } from './written.ts';

const pageSize = 20;

const microseconds = sql<string>`(extract(epoch from created_at) * 1000000)::bigint`;

/** The last row before a page: its time in microseconds, and its id. @throws Refusal 422 for the field `cursor`. */
const readCursor = (cursor: string): { time: string; id: string } => {
  const [, time, id] = /^(\d{1,16})\.(.{1,200})$/s.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || id === undefined || id.includes('\0'))
    throw new Refusal(422, 'invalid', { fields: { cursor: 'malformed' } });
  return { time, id };
};

/** One page of all that an account was told and nobody has taken back, closed or not, the newest first. */
export const inboxPage = async (
  db: Db,
  { id: account, locale }: { id: string; locale: 'ru' | 'en' },
  cursor?: string,
): Promise<{ items: ToldNotification[]; next: string | null }> => {
  let asked = db
    .selectFrom('notifications')
    .select(['id', 'kind', 'params', 'created_at', 'closed_at', microseconds.as('time')])
    .where('account_id', '=', account)
    .where(isStanding)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (cursor !== undefined && cursor !== '') {
    const { time, id } = readCursor(cursor);
    asked = asked.where(
      sql<boolean>`(created_at, id) < (timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond', ${id}::text)`,
    );
  }
  const rows = await asked.execute();
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      ...entityOf(row, locale),
      created_at: row.created_at,
      closed: row.closed_at !== null,
    })),
    next: rows.length > pageSize && last ? Buffer.from(`${last.time}.${last.id}`).toString('base64url') : null,
  };
};
