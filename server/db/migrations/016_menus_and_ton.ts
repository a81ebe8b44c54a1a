import { sql, type Kysely } from 'kysely';

/** Sections that are built since the first menus. Header: where money moves; the menu of the person has all of it. */
const items = [
  ['header_menu', '/deposit', 'deposit', 12, 'Пополнение', 'Deposit'],
  ['header_menu', '/withdraw', 'withdraw', 14, 'Вывод', 'Withdraw'],
  ['header_menu', '/purchase', 'purchase', 16, 'Покупка', 'Buy'],
  ['header_menu', '/transfer', 'transfer', 18, 'Перевод', 'Transfer'],
  ['main_menu', '/exchange/all', 'exchange-all', 11, 'Обменять всё', 'Exchange all'],
  ['main_menu', '/deposit', 'deposit', 12, 'Пополнение', 'Deposit'],
  ['main_menu', '/withdraw', 'withdraw', 14, 'Вывод', 'Withdraw'],
  ['main_menu', '/purchase', 'purchase', 16, 'Покупка', 'Buy'],
  ['main_menu', '/transfer', 'transfer', 18, 'Перевод', 'Transfer'],
] as const;

const ton = {
  ...{ id: 'ton_usdt_in', ru: 'Сеть TON', en: 'TON network', logo: '/methods/ton.svg', currency: 'USDT' },
  ...{ minimum: '5', maximum: '100000', unverified: '500', from: 1, to: 5, position: 10 },
};

/** Menus with all that is built; a network whose one address is told apart by a memo. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [kind, url, icon, order, ru, en] of items)
    for (const [locale, title] of [
      ['ru', ru],
      ['en', en],
    ])
      await sql`insert into menu_items (kind, locale, url, title, "order", icon_url)
        values (${kind}, ${locale}, ${url}, ${title}, ${order}, ${`/api/icons/${icon}.svg`})
        on conflict do nothing`.execute(db);
  await sql`update menu_items set title = case locale when 'ru' then 'История' else 'History' end
    where kind = 'main_menu' and url = '/history/exchange' and title in ('История обменов', 'Exchange history')`.execute(
    db,
  );
  await sql`alter table payment_methods
    drop constraint payment_methods_network_check,
    add constraint payment_methods_network_check check (network in ('bitcoin', 'ethereum', 'ton'))`.execute(db);
  const { id, ru, en, logo, currency, minimum, maximum, unverified, from, to, position } = ton;
  await sql`insert into payment_methods (id, flow, system, name_ru, name_en, logo, give_currency, get_currency, network,
      percent, fee_minimum, minimum, maximum, maximum_unverified, minutes_from, minutes_to, position)
    values (${id}, 'deposit', 'crypto', ${ru}, ${en}, ${logo}, ${currency}, ${currency}, 'ton',
      '0', '0', ${minimum}, ${maximum}, ${unverified}, ${from}, ${to}, ${position})`.execute(db);
};
