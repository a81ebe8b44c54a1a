import { sql, type Kysely } from 'kysely';

const statements = [
  // Wishes for another address. Codes are hashed with the row's own salt; tries are counted a wish, for both codes.
  `create table mail_changes (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    email text not null check (email = lower(email) and length(email) <= 254),
    old_hash bytea not null check (length(old_hash) = 32),
    new_hash bytea not null check (length(new_hash) = 32),
    salt bytea not null,
    tries integer not null default 0 check (tries between 0 and 5),
    asked_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    used_at timestamptz,
    voided_at timestamptz
  )`,
  `create unique index one_open_mail_change on mail_changes (account_id) where used_at is null and voided_at is null`,
  `create index mail_changes_by_account on mail_changes (account_id, id)`,
  `create index mail_changes_by_end on mail_changes (expires_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
