import { sql } from 'kysely';
import type { Operation, OperationFilter } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isOperationId } from '../ledger/ids.ts';
import { operationEntities, type OperationRow } from '../operations/entity.ts';

const pageSize = 20;

/** Where a page begins: the last row of the page before, its time in microseconds and its id. */
const cursorOf = (time: string, id: string): string => Buffer.from(`${time}.${id}`).toString('base64url');

const readCursor = (cursor: string): { time: string; id: string } => {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (!/^\d{1,16}$/.test(time) || !isOperationId(id))
    throw new Refusal(422, 'invalid', { fields: { cursor: 'malformed' } });
  return { time, id };
};

const microseconds = sql<string>`(extract(epoch from created_at) * 1000000)::bigint`;

/**
 * One page of an account's operations of a kind, newest first. Days are UTC, `to` is included. A quote that nobody
 * has confirmed yet is no history: `open` is shown only when it is asked for.
 */
export const historyPage = async (
  db: Db,
  account: { id: string; kind: OperationRow['kind']; locale: 'ru' | 'en' },
  filter: OperationFilter,
): Promise<{ items: Operation[]; next: string | null }> => {
  let query = db
    .selectFrom('operations')
    .selectAll()
    .select(microseconds.as('time'))
    .where('account_id', '=', account.id)
    .where('kind', '=', account.kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  query = filter.status === undefined ? query.where('status', '<>', 'open') : query.where('status', '=', filter.status);
  if (filter.currency !== undefined && filter.currency !== '') {
    const { currency } = filter;
    if (!/^[A-Z0-9]{1,10}$/.test(currency))
      throw new Refusal(422, 'invalid', { fields: { currency: 'unknown_currency' } });
    query = query.where((eb) => eb.or([eb('give_currency', '=', currency), eb('get_currency', '=', currency)]));
  }
  // PostgreSQL has no year 0, and nothing here is older than the product.
  if (filter.from !== undefined && filter.from > '2000-01-01')
    query = query.where('created_at', '>=', sql<string>`${filter.from}::date`);
  if (filter.to !== undefined)
    query = query.where(
      'created_at',
      '<',
      sql<string>`${filter.to < '2000-01-01' ? '2000-01-01' : filter.to}::date + 1`,
    );
  if (filter.cursor !== undefined && filter.cursor !== '') {
    const { time, id } = readCursor(filter.cursor);
    query = query.where(
      sql<boolean>`(created_at, id) < (timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond', ${id})`,
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    items: await operationEntities(db, shown, account.locale),
    next: rows.length > pageSize && last ? cursorOf(last.time, last.id) : null,
  };
};
