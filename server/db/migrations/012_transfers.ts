import { sql, type Kysely } from 'kysely';

const statements = [
  // What a transfer between people costs and how much it may be, by currency; limits are amounts of what is given.
  `create table transfer_terms (
    currency text primary key references currencies (code),
    percent numeric not null check (percent >= 0 and percent < 100),
    fee_minimum numeric not null check (fee_minimum >= 0),
    minimum numeric not null check (minimum > fee_minimum),
    maximum numeric not null check (maximum >= minimum and maximum < 1e30),
    maximum_unverified numeric not null check (maximum_unverified >= minimum and maximum_unverified <= maximum),
    version integer not null default 1
  )`,
  `create function transfer_terms_count() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`,
  `create trigger count_changes before update on transfer_terms for each row execute function transfer_terms_count()`,

  // The lines of an operation that nobody has confirmed end with it, whoever ends it.
  `create function lines_end_with_their_operation() returns trigger language plpgsql as $$
  begin
    update operations set status = new.status, reason = new.reason, changed_at = new.changed_at
      where parent_id = new.id and status = 'open';
    return null;
  end $$`,
  `create trigger end_lines after update of status on operations for each row
    when (old.status = 'open' and new.status in ('expired', 'cancelled') and new.kind = 'exchange_all')
    execute function lines_end_with_their_operation()`,

  // A filtered history, however rare what it looks for: each in the order of its pages.
  `create index operations_by_status on operations (account_id, kind, status, created_at desc, id desc)
    where parent_id is null`,
  `create index operations_by_give on operations (account_id, kind, give_currency, created_at desc, id desc)
    where parent_id is null`,
  `create index operations_by_get on operations (account_id, kind, get_currency, created_at desc, id desc)
    where parent_id is null`,
  `create index operations_by_received on operations (counterparty_id, kind, give_currency, created_at desc, id desc)
    where counterparty_id is not null`,

  `create index notifications_shown on notifications (account_id, created_at desc) where closed_at is null`,
];

const terms: Record<
  string,
  readonly [percent: string, feeMinimum: string, minimum: string, maximum: string, unverified: string]
> = {
  USD: ['0.5', '0.10', '1', '10000', '200'],
  EUR: ['0.5', '0.10', '1', '10000', '200'],
  RUB: ['0.5', '5', '50', '900000', '15000'],
  GBP: ['0.5', '0.10', '1', '8000', '160'],
  JPY: ['0.5', '10', '100', '1500000', '30000'],
  KZT: ['0.5', '50', '500', '5000000', '100000'],
  BTC: ['0.2', '0.000001', '0.00001', '0.5', '0.005'],
  ETH: ['0.2', '0.00005', '0.0005', '10', '0.1'],
  USDT: ['0.2', '0.1', '1', '10000', '200'],
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [currency, [percent, feeMinimum, minimum, maximum, unverified]] of Object.entries(terms))
    await sql`insert into transfer_terms (currency, percent, fee_minimum, minimum, maximum, maximum_unverified)
      values (${currency}, ${percent}, ${feeMinimum}, ${minimum}, ${maximum}, ${unverified})`.execute(db);
};
