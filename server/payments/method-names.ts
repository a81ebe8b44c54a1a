import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';

/** By the id of a way: what it is called in a language. */
export type MethodNames = ReadonlyMap<string, string>;

/** Names of the ways that these rows went by. */
export const methodNames = async (db: Db, rows: OperationRow[], locale: 'ru' | 'en'): Promise<MethodNames> => {
  const ids = [...new Set(rows.flatMap(({ details }) => (details.method === undefined ? [] : [details.method])))];
  if (ids.length === 0) return new Map();
  const named = await db
    .selectFrom('payment_methods')
    .select(['id', locale === 'ru' ? 'name_ru as name' : 'name_en as name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(named.map(({ id, name }) => [id, name]));
};
