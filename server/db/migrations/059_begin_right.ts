import { sql, type Kysely } from 'kysely';

// Every statement that writes to a table reads the text of all its check constraints again, whichever columns it writes: an
// operation that ends, and an account that is raised, paid for a dozen rules about what neither of them changes. Such a rule
// is looked at when a row begins or its column is written, by a question that a connection plans once. A rule about what
// moves stays a constraint: balances, amounts of postings, the revision.
const statements = [
  // What operations_go_forward keeps for ever, and a status, which it lets go to none but those that it names.
  `create function operations_begin_right() returns trigger language plpgsql as $$
  declare
    v_wrong text := case
      when (new.id ~ '^[0-9A-HJKMNP-TV-Z]{20,32}$') is false then 'id'
      when (new.kind in ('exchange', 'exchange_all', 'withdraw', 'deposit', 'purchase', 'transfer', 'card_order', 'bonus', 'treasury'))
        is false then 'kind'
      when (new.status in ('open', 'awaiting_payment', 'processing', 'completed', 'failed', 'cancelled', 'expired')) is false then 'status'
      when (new.give > 0 and new.give < 1e30) is false then 'give'
      when (new.get > 0 and new.get < 1e30) is false then 'get'
      when (new.fee >= 0 and new.fee <= new.give) is false then 'fee'
      when (new.rate > 0 and new.rate < 1e30) is false then 'rate'
      when (new.asked_side in ('give', 'get')) is false then 'asked_side'
      when ((new.account_id is null) = (new.kind = 'treasury')) is false then 'account'
      when (new.counterparty_id <> new.account_id) is false then 'counterparty'
      when (new.parent_id <> new.id) is false then 'parent'
      when (new.status_path ~ '^/') is false then 'status_path'
    end;
  begin
    if v_wrong is not null then
      raise exception 'the % of operation % cannot be so', v_wrong, new.id
        using errcode = 'check_violation', constraint = 'operations_' || v_wrong || '_check';
    end if;
    return new;
  end $$`,
  `create trigger begin_right before insert or update of status_path on operations
    for each row execute function operations_begin_right()`,
  `alter table operations
    drop constraint operations_id_check, drop constraint operations_kind_check, drop constraint operations_status_check,
    drop constraint operations_give_check, drop constraint operations_get_check, drop constraint operations_check,
    drop constraint operations_rate_check, drop constraint operations_asked_side_check, drop constraint operations_check1,
    drop constraint operations_check2, drop constraint operations_check3, drop constraint operations_status_path_check`,

  `create function accounts_are_right() returns trigger language plpgsql as $$
  declare
    v_wrong text := case
      when (new.number ~ '^[1-9][0-9]{7}$') is false then 'number'
      when (new.email = lower(new.email) and length(new.email) <= 254) is false then 'email'
      when (new.locale in ('ru', 'en')) is false then 'locale'
      when (new.verification_level in (0, 1)) is false then 'verification_level'
    end;
  begin
    if v_wrong is not null then
      raise exception 'the % of account % cannot be so', v_wrong, new.id
        using errcode = 'check_violation', constraint = 'accounts_' || v_wrong || '_check';
    end if;
    return new;
  end $$`,
  `create trigger are_right before insert or update of number, email, locale, verification_level on accounts
    for each row execute function accounts_are_right()`,
  `alter table accounts
    drop constraint accounts_number_check, drop constraint accounts_email_check, drop constraint accounts_locale_check,
    drop constraint accounts_verification_level_check`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
