import { sql, type Kysely } from 'kysely';

/** With a message to support a journal can come: a masked record of what happened on the page. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table chat_files
      drop constraint chat_files_kind_check,
      drop constraint chat_files_media_check,
      add constraint chat_files_kind_check check (kind in ('picture', 'document', 'journal')),
      add constraint chat_files_media_check check (
        media = case kind when 'picture' then 'image/jpeg' when 'document' then 'application/pdf' else 'application/json' end)
  `.execute(db);
};
