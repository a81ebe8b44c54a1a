import { sql, type Kysely } from 'kysely';

/** Who of the house is sending a deposit back, and since when: two of them would send it twice. */
const statements = [
  `alter table returned_deposits add column taken_by text check (length(taken_by) between 1 and 60), add column taken_at timestamptz,
    add constraint returned_deposits_taken check ((taken_by is null) = (taken_at is null))`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
