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

  // As before; one alone needs no order.
  `create or replace function post_operations(p_ids text[], p_accounts bigint[], p_sessions bigint[], p_revs bigint[], p_seconds integer[],
    p_after integer[], p_of text[], p_wallets bigint[], p_parts text[], p_currencies text[], p_amounts numeric[], p_notes text[],
    p_keys text[], p_task text)
  returns table (id text, changed_at timestamptz, expected_by timestamptz, now timestamptz, rev bigint, key_revs jsonb,
    available numeric, held numeric)
  language plpgsql set lock_timeout = '250ms' set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    v_ids text[];
    v_accounts bigint[];
    v_at timestamptz;
    v_count integer;
  begin
    -- By their ids alone: by a status, too, the few that are open seem the shorter way, which they are not in a rush.
    with locked as materialized (
      select o.id, o.account_id, o.status, o.expires_at from operations o where o.id = any(p_ids) order by o.id
      for no key update skip locked),
    same as materialized (
      select p.id, p.account from unnest(p_ids, p_accounts, p_sessions, p_revs) p (id, account, session, rev)
        join locked l on l.id = p.id and l.account_id = p.account
        join accounts a on a.id = p.account and a.rev = p.rev
        join sessions s on s.id = p.session
        where l.status = 'open' and l.expires_at > clock_timestamp() and s.expires_at > clock_timestamp())
    select array_agg(id), array_agg(account) into v_ids, v_accounts
      from same where pg_try_advisory_xact_lock(hashtextextended('limits ' || account, 0));
    if v_ids is null then return; end if;
    v_at := clock_timestamp();
    update operations o set status = 'processing', changed_at = v_at, submitted_at = v_at,
        expected_by = v_at + p.seconds * interval '1 second'
      from unnest(p_ids, p_seconds) p (id, seconds)
      where o.id = any(v_ids) and p.id = o.id;
    with moved as (
      insert into movements (operation_id, kind) select unnest(v_ids), 'hold' returning id, operation_id)
    insert into postings (movement_id, wallet_id, part, currency, amount, note)
      select m.id, l.wallet, l.part, l.currency, l.amount, l.note
      from unnest(p_of, p_wallets, p_parts, p_currencies, p_amounts, p_notes) l (of, wallet, part, currency, amount, note)
      join moved m on m.operation_id = l.of;
    if cardinality(v_ids) > 1 then
      perform from accounts a where a.id = any(v_accounts) order by a.id for no key update;
    end if;
    update accounts a set rev = a.rev + 1,
        key_revs = a.key_revs || (select jsonb_object_agg(key, a.rev + 1) from unnest(p_keys) key)
      from unnest(p_ids, p_accounts, p_revs) p (id, account, rev)
      where a.id = any(v_accounts) and a.id = p.account and a.rev = p.rev and p.id = any(v_ids);
    get diagnostics v_count = row_count;
    if v_count <> cardinality(v_ids) then
      raise exception 'an account has changed meanwhile' using errcode = 'ST001';
    end if;
    -- As add_job does it, without telling the workers at each commit: that takes a lock of the whole cluster.
    insert into graphile_worker._private_jobs (task_id, payload, key, run_at)
      select t.id, json_build_object('id', p.id, 'tries', 0, 'together', true), p.id, v_at + p.after * interval '1 millisecond'
      from graphile_worker._private_tasks t, unnest(p_ids, p_after) p (id, after)
      where t.identifier = p_task and p.id = any(v_ids) on conflict (key) do nothing;
    get diagnostics v_count = row_count;
    if v_count <> cardinality(v_ids) then
      perform graphile_worker.add_job(p_task, json_build_object('id', id, 'tries', 0, 'together', true), job_key := id)
        from unnest(v_ids) id;
    end if;
    now := clock_timestamp();
    return query
      select p.id, v_at, v_at + p.seconds * interval '1 second', post_operations.now, a.rev, a.key_revs, w.available, w.held
      from unnest(p_ids, p_accounts, p_sessions, p_seconds) p (id, account, session, seconds)
      join accounts a on a.id = p.account
      join sessions s on s.id = p.session and s.expires_at > post_operations.now
      join lateral (select l.wallet from unnest(p_of, p_wallets) l (of, wallet) where l.of = p.id limit 1) l on true
      join wallets w on w.id = l.wallet
      where p.id = any(v_ids);
    get diagnostics v_count = row_count;
    if v_count <> cardinality(v_ids) then
      raise exception 'a session has ended meanwhile' using errcode = 'ST001';
    end if;
  end $$`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
