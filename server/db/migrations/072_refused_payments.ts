import { sql, type Kysely } from 'kysely';

const statements = [
  // Money that a provider took for no order of ours, or in no amount of ours, as it said so: a person looks after it. Its provider
  // is told that it was heard, and says it no more.
  `create table refused_payments (
    provider text not null,
    id text not null check (length(id) between 1 and 100),
    for_order text not null check (length(for_order) <= 100),
    currency text not null,
    amount text not null,
    reason text not null,
    paid_at text not null,
    heard_at timestamptz not null default clock_timestamp(),
    done_by text check (length(done_by) between 1 and 60),
    done_at timestamptz,
    primary key (provider, id),
    check ((done_by is null) = (done_at is null))
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
