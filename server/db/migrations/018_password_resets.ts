import { sql, type Kysely } from 'kysely';

const statements = [
  // Asked for by whoever forgot a password. An address that nobody has gets a row too: it costs the same.
  `create table password_resets (
    id bigint generated always as identity primary key,
    email text not null,
    account_id bigint references accounts (id) on delete cascade,
    token_hash bytea not null unique,
    place text not null,
    requested_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    voided_at timestamptz
  )`,
  `create index password_resets_of_address on password_resets (email, requested_at)`,
  `create index password_resets_by_expiry on password_resets (expires_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
