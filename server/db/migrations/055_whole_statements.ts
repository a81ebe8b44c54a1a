import { sql, type Kysely } from 'kysely';

const statements = [
  // As before, of all rows of a statement at once: what a row costs here is paid at every step of every operation.
  `drop trigger keep_time on operations`,
  `create or replace function operations_keep_time() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into operation_timeline (operation_id, status, reason, at)
        select f.id, f.status, f.reason, f.changed_at from fresh f;
    else
      insert into operation_timeline (operation_id, status, reason, at)
        select f.id, f.status, f.reason, f.changed_at from fresh f join gone g on g.id = f.id
        where (f.status, f.reason) is distinct from (g.status, g.reason);
    end if;
    return null;
  end $$`,
  `create trigger keep_time after update on operations
    referencing old table as gone new table as fresh for each statement execute function operations_keep_time()`,
  `create trigger keep_first_time after insert on operations
    referencing new table as fresh for each statement execute function operations_keep_time()`,

  // The wallets are locked in the order of their ids, and not FOR UPDATE, which would wait for postings of others: two
  // operations never wait for each other in a circle.
  `create or replace function postings_move_balances() returns trigger language plpgsql as $$
  begin
    perform from wallets w where w.id in (select f.wallet_id from fresh f) order by w.id for no key update;
    update wallets w set available = w.available + line.available, held = w.held + line.held
      from (
        select f.wallet_id as id,
          coalesce(sum(f.amount) filter (where f.part = 'available'), 0) as available,
          coalesce(sum(f.amount) filter (where f.part = 'held'), 0) as held
        from fresh f where f.wallet_id is not null group by f.wallet_id) line
      where w.id = line.id;
    return null;
  end $$`,

  // The same rule, which is asked about only where it may be broken.
  `drop trigger follow_postings on wallets`,
  `create trigger follow_postings before update on wallets for each row
    when (pg_trigger_depth() < 1 or
      (new.id, new.account_id, new.currency, new.number) is distinct from (old.id, old.account_id, old.currency, old.number))
    execute function wallets_follow_postings()`,
  `create trigger begin_empty before insert on wallets for each row execute function wallets_follow_postings()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
