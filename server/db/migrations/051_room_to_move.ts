import { sql, type Kysely } from 'kysely';

const statements = [
  // Balances and revisions change all the time and no index knows them: with room beside it a row is changed where it
  // stands, and no index is written.
  `alter table wallets set (fillfactor = 70)`,
  `alter table accounts set (fillfactor = 80)`,

  // As before, in one look at all lines of a statement.
  `drop trigger fit on postings`,
  `create or replace function postings_fit() returns trigger language plpgsql as $$
  declare wrong record;
  begin
    select f.amount, f.currency, f.movement_id, m.transaction <> pg_current_xact_id() as closed into wrong
      from fresh f join movements m on m.id = f.movement_id join currencies c on c.code = f.currency
      where m.transaction <> pg_current_xact_id() or (f.wallet_id is not null and scale(trim_scale(f.amount)) > c.scale)
      limit 1;
    if not found then return null; end if;
    if wrong.closed then
      raise exception 'movement % is closed', wrong.movement_id using errcode = 'restrict_violation';
    end if;
    raise exception '% % is finer than the currency', wrong.amount, wrong.currency
      using errcode = 'check_violation', constraint = 'postings_fit';
  end $$`,
  `create trigger fit after insert on postings
    referencing new table as fresh for each statement execute function postings_fit()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
