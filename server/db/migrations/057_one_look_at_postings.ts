import { sql, type Kysely } from 'kysely';

const statements = [
  // All that is asked of postings, asked once of all lines of a statement: their movement is there and of this transaction,
  // their currency is there and no finer, what is moved sums to nothing in each currency, and each wallet is there and of
  // that currency. Before, six of these were questions of their own for every single line, some of which locked what they
  // asked about. What nothing may take away needs no lock: movements, wallets and currencies stay.
  `alter table postings drop constraint postings_currency_fkey, drop constraint postings_movement_id_fkey,
    drop constraint postings_wallet_id_currency_fkey`,
  `create trigger kept before delete or truncate on wallets for each statement execute function refuse_change()`,
  `create trigger kept before delete or update of code, scale or truncate on currencies
    for each statement execute function refuse_change()`,
  `drop trigger sum_to_zero on postings`,
  `drop function postings_sum_to_zero()`,
  `create or replace function postings_fit() returns trigger language plpgsql as $$
  declare wrong record;
  begin
    select line.*, m.id is null as lost, m.transaction is distinct from pg_current_xact_id() as closed, c.scale into wrong
      from (
        select f.movement_id, f.currency, sum(f.amount) as rest,
          max(scale(trim_scale(f.amount))) filter (where f.wallet_id is not null) as fineness
        from fresh f group by f.movement_id, f.currency) line
      left join movements m on m.id = line.movement_id left join currencies c on c.code = line.currency
      where m.id is null or m.transaction <> pg_current_xact_id() or c.code is null or line.fineness > c.scale or line.rest <> 0
      limit 1;
    if found then
      if wrong.lost then
        raise exception 'movement % is not there', wrong.movement_id using errcode = 'foreign_key_violation';
      elsif wrong.closed then
        raise exception 'movement % is closed', wrong.movement_id using errcode = 'restrict_violation';
      elsif wrong.scale is null then
        raise exception 'currency % is not there', wrong.currency using errcode = 'foreign_key_violation';
      elsif wrong.fineness > wrong.scale then
        raise exception 'movement % has an amount of % that is finer than the currency', wrong.movement_id, wrong.currency
          using errcode = 'check_violation', constraint = 'postings_fit';
      end if;
      raise exception 'movement % leaves % %', wrong.movement_id, wrong.rest, wrong.currency
        using errcode = 'check_violation', constraint = 'postings_sum_to_zero';
    end if;
    return null;
  end $$`,
  // The wallets are locked in the order of their ids, and not FOR UPDATE, which would wait for postings of others: two
  // operations never wait for each other in a circle.
  `create or replace function postings_move_balances() returns trigger language plpgsql as $$
  declare v_count integer;
  begin
    select count(distinct f.wallet_id) into v_count from fresh f;
    if v_count > 1 then
      perform from wallets w where w.id in (select f.wallet_id from fresh f) order by w.id for no key update;
    end if;
    with line as (
      select f.wallet_id as id, f.currency,
        coalesce(sum(f.amount) filter (where f.part = 'available'), 0) as available,
        coalesce(sum(f.amount) filter (where f.part = 'held'), 0) as held
      from fresh f where f.wallet_id is not null group by f.wallet_id, f.currency),
    moved as (
      update wallets w set available = w.available + line.available, held = w.held + line.held
        from line where w.id = line.id and w.currency = line.currency returning w.id)
    select (select count(*) from line) - (select count(*) from moved) into v_count;
    if v_count <> 0 then
      raise exception 'a posting is to a wallet that is not there, or of another currency' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end $$`,

  // Most that an operation becomes is found by other ways; this one is for the rest, which does not change any more.
  `drop index operations_by_status`,
  `create index operations_by_status on operations (account_id, kind, status, created_at desc, id desc)
    where parent_id is null and status in ('open', 'awaiting_payment', 'failed', 'cancelled', 'expired')`,
  // Few have one.
  `alter table operations drop constraint operations_status_path_key`,
  `create unique index operations_status_path_key on operations (status_path) where status_path is not null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
