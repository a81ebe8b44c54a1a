import { sql, type Kysely } from 'kysely';
import { buildMissing, type LargeIndex } from '../large-indexes.ts';

/** What is old is found by its end, however much there is that is not: letters, tokens, and sign-ins that somebody ended. */
export const concurrently: LargeIndex[] = [
  { name: 'mail_by_age', on: 'mail_outbox (created_at)' },
  { name: 'tokens_by_end', on: 'remember_tokens (expires_at)' },
  { name: 'families_by_end', on: 'remember_families (ended_at) where ended_at is not null' },
];

const statements = [
  // From now on the newest token of a remembered sign-in stays as long as the sign-in, and leads to it. Those that have lost
  // theirs already, and that no session keeps, are swept as before for the last time.
  `delete from remember_families f
    where not exists (select from remember_tokens t where t.family_id = f.id)
      and not exists (select from sessions s where s.family_id = f.id)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildMissing(db, concurrently);
  for (const statement of statements) await sql.raw(statement).execute(db);
};
