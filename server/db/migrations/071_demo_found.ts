import type { Kysely } from 'kysely';
import { buildMissing, type LargeIndex } from '../large-indexes.ts';

/** A start in production asks whether there is a demo account: of people alone there is nothing to be read. */
export const concurrently: LargeIndex[] = [{ name: 'demo_accounts', on: 'accounts (id) where demo' }];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildMissing(db, concurrently);
};
