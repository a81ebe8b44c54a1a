import { sql, type Kysely } from 'kysely';

const statements = [
  // Ways to Telegram and back, each tied to its browser; who was named there stands in it until an address is proven.
  `create table telegram_requests (
    id bigint generated always as identity primary key,
    browser_hash bytea not null unique check (length(browser_hash) = 32),
    state_hash bytea not null check (length(state_hash) = 32),
    remember boolean not null,
    telegram_id bigint check (telegram_id > 0),
    asked_from text not null,
    asked_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    answered_from text,
    used_at timestamptz,
    check ((answered_from is null) = (used_at is null))
  )`,
  `create index telegram_requests_by_end on telegram_requests (expires_at)`,
  // Answers that were taken, for as long as their age lets them pass.
  `create table telegram_answers (
    mark bytea primary key check (length(mark) = 32),
    expires_at timestamptz not null
  )`,
  `create table telegram_links (
    telegram_id bigint primary key check (telegram_id > 0),
    account_id bigint not null unique references accounts,
    linked_at timestamptz not null default clock_timestamp()
  )`,
  // No reference: when the proof has been taken, the number stays, and leads nowhere.
  `alter table sign_in_requests add column telegram_request bigint`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
