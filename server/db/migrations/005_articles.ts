import { sql, type Kysely } from 'kysely';

/** Texts of the site in the footer, by their route's name: a menu names no path that a route could change. */
const items = [
  ['index-article-name', 'article', 100, 'Справка', 'Help'],
  ['index-article-name?name=fees-and-limits', 'fees', 110, 'Комиссии и лимиты', 'Fees and limits'],
  ['index-article-name?name=security', 'shield', 120, 'Безопасность', 'Security'],
  ['index-article-name?name=terms', 'article', 130, 'Условия', 'Terms'],
  ['index-article-name?name=privacy', 'article', 140, 'Конфиденциальность', 'Privacy'],
] as const;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [url, icon, order, ru, en] of items)
    for (const [locale, title] of [
      ['ru', ru],
      ['en', en],
    ])
      await sql`insert into menu_items (kind, locale, url, title, "order", icon_url)
        values ('footer_menu', ${locale}, ${url}, ${title}, ${order}, ${`/api/icons/${icon}.svg`})`.execute(db);
};
