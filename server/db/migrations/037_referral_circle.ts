import { sql, type Kysely } from 'kysely';

/** Rows that come at the same moment do not see one another: each waits until the one before it stands. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create or replace function referrals_make_no_circle() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('referrals', 0));
      if exists (
        with recursive above as (
          select new.referrer_id as id
          union
          select r.referrer_id from referrals r join above a on r.invited_id = a.id
        )
        select 1 from above where id = new.invited_id)
      then
        raise exception 'account % would have invited itself', new.invited_id
          using errcode = 'check_violation', constraint = 'referrals_no_circle';
      end if;
      return new;
    end $$`.execute(db);
};
