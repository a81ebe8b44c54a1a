import { sql, type Selectable } from 'kysely';
import type { Operation } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import type { LedgerTables } from '../db/tables/ledger.ts';
import { currencyEntity, currencyOf, readCurrencies } from '../money/currencies.ts';
import { plain, written } from '../money/decimal.ts';

export type OperationRow = Selectable<LedgerTables['operations']>;

/** Where a kind of operation is submitted while it is open. */
const submitPaths: Partial<Record<OperationRow['kind'], string>> = { exchange: '/exchange/confirm/' };

/** Rows as the contract's operations, in the same order, each with its timeline. Not for the treasury's. */
export const operationEntities = async (db: Db, rows: OperationRow[], locale: 'ru' | 'en'): Promise<Operation[]> => {
  if (rows.length === 0) return [];
  const currencies = await readCurrencies(db);
  const moments = await db
    .selectFrom('operation_timeline')
    .select(['operation_id', 'status', 'reason', 'at'])
    .where(
      'operation_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('id')
    .execute();
  const fresh = await openReplacements(db, rows);
  const timelines = Map.groupBy(moments, (moment) => moment.operation_id);
  return rows.map((row) => {
    if (row.kind === 'treasury') throw new Error(`operation ${row.id} belongs to the house`);
    const give = currencyOf(currencies, row.give_currency);
    const get = currencyOf(currencies, row.get_currency);
    const path = submitPaths[row.kind];
    return {
      id: row.id,
      kind: row.kind,
      status: row.status,
      terms: {
        give: { amount: written(row.give, give.scale), currency: give.code },
        get: { amount: written(row.get, get.scale), currency: get.code },
        fee: { amount: written(row.fee, give.scale), currency: give.code },
        rate: plain(row.rate),
      },
      give_currency: currencyEntity(give, locale),
      get_currency: currencyEntity(get, locale),
      asked: { side: row.asked_side, amount: plain(row.asked_amount) },
      created_at: row.created_at,
      expires_at: row.expires_at,
      ...(row.status === 'open' && path !== undefined && { submit_path: path + row.id }),
      timeline: (timelines.get(row.id) ?? []).map(({ status, reason, at }) => ({
        status,
        at,
        ...(reason !== null && { reason }),
      })),
      ...(row.reason !== null && { reason: row.reason }),
      ...(row.expected_by !== null && { expected_by: row.expected_by }),
      ...(row.replaced_by !== null && fresh.has(row.replaced_by) && { replaced_by: row.replaced_by }),
    };
  });
};

/** Which of the fresh checks that stand for some of these rows can still be confirmed. */
const openReplacements = async (db: Db, rows: OperationRow[]): Promise<Set<string>> => {
  const ids = rows.map((row) => row.replaced_by).filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const open = await db
    .selectFrom('operations')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .execute();
  return new Set(open.map(({ id }) => id));
};

export const operationEntity = async (db: Db, row: OperationRow, locale: 'ru' | 'en'): Promise<Operation> => {
  const [entity] = await operationEntities(db, [row], locale);
  if (!entity) throw new Error(`operation ${row.id} has no entity`);
  return entity;
};
