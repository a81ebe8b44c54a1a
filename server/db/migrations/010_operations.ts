import { sql, type Kysely } from 'kysely';

/**
 * What every kind of operation needs beyond an exchange. `details` is written by the check and never again: who gets the
 * money, by what way, what the person was warned of. `payment` is how it is paid, as long as it is.
 */
const statements = [
  `alter table accounts add column verification_level smallint not null default 0 check (verification_level in (0, 1))`,
  `update accounts set verification_level = 1 where demo and email = 'demo@example.com'`,

  `alter table operations
    add column parent_id text references operations (id),
    add column counterparty_id bigint references accounts (id),
    add column details jsonb not null default '{}',
    add column payment jsonb,
    add column payment_until timestamptz,
    add column status_path text unique check (status_path ~ '^/'),
    add column placed_at timestamptz,
    add check (counterparty_id <> account_id),
    add check (parent_id <> id)`,
  `create index operations_by_parent on operations (parent_id) where parent_id is not null`,
  `create index operations_by_counterparty on operations (counterparty_id, kind, created_at desc, id desc)
    where counterparty_id is not null`,
  `create index operations_unfinished on operations (account_id, created_at desc)
    where status in ('awaiting_payment', 'processing')`,
  `create index operations_promised on operations (get_currency) where status in ('awaiting_payment', 'processing')`,
  `create index operations_unpaid on operations (payment_until) where status = 'awaiting_payment'`,

  // As before, and more that is frozen: whose money it is part of, who gets it, what was said at the check, where its
  // status is asked for, and that the order was placed. It can be paid shorter, never longer.
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
      when 'awaiting_payment' then new.status in ('processing', 'failed', 'cancelled', 'expired')
      when 'processing' then new.status in ('completed', 'failed', 'cancelled')
      else false end)
    then
      raise exception 'operation % cannot go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,

  // Ways in which money comes from outside or goes there. Limits are amounts of what is given, for each level; none at
  // level 0: the method is for verified people.
  `create table payment_methods (
    id text primary key check (id ~ '^[a-z][a-z0-9_]{1,39}$'),
    flow text not null check (flow in ('deposit', 'withdraw', 'purchase')),
    system text not null check (system in ('card', 'bank', 'crypto')),
    name_ru text not null,
    name_en text not null,
    logo text not null,
    give_currency text not null references currencies (code),
    get_currency text not null references currencies (code),
    network text check (network in ('bitcoin', 'ethereum')),
    percent numeric not null check (percent >= 0 and percent < 100),
    fee_minimum numeric not null check (fee_minimum >= 0),
    minimum numeric not null check (minimum > fee_minimum),
    maximum numeric not null check (maximum >= minimum and maximum < 1e30),
    maximum_unverified numeric check (maximum_unverified >= minimum and maximum_unverified <= maximum),
    minutes_from integer not null check (minutes_from >= 0),
    minutes_to integer not null check (minutes_to >= minutes_from),
    enabled boolean not null default true,
    version integer not null default 1,
    position smallint not null,
    unique (flow, position)
  )`,
  `create function payment_methods_count() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`,
  `create trigger count_changes before update on payment_methods for each row execute function payment_methods_count()`,

  // Somebody to whom money went before; target is what tells one from another, \`values\` fills the form.
  `create table recipients (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts (id),
    method text not null references payment_methods (id),
    target text not null check (length(target) between 1 and 200),
    name text not null,
    "values" jsonb not null,
    used_at timestamptz not null default clock_timestamp(),
    unique (account_id, method, target)
  )`,

  // The code that a confirm needs besides. Tries are counted an operation, not a letter.
  `create table second_steps (
    operation_id text primary key references operations (id),
    account_id bigint not null references accounts (id),
    code_hash bytea not null check (length(code_hash) = 32),
    salt bytea not null,
    tries integer not null default 0 check (tries between 0 and 5),
    letters integer not null default 1,
    sent_at timestamptz not null default clock_timestamp(),
    made_at timestamptz not null default clock_timestamp()
  )`,
  `create index second_steps_by_account on second_steps (account_id, made_at)`,

  // What an account was told; \`kind\` has words, \`params\` fill them. The same id is the same news.
  `create table notifications (
    id text not null,
    account_id bigint not null references accounts (id),
    kind text not null,
    params jsonb not null default '{}',
    created_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz,
    primary key (account_id, id)
  )`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [at, row] of methods.entries())
    await sql`insert into payment_methods (id, flow, system, name_ru, name_en, logo, give_currency, get_currency, network,
        percent, fee_minimum, minimum, maximum, maximum_unverified, minutes_from, minutes_to, position)
      values (${row.id}, 'withdraw', ${row.system}, ${row.ru}, ${row.en}, ${`/methods/${row.logo}.svg`}, ${row.currency}, ${row.currency},
        ${row.network ?? null}, ${row.percent}, ${row.feeMinimum}, ${row.minimum}, ${row.maximum}, ${row.unverified ?? null},
        ${row.minutes[0]}, ${row.minutes[1]}, ${at + 1})`.execute(db);
};

interface Method {
  id: string;
  system: 'card' | 'bank' | 'crypto';
  ru: string;
  en: string;
  logo: string;
  currency: string;
  network?: 'bitcoin' | 'ethereum';
  percent: string;
  feeMinimum: string;
  minimum: string;
  maximum: string;
  unverified?: string;
  minutes: readonly [number, number];
}

const bank = { system: 'bank', ru: 'Банковский счёт (IBAN)', en: 'Bank account (IBAN)', logo: 'bank' } as const;
const card = { system: 'card', ru: 'Банковская карта', en: 'Bank card', logo: 'card' } as const;
const crypto = { system: 'crypto', percent: '0' } as const;

/** Ways out, in the order that people see. */
const methods: Method[] = [
  {
    ...bank,
    id: 'bank_eur',
    currency: 'EUR',
    percent: '0.2',
    feeMinimum: '0.50',
    minimum: '5',
    maximum: '20000',
    unverified: '500',
    minutes: [1, 60],
  },
  {
    ...bank,
    id: 'bank_usd',
    currency: 'USD',
    percent: '0.5',
    feeMinimum: '5',
    minimum: '20',
    maximum: '20000',
    minutes: [60, 2880],
  },
  {
    ...card,
    id: 'card_eur',
    currency: 'EUR',
    percent: '1.5',
    feeMinimum: '1',
    minimum: '10',
    maximum: '3000',
    unverified: '200',
    minutes: [1, 30],
  },
  {
    ...card,
    id: 'card_rub',
    currency: 'RUB',
    percent: '1.8',
    feeMinimum: '50',
    minimum: '500',
    maximum: '300000',
    unverified: '15000',
    minutes: [1, 30],
  },
  {
    ...card,
    id: 'card_usd',
    currency: 'USD',
    percent: '1.5',
    feeMinimum: '1',
    minimum: '10',
    maximum: '3000',
    unverified: '200',
    minutes: [1, 30],
  },
  {
    ...crypto,
    id: 'bitcoin_btc',
    ru: 'Сеть Bitcoin',
    en: 'Bitcoin network',
    logo: 'bitcoin',
    currency: 'BTC',
    network: 'bitcoin',
    feeMinimum: '0.00005',
    minimum: '0.0002',
    maximum: '2',
    unverified: '0.01',
    minutes: [10, 60],
  },
  {
    ...crypto,
    id: 'ethereum_eth',
    ru: 'Сеть Ethereum',
    en: 'Ethereum network',
    logo: 'ethereum',
    currency: 'ETH',
    network: 'ethereum',
    feeMinimum: '0.0005',
    minimum: '0.005',
    maximum: '40',
    unverified: '0.2',
    minutes: [1, 10],
  },
  {
    ...crypto,
    id: 'ethereum_usdt',
    ru: 'Сеть Ethereum (ERC-20)',
    en: 'Ethereum network (ERC-20)',
    logo: 'ethereum',
    currency: 'USDT',
    network: 'ethereum',
    feeMinimum: '1.5',
    minimum: '10',
    maximum: '50000',
    unverified: '500',
    minutes: [1, 10],
  },
];
