import { sql, type Kysely } from 'kysely';

/**
 * The ledger. Its rules are the database's own, so that no code path can forget one:
 * money moves only by postings (append-only), a movement's postings sum to zero per currency when the transaction
 * commits, the balances of wallets follow their postings in the same statement and are never negative, and an
 * operation has at most one hold and one outcome.
 */
const statements = [
  `create table currencies (
    code text primary key check (code ~ '^[A-Z][A-Z0-9]{1,9}$'),
    name_ru text not null,
    name_en text not null,
    logo text not null,
    scale smallint not null check (scale between 0 and 18),
    kind text not null check (kind in ('fiat', 'crypto')),
    position smallint not null unique
  )`,

  `create table wallets (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts (id),
    currency text not null references currencies (code),
    number text not null unique check (number ~ '^[0-9]{12}$'),
    available numeric not null default 0,
    held numeric not null default 0,
    unique (account_id, currency),
    unique (id, currency),
    constraint wallets_available_not_negative check (available >= 0 and available < 1e30),
    constraint wallets_held_not_negative check (held >= 0 and held < 1e30)
  )`,

  // account_id is null for the treasury alone: the house's own operations.
  `create table operations (
    id text primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{20,32}$'),
    account_id bigint references accounts (id),
    kind text not null check (kind in ('exchange', 'exchange_all', 'withdraw', 'deposit', 'purchase', 'transfer', 'card_order', 'treasury')),
    status text not null default 'open'
      check (status in ('open', 'awaiting_payment', 'processing', 'completed', 'failed', 'cancelled', 'expired')),
    reason text,
    give_currency text not null references currencies (code),
    give numeric not null check (give > 0 and give < 1e30),
    get_currency text not null references currencies (code),
    get numeric not null check (get > 0 and get < 1e30),
    fee numeric not null check (fee >= 0 and fee <= give),
    rate numeric not null check (rate > 0 and rate < 1e30),
    asked_side text not null check (asked_side in ('give', 'get')),
    asked_amount numeric not null,
    terms_version integer not null,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    changed_at timestamptz not null default clock_timestamp(),
    submitted_at timestamptz,
    expected_by timestamptz,
    replaced_by text references operations (id),
    check ((account_id is null) = (kind = 'treasury'))
  )`,
  `create index operations_by_account on operations (account_id, kind, created_at desc, id desc)`,
  `create index operations_open on operations (expires_at) where status = 'open'`,

  `create table operation_timeline (
    id bigint generated always as identity primary key,
    operation_id text not null references operations (id),
    status text not null,
    reason text,
    at timestamptz not null
  )`,
  `create index operation_timeline_by_operation on operation_timeline (operation_id, id)`,

  // hold: available to held. release: back again. settle: out of held, or in from outside.
  `create table movements (
    id bigint generated always as identity primary key,
    operation_id text not null references operations (id),
    kind text not null check (kind in ('hold', 'settle', 'release')),
    step text not null generated always as (case kind when 'hold' then 'hold' else 'outcome' end) stored,
    transaction xid8 not null default pg_current_xact_id(),
    at timestamptz not null default clock_timestamp(),
    constraint movements_one_effect unique (operation_id, step)
  )`,

  // house accounts have no balance row: they may be negative, and no row of theirs is hot.
  `create table postings (
    id bigint generated always as identity primary key,
    movement_id bigint not null references movements (id),
    wallet_id bigint,
    part text check (part in ('available', 'held')),
    house text check (house in ('exchange', 'fees', 'outside')),
    currency text not null references currencies (code),
    amount numeric not null check (amount <> 0 and abs(amount) < 1e30),
    note text not null,
    foreign key (wallet_id, currency) references wallets (id, currency),
    check ((wallet_id is null) = (part is null)),
    check ((wallet_id is null) <> (house is null))
  )`,
  `create index postings_by_movement on postings (movement_id)`,
  `create index postings_by_wallet on postings (wallet_id) where wallet_id is not null`,
  `create index postings_by_house on postings (house, currency) include (amount) where house is not null`,

  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end $$`,
  ...['postings', 'movements', 'operation_timeline'].map(
    (table) => `create trigger append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_change()`,
  ),
  `create trigger kept before delete or truncate on operations for each statement execute function refuse_change()`,

  // In the order of wallet ids and without FOR UPDATE: two operations never wait for each other in a circle.
  `create function postings_move_balances() returns trigger language plpgsql as $$
  declare line record;
  begin
    for line in
      select f.wallet_id as id,
        coalesce(sum(f.amount) filter (where f.part = 'available'), 0) as available,
        coalesce(sum(f.amount) filter (where f.part = 'held'), 0) as held
      from fresh f where f.wallet_id is not null group by f.wallet_id order by f.wallet_id
    loop
      update wallets w set available = w.available + line.available, held = w.held + line.held where w.id = line.id;
    end loop;
    return null;
  end $$`,
  `create trigger move_balances after insert on postings
    referencing new table as fresh for each statement execute function postings_move_balances()`,

  // A balance moves by its postings (one trigger deep) and by nothing else.
  `create function wallets_follow_postings() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.available <> 0 or new.held <> 0 then
        raise exception 'a wallet begins empty' using errcode = 'restrict_violation';
      end if;
    elsif (new.id, new.account_id, new.currency, new.number) is distinct from (old.id, old.account_id, old.currency, old.number) then
      raise exception 'a wallet keeps its owner, currency and number' using errcode = 'restrict_violation';
    elsif pg_trigger_depth() < 2 then
      raise exception 'a balance moves only by postings' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger follow_postings before insert or update on wallets for each row execute function wallets_follow_postings()`,

  `create function postings_fit() returns trigger language plpgsql as $$
  begin
    if new.wallet_id is not null and scale(trim_scale(new.amount)) > (select c.scale from currencies c where c.code = new.currency) then
      raise exception '% % is finer than the currency', new.amount, new.currency
        using errcode = 'check_violation', constraint = 'postings_fit';
    end if;
    if (select m.transaction from movements m where m.id = new.movement_id) <> pg_current_xact_id() then
      raise exception 'movement % is closed', new.movement_id using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger fit before insert on postings for each row execute function postings_fit()`,

  `create function postings_sum_to_zero() returns trigger language plpgsql as $$
  declare rest record;
  begin
    select p.currency, sum(p.amount) as amount into rest
      from postings p where p.movement_id = new.movement_id group by p.currency having sum(p.amount) <> 0 limit 1;
    if found then
      raise exception 'movement % leaves % %', new.movement_id, rest.amount, rest.currency
        using errcode = 'check_violation', constraint = 'postings_sum_to_zero';
    end if;
    return null;
  end $$`,
  `create constraint trigger sum_to_zero after insert on postings
    deferrable initially deferred for each row execute function postings_sum_to_zero()`,

  // Terms never change, a quote's life is never made longer, a final status is final.
  `create function operations_go_forward() returns trigger language plpgsql as $$
  begin
    if (new.id, new.account_id, new.kind, new.give_currency, new.give, new.get_currency, new.get, new.fee, new.rate,
        new.asked_side, new.asked_amount, new.terms_version, new.created_at)
      is distinct from
       (old.id, old.account_id, old.kind, old.give_currency, old.give, old.get_currency, old.get, old.fee, old.rate,
        old.asked_side, old.asked_amount, old.terms_version, old.created_at)
      or new.expires_at > old.expires_at
    then
      raise exception 'operation % keeps its terms', old.id using errcode = 'restrict_violation';
    end if;
    if new.status <> old.status and not (case old.status
      when 'open' then new.status in ('awaiting_payment', 'processing', 'cancelled', 'expired')
      when 'awaiting_payment' then new.status in ('processing', 'failed', 'cancelled', 'expired')
      when 'processing' then new.status in ('completed', 'failed', 'cancelled')
      else false end)
    then
      raise exception 'operation % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create trigger go_forward before update on operations for each row execute function operations_go_forward()`,

  `create function operations_keep_time() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or (new.status, new.reason) is distinct from (old.status, old.reason) then
      insert into operation_timeline (operation_id, status, reason, at) values (new.id, new.status, new.reason, new.changed_at);
    end if;
    return null;
  end $$`,
  `create trigger keep_time after insert or update on operations for each row execute function operations_keep_time()`,

  // Work that outlives its process. Taken by moving run_at on: a worker that dies lets go when the time has come.
  `create table jobs (
    operation_id text primary key references operations (id),
    run_at timestamptz not null default clock_timestamp(),
    tries integer not null default 0
  )`,
  `create index jobs_due on jobs (run_at)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
