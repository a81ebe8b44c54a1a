import { sql, type Kysely } from 'kysely';

const statements = [
  // Deposits that were ended for their money to go back, and what is known of its way: the house owes those of which nothing is.
  `create table returned_deposits (
    operation_id text primary key,
    ended_at timestamptz not null default clock_timestamp(),
    reference text check (length(reference) between 1 and 200),
    sent_at timestamptz,
    check ((reference is null) = (sent_at is null))
  )`,
  `insert into returned_deposits (operation_id, ended_at)
    select id, changed_at from operations where kind = 'deposit' and status = 'failed' and reason = 'sent_back'`,
  `alter table returned_deposits add foreign key (operation_id) references operations (id)`,
  `create index returned_deposits_owed on returned_deposits (ended_at) where sent_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
