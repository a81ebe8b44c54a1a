import { sql, type Kysely } from 'kysely';

/** The programme in the menu of the person. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into menu_items (kind, locale, url, title, "order", icon_url)
    values ('main_menu', 'ru', '/referral', 'Приглашения', 80, '/api/icons/referral.svg'),
           ('main_menu', 'en', '/referral', 'Invitations', 80, '/api/icons/referral.svg')
    on conflict do nothing`.execute(db);
};
