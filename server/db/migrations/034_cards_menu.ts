import { sql, type Kysely } from 'kysely';

/** The screens of cards are there: the menu of the person leads to them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [locale, title] of [
    ['ru', 'Карты'],
    ['en', 'Cards'],
  ])
    await sql`insert into menu_items (kind, locale, url, title, "order", icon_url)
      values ('main_menu', ${locale}, '/cards/list', ${title}, 19, '/api/icons/cards.svg')
      on conflict do nothing`.execute(db);
};
