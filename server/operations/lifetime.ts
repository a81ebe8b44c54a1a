import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { heardBySandbox } from '../providers/sandbox-settings.ts';
import type { OperationKind } from './kind.ts';

/** When a check of now expires, by the database's clock; the sandbox may have been told another life. */
export const expiryOf = async (
  db: Db,
  { lifetime }: OperationKind,
  { providers }: Config,
  account?: string,
): Promise<RawBuilder<string>> => {
  const told = providers === 'sandbox' ? await heardBySandbox(db, 'quotes', account) : undefined;
  return sql<string>`clock_timestamp() + ${told?.lifetime_ms ?? lifetime}::integer * interval '1 millisecond'`;
};
