import { sql, type Kysely } from 'kysely';

const statements = [
  // In which language the site was shown to whoever was let in last. Of accounts that nobody has signed in to since it is not known.
  `alter table accounts add column shown_locale text`,
  `create or replace function accounts_are_right() returns trigger language plpgsql as $$
  declare
    v_wrong text := case
      when (new.number ~ '^[1-9][0-9]{7}$') is false then 'number'
      when (new.email = lower(new.email) and length(new.email) <= 254) is false then 'email'
      when (new.locale in ('ru', 'en')) is false then 'locale'
      when (new.shown_locale in ('ru', 'en')) is false then 'shown_locale'
      when (new.verification_level in (0, 1)) is false then 'verification_level'
    end;
  begin
    if v_wrong is not null then
      raise exception 'the % of account % cannot be so', v_wrong, new.id
        using errcode = 'check_violation', constraint = 'accounts_' || v_wrong || '_check';
    end if;
    return new;
  end $$`,
  `drop trigger are_right on accounts`,
  `create trigger are_right before insert or update of number, email, locale, shown_locale, verification_level on accounts
    for each row execute function accounts_are_right()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
