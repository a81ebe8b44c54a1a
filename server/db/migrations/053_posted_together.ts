import { sql, type Kysely } from 'kysely';

const statements = [
  `drop function post_operation`,
  // Confirms of several accounts as one statement, and so as one transaction: one commit, and each of its statements once.
  // It knows no rules: whoever asks has read, at the revision of each account, what they are decided by, and says what is
  // posted. One whose operation or limits somebody else holds, or that is otherwise than it was seen, is left out: only
  // who looks under locks can tell why. What changes after that takes all of them back. Locks as in every confirm: the
  // operations, the accounts' limits, the wallets (by the trigger of postings), the accounts, each in the order of their ids.
  `create function post_operations(p_ids text[], p_accounts bigint[], p_sessions bigint[], p_revs bigint[], p_seconds integer[],
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
    perform from accounts a where a.id = any(v_accounts) order by a.id for no key update;
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
  // However many there are, the way to them is the same: it is planned once a connection.
  `alter function settle_operations set plan_cache_mode = force_generic_plan`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
