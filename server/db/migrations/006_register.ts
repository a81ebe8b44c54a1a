import { sql, type Kysely } from 'kysely';

/** A request may ask for an account; and whoever has no password is somebody who needs to set one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table sign_in_requests add column password text check (password like 'argon2id$%')`.execute(db);
  await sql`
    update accounts
    set need_set_password = true, rev = rev + 1, key_revs = key_revs || jsonb_build_object('user', rev + 1)
    where not need_set_password and not exists (select 1 from credentials where account_id = accounts.id)`.execute(db);
};
