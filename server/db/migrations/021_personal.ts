import { sql, type Kysely } from 'kysely';

const statements = [
  // What people tell of themselves. Whoever has told nothing has no row, which is edition 0.
  `create table personal (
    account_id bigint primary key references accounts,
    display_name text not null check (length(display_name) <= 60),
    phone text not null check (phone ~ '^([+][0-9]{5,20})?$'),
    country text not null check (country ~ '^([A-Z]{2})?$'),
    birthday date check (birthday >= '1900-01-01'),
    edition integer not null default 1 check (edition > 0),
    changed_at timestamptz not null default clock_timestamp()
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
