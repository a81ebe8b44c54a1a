import { sql, type Kysely } from 'kysely';
import { buildMissing, type LargeIndex } from '../large-indexes.ts';

/**
 * One account an address, by an index that no foreign key could lead to. Else the database takes the address for a part of the
 * row's key: another one then waits for everybody who has named the account in a row of their own, while they wait for it.
 */
export const concurrently: LargeIndex[] = [
  { name: 'accounts_by_email', on: 'accounts (email) where email is not null', isUnique: true },
];

const statements = ['alter table accounts drop constraint accounts_email_key'];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildMissing(db, concurrently);
  for (const statement of statements) await sql.raw(statement).execute(db);
};
