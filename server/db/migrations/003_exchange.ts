import { sql, type Kysely } from 'kysely';

/** Currencies, in the order that people see; names in both languages. */
const currencies = [
  ['USD', 'Доллар США', 'US dollar', 2, 'fiat'],
  ['EUR', 'Евро', 'Euro', 2, 'fiat'],
  ['RUB', 'Российский рубль', 'Russian rouble', 2, 'fiat'],
  ['GBP', 'Фунт стерлингов', 'Pound sterling', 2, 'fiat'],
  ['JPY', 'Японская иена', 'Japanese yen', 0, 'fiat'],
  ['KZT', 'Казахстанский тенге', 'Kazakhstani tenge', 2, 'fiat'],
  ['BTC', 'Биткоин', 'Bitcoin', 8, 'crypto'],
  ['ETH', 'Эфир', 'Ether', 18, 'crypto'],
  ['USDT', 'Tether', 'Tether', 6, 'crypto'],
] as const;

/** What may be given at once, and the least fee, by the given currency. */
const amounts: Record<string, readonly [minimum: string, maximum: string, feeMinimum: string]> = {
  USD: ['10', '50000', '0.50'],
  EUR: ['10', '50000', '0.45'],
  RUB: ['900', '4500000', '40'],
  GBP: ['8', '40000', '0.40'],
  JPY: ['1500', '7500000', '75'],
  KZT: ['5000', '25000000', '260'],
  BTC: ['0.0001', '1', '0.000005'],
  ETH: ['0.003', '20', '0.00015'],
  USDT: ['10', '50000', '0.5'],
};

const percent = (src: string, dst: string): string => {
  const crypto = [src, dst].filter((code) => currencies.some((row) => row[0] === code && row[4] === 'crypto')).length;
  return ['0.4', '0.8', '0.6'][crypto] ?? '0.8';
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [position, [code, ru, en, scale, kind]] of currencies.entries())
    await sql`insert into currencies (code, name_ru, name_en, logo, scale, kind, position)
      values (${code}, ${ru}, ${en}, ${`/currencies/${code.toLowerCase()}.svg`}, ${scale}, ${kind}, ${position})`.execute(
      db,
    );

  await sql`create table exchange_pairs (
    src text not null references currencies (code),
    dst text not null references currencies (code),
    version integer not null default 1,
    percent numeric not null check (percent >= 0 and percent < 100),
    fee_minimum numeric not null check (fee_minimum >= 0),
    minimum numeric not null check (minimum > fee_minimum),
    maximum numeric not null check (maximum >= minimum and maximum < 1e30),
    enabled boolean not null default true,
    primary key (src, dst),
    check (src <> dst)
  )`.execute(db);
  await sql`create function exchange_pairs_count() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`.execute(db);
  await sql`create trigger count_changes before update on exchange_pairs
    for each row execute function exchange_pairs_count()`.execute(db);
  for (const [src, [minimum, maximum, feeMinimum]] of Object.entries(amounts))
    for (const [dst] of currencies)
      if (src !== dst)
        await sql`insert into exchange_pairs (src, dst, percent, fee_minimum, minimum, maximum)
          values (${src}, ${dst}, ${percent(src, dst)}, ${feeMinimum}, ${minimum}, ${maximum})`.execute(db);

  // What the sandbox has been told, shared by every process. Empty in production.
  await sql`create table sandbox (
    key text primary key,
    value jsonb not null
  )`.execute(db);

  // Orders that the sandbox was asked for, and how often: its own books, which no other part reads.
  await sql`create table sandbox_orders (
    id text primary key,
    asked integer not null default 1
  )`.execute(db);
};
