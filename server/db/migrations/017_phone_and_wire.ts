import { sql, type Kysely } from 'kysely';

const statements = [
  // How a bank is told who gets the money; null: by an IBAN, and nothing that is no bank.
  `alter table payment_methods
    add column sent_by text check (sent_by in ('phone', 'wire')),
    add check (sent_by is null or (flow = 'withdraw' and system = 'bank'))`,

  // What somebody put into a field of kind file. An operation that ends before it was confirmed leaves none of them.
  `create table operation_files (
    operation_id text not null references operations (id),
    account_id bigint not null references accounts (id),
    field text not null,
    name text not null check (length(name) between 1 and 100),
    media text not null check (media in ('application/pdf', 'image/jpeg', 'image/png')),
    content bytea not null,
    made_at timestamptz not null default clock_timestamp(),
    primary key (operation_id, field)
  )`,
  `create index operation_files_by_account on operation_files (account_id, made_at)`,
  // They are packed already.
  `alter table operation_files alter column content set storage external`,
  `create function operation_files_go() returns trigger language plpgsql as $$
    begin
      delete from operation_files where operation_id = new.id;
      return null;
    end $$`,
  `create trigger files_go after update of status on operations for each row
    when (new.submitted_at is null and new.status in ('cancelled', 'expired'))
    execute function operation_files_go()`,
];

const ways = [
  {
    ...{ id: 'phone_rub', by: 'phone', ru: 'По номеру телефона (СБП)', en: 'By phone number (SBP)', currency: 'RUB' },
    ...{ percent: '0.4', feeMinimum: '10', minimum: '100', maximum: '300000', unverified: '15000', from: 1, to: 5 },
  },
  {
    ...{ id: 'swift_usd', by: 'wire', ru: 'Банковский перевод SWIFT', en: 'SWIFT bank wire', currency: 'USD' },
    ...{ percent: '0.3', feeMinimum: '25', minimum: '100', maximum: '20000', unverified: null, from: 1440, to: 4320 },
  },
];

/** Two more ways out, which ask for a phone number and its bank, and for a document; and where documents are kept. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const { id, by, ru, en, currency, percent, feeMinimum, minimum, maximum, unverified, from, to } of ways)
    await sql`insert into payment_methods (id, flow, system, sent_by, name_ru, name_en, logo, give_currency, get_currency,
        percent, fee_minimum, minimum, maximum, maximum_unverified, minutes_from, minutes_to, position)
      select ${id}, 'withdraw', 'bank', ${by}, ${ru}, ${en}, '/methods/bank.svg', ${currency}, ${currency},
        ${percent}::numeric, ${feeMinimum}::numeric, ${minimum}::numeric, ${maximum}::numeric, ${unverified}::numeric,
        ${from}::integer, ${to}::integer, max(position) + 1
      from payment_methods where flow = 'withdraw'`.execute(db);
};
