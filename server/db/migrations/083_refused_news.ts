import { sql, type Kysely } from 'kysely';

const statements = [
  // That no money came of a payment, said for no order of ours: the same payment may be kept as money to be sent back, said before
  // or after it.
  `create table refused_news (
    provider text not null,
    id text not null check (length(id) between 1 and 100),
    status text not null check (status in ('declined', 'cancelled')),
    heard_at timestamptz not null default clock_timestamp(),
    primary key (provider, id)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
