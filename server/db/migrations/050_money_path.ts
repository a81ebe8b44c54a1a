import { sql, type Kysely } from 'kysely';

const statements = [
  // One confirm as one statement, and so as one transaction. It knows no rules: whoever asks has read, at the revision
  // p_rev, what they are decided by, and says what is posted. Without a row nothing was done, and nobody can tell why
  // but who looks under locks. Locks as in every confirm: the operation, the account's limits, the wallets in the order of
  // their ids (by the trigger of postings), the account.
  `create function post_operation(p_id text, p_account bigint, p_session bigint, p_rev bigint, p_seconds integer,
    p_wallets bigint[], p_parts text[], p_currencies text[], p_amounts numeric[], p_notes text[], p_keys text[], p_task text)
  returns table (changed_at timestamptz, expected_by timestamptz, now timestamptz, rev bigint, key_revs jsonb,
    available numeric, held numeric)
  language plpgsql as $$
  #variable_conflict use_column
  declare
    v_movement bigint;
    v_before record;
  begin
    -- By its id alone: by a status, too, the few that are open seem the shorter way, which they are not in a rush.
    select o.status, o.expires_at into v_before from operations o where o.id = p_id and o.account_id = p_account
      for no key update;
    if v_before.status is distinct from 'open' then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('limits ' || p_account, 0));
    changed_at := clock_timestamp();
    expected_by := changed_at + p_seconds * interval '1 second';
    if v_before.expires_at <= changed_at then return; end if;
    update operations o set status = 'processing', changed_at = post_operation.changed_at, submitted_at = post_operation.changed_at,
        expected_by = post_operation.expected_by
      where o.id = p_id;
    insert into movements (operation_id, kind) values (p_id, 'hold') returning id into v_movement;
    insert into postings (movement_id, wallet_id, part, currency, amount, note)
      select v_movement, line.* from unnest(p_wallets, p_parts, p_currencies, p_amounts, p_notes) line;
    update accounts a set rev = a.rev + 1,
        key_revs = a.key_revs || (select jsonb_object_agg(key, p_rev + 1) from unnest(p_keys) key)
      where a.id = p_account and a.rev = p_rev returning a.rev, a.key_revs into rev, key_revs;
    if not found then
      raise exception 'account % has changed meanwhile', p_account using errcode = 'ST001';
    end if;
    -- As add_job does it, without telling the workers at each commit: that takes a lock of the whole cluster.
    insert into graphile_worker._private_jobs (task_id, payload, key)
      select t.id, json_build_object('id', p_id, 'tries', 0), p_id from graphile_worker._private_tasks t
      where t.identifier = p_task on conflict (key) do nothing;
    if not found then
      perform graphile_worker.add_job(p_task, json_build_object('id', p_id, 'tries', 0), job_key := p_id);
    end if;
    select w.available, w.held into available, held from wallets w where w.id = p_wallets[1];
    now := clock_timestamp();
    if not exists (select from sessions s where s.id = p_session and s.expires_at > post_operation.now) then
      raise exception 'session % has ended meanwhile', p_session using errcode = 'ST001';
    end if;
    return next;
  end $$`,

  // Good ends of many operations as one statement, each with what follows from it. It knows no rules either: whoever asks
  // says what is posted, written and told, and what has ended meanwhile is left out with all of that. The operations, the
  // wallets and the accounts are locked in the order of their ids.
  `create function settle_operations(p_ids text[], p_lines jsonb, p_letters jsonb, p_news jsonb, p_told jsonb)
  returns setof text language plpgsql as $$
  declare
    v_done text[];
  begin
    select array_agg(id) into v_done from (
      select o.id, o.status from operations o where o.id = any(p_ids) order by o.id for no key update) o
      where o.status = 'processing';
    if v_done is null then return; end if;
    update operations o set status = 'completed', reason = null, changed_at = clock_timestamp(), expected_by = null,
        placed_at = coalesce(o.placed_at, clock_timestamp())
      where o.id = any(v_done);
    with moved as (
      insert into movements (operation_id, kind) select id, 'settle' from unnest(v_done) id returning id, operation_id)
    insert into postings (movement_id, wallet_id, part, house, currency, amount, note)
      select m.id, l.wallet, l.part, l.house, l.currency, l.amount, l.note
      from jsonb_to_recordset(p_lines) l (id text, wallet bigint, part text, house text, currency text, amount numeric, note text)
      join moved m on m.operation_id = l.id;
    delete from graphile_worker._private_jobs j where j.key = any(v_done);
    insert into notifications (id, account_id, kind, params)
      select n.key, n.account, n.kind, n.params
      from jsonb_to_recordset(p_news) n (id text, key text, account bigint, kind text, params jsonb) where n.id = any(v_done)
      on conflict (account_id, id) do nothing;
    insert into mail_outbox (kind, recipient, locale, subject, body)
      select l.kind, l.recipient, l.locale, l.subject, l.body
      from jsonb_to_recordset(p_letters) l (id text, account bigint, about text, kind text, recipient text, locale text, subject text, body text)
      where l.id = any(v_done)
        and not exists (select from unwanted_letters u where u.account_id = l.account and u.kind = l.about);
    perform from accounts a where a.id in (
      select t.account from jsonb_to_recordset(p_told) t (id text, account bigint) where t.id = any(v_done))
      order by a.id for no key update;
    update accounts a set rev = a.rev + 1,
        key_revs = a.key_revs || (select jsonb_object_agg(key, a.rev + 1) from unnest(told.keys) key)
      from (
        select t.account, array_agg(distinct key) as keys
        from jsonb_to_recordset(p_told) t (id text, account bigint, keys text[]), unnest(t.keys) key
        where t.id = any(v_done) group by t.account) told
      where a.id = told.account;
    return query select unnest(v_done);
  end $$`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
