import { sql, type Kysely } from 'kysely';

const statements = [
  // What a confirm locks first is locked first here.
  `lock table operations, movements, operation_timeline, accounts in access exclusive mode`,

  // The course of an operation is told by what changes the operation, and by nobody else: so the operation is there, and it
  // stays. A key asked for it once more for each line, in a question of its own.
  `alter table operation_timeline drop constraint operation_timeline_operation_id_fkey`,
  `create function timeline_is_told() returns trigger language plpgsql as $$
  begin
    raise exception 'the course of an operation is told by what changes the operation' using errcode = 'restrict_violation';
  end $$`,
  `create trigger told before insert on operation_timeline for each statement when (pg_trigger_depth() = 0)
    execute function timeline_is_told()`,

  // As before, and the operation of each movement is looked for in the same look, no longer by a key of its own.
  `alter table movements drop constraint movements_operation_id_fkey`,
  `create or replace function postings_fit() returns trigger language plpgsql as $$
  declare wrong record;
  begin
    select line.*, m.id is null as lost, o.id is null as stray, m.transaction is distinct from pg_current_xact_id() as closed, c.scale
      into wrong
      from (
        select f.movement_id, f.currency, sum(f.amount) as rest,
          max(scale(trim_scale(f.amount))) filter (where f.wallet_id is not null) as fineness
        from fresh f group by f.movement_id, f.currency) line
      left join movements m on m.id = line.movement_id left join operations o on o.id = m.operation_id
      left join currencies c on c.code = line.currency
      where m.id is null or o.id is null or m.transaction <> pg_current_xact_id() or c.code is null or line.fineness > c.scale
        or line.rest <> 0
      limit 1;
    if found then
      if wrong.lost then
        raise exception 'movement % is not there', wrong.movement_id using errcode = 'foreign_key_violation';
      elsif wrong.stray then
        raise exception 'the operation of movement % is not there', wrong.movement_id using errcode = 'foreign_key_violation';
      elsif wrong.closed then
        raise exception 'movement % is closed', wrong.movement_id using errcode = 'restrict_violation';
      elsif wrong.scale is null then
        raise exception 'currency % is not there', wrong.currency using errcode = 'foreign_key_violation';
      elsif wrong.fineness > wrong.scale then
        raise exception 'movement % has an amount of % that is finer than the currency', wrong.movement_id, wrong.currency
          using errcode = 'check_violation', constraint = 'postings_fit';
      end if;
      raise exception 'movement % leaves % %', wrong.movement_id, wrong.rest, wrong.currency
        using errcode = 'check_violation', constraint = 'postings_sum_to_zero';
    end if;
    return null;
  end $$`,

  // An index over the function planned it anew in each statement that moved a row of an account, whatever it changed there.
  // A column is written when the address is. The function stays: for what is looked up, and for the version before this one,
  // which looks letter boxes up without an index from now on.
  `drop index accounts_by_letter_box`,
  `alter table accounts add column letter_box text`,
  `update accounts set letter_box = letter_box(email)`,
  `alter table accounts alter column letter_box set not null`,
  `create function accounts_keep_letter_box() returns trigger language plpgsql as $$
  begin
    new.letter_box := letter_box(new.email);
    return new;
  end $$`,
  `create trigger keep_letter_box before insert or update of email, letter_box on accounts
    for each row execute function accounts_keep_letter_box()`,
  `create index accounts_by_letter_box on accounts (letter_box)`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
