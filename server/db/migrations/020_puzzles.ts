import { sql, type Kysely } from 'kysely';

const statements = [
  // Pictures with a notch. Where it is can be read by nobody but the browser that asked: its token seals it.
  `create table puzzles (
    id bigint generated always as identity primary key,
    name text not null unique,
    browser_hash bytea not null,
    sealed_place bytea not null,
    tries integer not null default 0,
    requested_at timestamptz not null default now(),
    expires_at timestamptz not null,
    solved_at timestamptz,
    used_at timestamptz
  )`,
  `create index puzzles_of_browser on puzzles (browser_hash) where solved_at is not null and used_at is null`,
  `create index puzzles_by_expiry on puzzles (expires_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
