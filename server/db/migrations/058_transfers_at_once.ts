import { sql, type Kysely } from 'kysely';

const statements = [
  // As before, and a transfer may come to its good end in the statement that confirms it: nobody outside takes part.
  `create or replace function operations_go_forward() returns trigger language plpgsql as $$
  begin
    if (new.id, new.account_id, new.kind, new.give_currency, new.give, new.get_currency, new.get, new.fee, new.rate,
        new.asked_side, new.asked_amount, new.terms_version, new.created_at, new.parent_id, new.counterparty_id, new.details)
      is distinct from
       (old.id, old.account_id, old.kind, old.give_currency, old.give, old.get_currency, old.get, old.fee, old.rate,
        old.asked_side, old.asked_amount, old.terms_version, old.created_at, old.parent_id, old.counterparty_id, old.details)
      or new.expires_at > old.expires_at
      or (old.status_path is not null and new.status_path is distinct from old.status_path)
      or (old.placed_at is not null and new.placed_at is distinct from old.placed_at)
      or (old.payment_until is not null and (new.payment_until is null or new.payment_until > old.payment_until))
    then
      raise exception 'operation % keeps its terms', old.id using errcode = 'restrict_violation';
    end if;
    if new.status <> old.status and not (case old.status
      when 'open' then new.status in ('awaiting_payment', 'processing', 'cancelled', 'expired')
        or (new.status = 'completed' and new.kind = 'transfer' and new.submitted_at < old.expires_at)
      when 'awaiting_payment' then new.status in ('processing', 'failed', 'cancelled', 'expired')
      when 'processing' then new.status in ('completed', 'failed', 'cancelled')
      else false end)
    then
      raise exception 'operation % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,

  // Transfers of several accounts as one statement, and so as one transaction: the money goes from one wallet into the
  // other, and with it whatever follows from that. It knows no rules: whoever asks has read, at the revision of each
  // account that pays, what they are decided by, and says what is posted, written and told. It waits for nobody: one whose
  // operation, accounts, wallets or limits somebody else holds, or that is otherwise than it was seen, is left out, and only
  // who looks under locks can tell why. Nothing that it has looked at can change then. Each account pays at most once in it,
  // and none that pays is paid. post_operations and settle_operations stay for processes of the version before this one.
  `create function complete_transfers(p_ids text[], p_accounts bigint[], p_sessions bigint[], p_revs bigint[], p_news jsonb[],
    p_of text[], p_wallets bigint[], p_parts text[], p_houses text[], p_currencies text[], p_amounts numeric[], p_notes text[],
    p_letters_of text[], p_readers bigint[], p_locales text[], p_subjects text[], p_bodies text[],
    p_payer_keys text[], p_payee_keys text[])
  returns table (id text, at timestamptz, now timestamptz, rev bigint, key_revs jsonb, available numeric, held numeric)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    v_ids text[];
    v_payers bigint[];
    v_payees bigint[];
    v_at timestamptz;
  begin
    -- By their ids alone: by a status, too, the few that are open seem the shorter way, which they are not in a rush.
    with locked as materialized (
      select o.id, o.account_id, o.counterparty_id, o.status, o.expires_at from operations o where o.id = any(p_ids) order by o.id
      for no key update skip locked),
    people as materialized (
      select a.id, a.rev from accounts a
        where a.id in (select l.account_id from locked l union select l.counterparty_id from locked l) order by a.id
      for no key update skip locked),
    purses as materialized (
      select w.id from wallets w where w.id = any(p_wallets) order by w.id for no key update skip locked),
    same as materialized (
      select p.id, p.account, payee.id as payee from unnest(p_ids, p_accounts, p_sessions, p_revs) p (id, account, session, rev)
        join locked l on l.id = p.id and l.account_id = p.account
        join people payer on payer.id = p.account and payer.rev = p.rev
        join people payee on payee.id = l.counterparty_id
        join sessions s on s.id = p.session
        where l.status = 'open' and l.expires_at > clock_timestamp() and s.expires_at > clock_timestamp()
          and not exists (select from unnest(p_of, p_wallets) x (of, wallet)
            where x.of = p.id and x.wallet is not null and x.wallet not in (select w.id from purses w)))
    select array_agg(id), array_agg(account), array_agg(payee) into v_ids, v_payers, v_payees
      from same where pg_try_advisory_xact_lock(hashtextextended('limits ' || account, 0));
    if v_ids is null then return; end if;
    v_at := clock_timestamp();
    update operations o set status = 'completed', changed_at = v_at, submitted_at = v_at, placed_at = v_at
      where o.id = any(v_ids);
    with moved as (
      insert into movements (operation_id, kind) select unnest(v_ids), 'settle' returning id, operation_id)
    insert into postings (movement_id, wallet_id, part, house, currency, amount, note)
      select m.id, l.wallet, l.part, l.house, l.currency, l.amount, l.note
      from unnest(p_of, p_wallets, p_parts, p_houses, p_currencies, p_amounts, p_notes)
        l (of, wallet, part, house, currency, amount, note)
      join moved m on m.operation_id = l.of;
    insert into notifications (id, account_id, kind, params)
      select 'payment:' || o.id, o.payee, 'payment', n.params
      from unnest(v_ids, v_payees) o (id, payee) join unnest(p_ids, p_news) n (id, params) on n.id = o.id;
    insert into mail_outbox (kind, recipient, locale, subject, body)
      select 'operation', a.email, l.locale, l.subject, l.body
      from unnest(p_letters_of, p_readers, p_locales, p_subjects, p_bodies) l (of, reader, locale, subject, body)
      join accounts a on a.id = l.reader
      where l.of = any(v_ids)
        and not exists (select from unwanted_letters u where u.account_id = l.reader and u.kind = 'operations');
    update accounts a set rev = a.rev + 1,
        key_revs = a.key_revs || (
          select jsonb_object_agg(key, a.rev + 1)
          from unnest(case when a.id = any(v_payees) then p_payee_keys else p_payer_keys end) key)
      where a.id = any(v_payers || v_payees);
    now := clock_timestamp();
    return query
      select p.id, v_at, complete_transfers.now, a.rev, a.key_revs, w.available, w.held
      from unnest(p_ids, p_accounts) p (id, account)
      join accounts a on a.id = p.account
      join lateral (select l.wallet from unnest(p_of, p_wallets) l (of, wallet) where l.of = p.id limit 1) l on true
      join wallets w on w.id = l.wallet
      where p.id = any(v_ids);
  end $$`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
