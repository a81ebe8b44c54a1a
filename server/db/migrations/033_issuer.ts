import { sql, type Kysely } from 'kysely';

const statements = [
  // The sandbox's issuer: which cards it has made, and its one-time tokens by their hashes. A number is worked out from
  // the card by its secret each time that it is shown, and stands nowhere.
  `create table sandbox_cards (
    id text primary key references operations (id),
    brand text not null check (brand in ('visa', 'mastercard', 'mir')),
    made_at timestamptz not null default clock_timestamp()
  )`,
  `create table sandbox_card_tokens (
    hash bytea primary key check (length(hash) = 32),
    card_id text not null references sandbox_cards (id),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index sandbox_card_tokens_by_end on sandbox_card_tokens (expires_at)`,
];

/** The issuer's side of cards, as the sandbox plays it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
