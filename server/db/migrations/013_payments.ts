import { sql, type Kysely } from 'kysely';

const statements = [
  // What providers said of payments: each of their messages counts once. `became` is the operation that credited money
  // which was not as ordered.
  `create table payment_receipts (
    provider text not null,
    id text not null check (length(id) between 1 and 100),
    operation_id text not null references operations (id),
    status text not null check (status in ('received', 'declined', 'cancelled')),
    currency text not null references currencies (code),
    amount numeric not null check (amount > 0 and amount < 1e30),
    paid_at timestamptz not null,
    heard_at timestamptz not null default clock_timestamp(),
    became text references operations (id),
    primary key (provider, id)
  )`,
  `create index payment_receipts_by_operation on payment_receipts (operation_id)`,

  // The world outside, as the sandbox plays it: what was ordered there, what was paid, its secret.
  `create table sandbox_pay_orders (
    operation_id text primary key references operations (id),
    token text not null unique,
    target text unique,
    provider text not null,
    account text not null,
    currency text not null,
    amount numeric not null,
    until timestamptz not null,
    back text not null,
    locale text not null check (locale in ('ru', 'en'))
  )`,
  `create table sandbox_payments (
    id text primary key,
    operation_id text not null references sandbox_pay_orders (operation_id),
    status text not null check (status in ('received', 'declined', 'cancelled')),
    currency text not null,
    amount numeric not null,
    at timestamptz not null default clock_timestamp(),
    heard boolean not null default false
  )`,
  `create index sandbox_payments_unheard on sandbox_payments (at) where not heard`,
  `create table sandbox_keys (name text primary key, value text not null)`,
];

type Way = readonly [
  id: string,
  system: 'card' | 'bank' | 'crypto',
  give: string,
  get: string,
  percent: string,
  feeMinimum: string,
  minimum: string,
  maximum: string,
  unverified: string | null,
  from: number,
  to: number,
];

const deposits: Way[] = [
  ['bank_eur_in', 'bank', 'EUR', 'EUR', '0', '0', '10', '50000', '1000', 1, 60],
  ['bank_rub_in', 'bank', 'RUB', 'RUB', '0', '0', '500', '5000000', '15000', 1, 60],
  ['bank_usd_in', 'bank', 'USD', 'USD', '0.1', '2', '20', '50000', null, 60, 2880],
  ['card_eur_in', 'card', 'EUR', 'EUR', '1.8', '0.30', '5', '3000', '200', 1, 5],
  ['card_rub_in', 'card', 'RUB', 'RUB', '2', '20', '200', '300000', '15000', 1, 5],
  ['card_usd_in', 'card', 'USD', 'USD', '1.8', '0.30', '5', '3000', '200', 1, 5],
  ['bitcoin_btc_in', 'crypto', 'BTC', 'BTC', '0', '0', '0.0001', '5', '0.01', 10, 60],
  ['ethereum_eth_in', 'crypto', 'ETH', 'ETH', '0', '0', '0.001', '100', '0.2', 1, 10],
  ['ethereum_usdt_in', 'crypto', 'USDT', 'USDT', '0', '0', '5', '100000', '500', 1, 10],
];

const purchases: Way[] = [
  ['card_usd_btc', 'card', 'USD', 'BTC', '2.5', '0.50', '10', '5000', '200', 1, 5],
  ['card_usd_eth', 'card', 'USD', 'ETH', '2.5', '0.50', '10', '5000', '200', 1, 5],
  ['card_usd_usdt', 'card', 'USD', 'USDT', '2', '0.50', '10', '5000', '200', 1, 5],
  ['card_eur_btc', 'card', 'EUR', 'BTC', '2.5', '0.50', '10', '5000', '200', 1, 5],
  ['card_eur_eth', 'card', 'EUR', 'ETH', '2.5', '0.50', '10', '5000', null, 1, 5],
  ['card_rub_btc', 'card', 'RUB', 'BTC', '3', '50', '1000', '300000', '15000', 1, 5],
  ['card_rub_usdt', 'card', 'RUB', 'USDT', '3', '50', '1000', '300000', '15000', 1, 5],
];

const names = {
  bank: { ru: 'Банковский перевод', en: 'Bank transfer', logo: 'bank', network: null },
  card: { ru: 'Банковская карта', en: 'Bank card', logo: 'card', network: null },
  BTC: { ru: 'Сеть Bitcoin', en: 'Bitcoin network', logo: 'bitcoin', network: 'bitcoin' },
  ETH: { ru: 'Сеть Ethereum', en: 'Ethereum network', logo: 'ethereum', network: 'ethereum' },
  USDT: { ru: 'Сеть Ethereum (ERC-20)', en: 'Ethereum network (ERC-20)', logo: 'ethereum', network: 'ethereum' },
} as const;

/** Ways in which money comes in or pays for a purchase, and what is kept of what their providers say. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [flow, ways] of [['deposit', deposits] as const, ['purchase', purchases] as const])
    for (const [at, way] of ways.entries()) {
      const [id, system, give, get, percent, feeMinimum, minimum, maximum, unverified, from, to] = way;
      const { ru, en, logo, network } = names[system === 'crypto' ? (give as 'BTC' | 'ETH' | 'USDT') : system];
      await sql`insert into payment_methods (id, flow, system, name_ru, name_en, logo, give_currency, get_currency, network,
          percent, fee_minimum, minimum, maximum, maximum_unverified, minutes_from, minutes_to, position)
        values (${id}, ${flow}, ${system}, ${ru}, ${en}, ${`/methods/${logo}.svg`}, ${give}, ${get}, ${network},
          ${percent}, ${feeMinimum}, ${minimum}, ${maximum}, ${unverified}, ${from}, ${to}, ${at + 1})`.execute(db);
    }
};
