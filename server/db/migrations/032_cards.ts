import { sql, type Kysely } from 'kysely';

const statements = [
  // What can be ordered. The price is paid once; delivery in days, for plastic alone.
  `create table card_offers (
    id text primary key check (id ~ '^[a-z][a-z0-9_]{1,39}$'),
    kind text not null check (kind in ('virtual', 'plastic')),
    brand text not null check (brand in ('visa', 'mastercard', 'mir')),
    currency text not null references currencies (code),
    price numeric not null check (price > 0),
    limit_once numeric not null check (limit_once > 0),
    limit_day numeric not null check (limit_day >= limit_once),
    delivery_from smallint,
    delivery_to smallint,
    verified_only boolean not null,
    enabled boolean not null default true,
    version integer not null default 1,
    position smallint not null unique,
    check ((kind = 'plastic') = (delivery_from is not null and delivery_to >= delivery_from))
  )`,

  // A card has the id of its order. Of what is printed on it four digits and a month are known: no number, no code.
  `create table cards (
    id text primary key references operations (id),
    account_id bigint not null references accounts (id),
    kind text not null check (kind in ('virtual', 'plastic')),
    brand text not null check (brand in ('visa', 'mastercard', 'mir')),
    currency text not null references currencies (code),
    status text not null default 'ordered' check (status in ('ordered', 'sent', 'active', 'frozen')),
    last_four text check (last_four ~ '^[0-9]{4}$'),
    expires text check (expires ~ '^[0-9]{4}-[0-9]{2}$'),
    limit_once numeric not null check (limit_once > 0),
    limit_day numeric not null check (limit_day > 0),
    highest_once numeric not null,
    highest_day numeric not null,
    delivery_from smallint,
    delivery_to smallint,
    ordered_at timestamptz not null default clock_timestamp(),
    check ((status = 'ordered') = (last_four is null)),
    check ((last_four is null) = (expires is null)),
    check (limit_once <= highest_once and limit_day <= highest_day)
  )`,
  `create index cards_by_account on cards (account_id, ordered_at desc, id desc)`,
  `create index cards_on_their_way on cards (ordered_at) where status = 'sent'`,

  // What its issuer asked us to pay, and how it was answered. What was approved has moved money by an operation.
  `create table card_operations (
    id text primary key check (length(id) between 1 and 64),
    card_id text not null references cards (id),
    account_id bigint not null references accounts (id),
    at timestamptz not null default clock_timestamp(),
    merchant text not null check (length(merchant) between 1 and 60),
    currency text not null references currencies (code),
    amount numeric not null check (amount > 0),
    status text not null check (status in ('approved', 'declined')),
    reason text,
    operation_id text references operations (id),
    check ((status = 'declined') = (reason is not null)),
    check ((status = 'approved') = (operation_id is not null))
  )`,
  `create index card_operations_by_card on card_operations (card_id, at desc, id desc)`,

  // Wishes to look at a number: one open an account and card, proven by a code.
  `create table card_reveals (
    id bigint generated always as identity primary key,
    card_id text not null references cards (id),
    account_id bigint not null references accounts (id),
    code_hash bytea not null check (length(code_hash) = 32),
    salt bytea not null,
    tries integer not null default 0 check (tries between 0 and 5),
    asked_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    used_at timestamptz,
    voided_at timestamptz
  )`,
  `create unique index one_open_reveal_a_card on card_reveals (card_id) where used_at is null and voided_at is null`,
  `create index card_reveals_by_end on card_reveals (expires_at)`,
];

type Offer = readonly [
  id: string,
  kind: 'virtual' | 'plastic',
  brand: 'visa' | 'mastercard' | 'mir',
  currency: string,
  price: string,
  once: string,
  day: string,
  verified: boolean,
  days?: readonly [from: number, to: number],
];

const offers: Offer[] = [
  ['virtual_usd', 'virtual', 'visa', 'USD', '1', '500', '1000', false],
  ['virtual_eur', 'virtual', 'mastercard', 'EUR', '1', '500', '1000', false],
  ['virtual_rub', 'virtual', 'mir', 'RUB', '90', '40000', '80000', false],
  ['plastic_usd', 'plastic', 'visa', 'USD', '12', '3000', '6000', true, [5, 12]],
  ['plastic_eur', 'plastic', 'mastercard', 'EUR', '10', '3000', '6000', true, [4, 9]],
  ['plastic_rub', 'plastic', 'mir', 'RUB', '600', '250000', '500000', true, [3, 7]],
];

/** Cards: what can be ordered, what somebody has, what was paid with it, and looks at a number. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [at, [id, kind, brand, currency, price, once, day, verified, [from, to] = []]] of offers.entries())
    await sql`insert into card_offers (id, kind, brand, currency, price, limit_once, limit_day, verified_only,
        delivery_from, delivery_to, position)
      values (${id}, ${kind}, ${brand}, ${currency}, ${price}, ${once}, ${day}, ${verified},
        ${from ?? null}, ${to ?? null}, ${at + 1})`.execute(db);
};
