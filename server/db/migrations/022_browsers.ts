import { sql, type Kysely } from 'kysely';

const columns = `
  add column handle text not null unique default upper(left(md5(random()::text), 20)) check (handle ~ '^[0-9A-Z]{20}$'),
  add column device text not null default '—',
  add column place text not null default '',
  add column seen_at timestamptz not null default now()`;

const statements = [
  // What a person is told of a sign-in, and the name by which they end it. A remembered one has several sessions in its time.
  `alter table remember_families ${columns}`,
  `alter table sessions ${columns}`,
  // Only those that were there had to be given one.
  `alter table remember_families alter column handle drop default`,
  `alter table sessions alter column handle drop default`,
  `create index sessions_of_account on sessions (account_id)`,
  `create index families_of_account on remember_families (account_id) where ended_at is null`,

  // Letters that a person has turned off; what has no row comes.
  `create table unwanted_letters (
    account_id bigint not null references accounts,
    kind text not null check (kind in ('operations', 'chat', 'news')),
    primary key (account_id, kind)
  )`,
  `insert into menu_items (kind, locale, url, title, "order", icon_url)
   values ('main_menu', 'ru', '/settings', 'Настройки', 90, '/api/icons/settings.svg'),
          ('main_menu', 'en', '/settings', 'Settings', 90, '/api/icons/settings.svg')
   on conflict do nothing`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
