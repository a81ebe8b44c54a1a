import { sql, type Kysely } from 'kysely';

/** Accounts, sessions, sign-in, mail, settings, menus. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table accounts (
    id bigint generated always as identity primary key,
    number text not null unique check (number ~ '^[1-9][0-9]{7}$'),
    email text not null unique check (email = lower(email) and length(email) <= 254),
    locale text check (locale in ('ru', 'en')),
    need_set_password boolean not null default false,
    demo boolean not null default false,
    rev bigint not null default 1 check (rev > 0),
    key_revs jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create table credentials (
    account_id bigint primary key references accounts,
    password text not null check (password like 'argon2id$%'),
    changed_at timestamptz not null default now()
  )`,
  `create table remember_families (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  `create table remember_tokens (
    id bigint generated always as identity primary key,
    family_id bigint not null references remember_families on delete cascade,
    token_hash bytea not null unique check (length(token_hash) = 32),
    expires_at timestamptz not null,
    replaced_at timestamptz
  )`,
  `create unique index one_live_remember_token on remember_tokens (family_id) where replaced_at is null`,
  `create table sessions (
    id bigint generated always as identity primary key,
    token_hash bytea not null unique check (length(token_hash) = 32),
    account_id bigint not null references accounts,
    family_id bigint references remember_families,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index sessions_of_family on sessions (family_id)`,
  `create index sessions_by_end on sessions (expires_at)`,
  `create table sign_in_requests (
    id bigint generated always as identity primary key,
    email text not null,
    browser_hash bytea not null unique check (length(browser_hash) = 32),
    link_hash bytea not null unique check (length(link_hash) = 32),
    code_hash bytea not null check (length(code_hash) = 32),
    salt bytea not null,
    sealed_code bytea not null,
    tries integer not null default 0 check (tries between 0 and 5),
    device text not null,
    place text not null,
    requested_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    voided_at timestamptz
  )`,
  `create unique index one_open_request_an_address on sign_in_requests (email) where used_at is null and voided_at is null`,
  `create index sign_in_requests_by_end on sign_in_requests (expires_at)`,
  `create table attempts (
    key text primary key,
    failures integer not null default 0,
    wait_until timestamptz,
    expires_at timestamptz not null
  )`,
  `create index attempts_by_end on attempts (expires_at)`,
  `create table mail_outbox (
    id bigint generated always as identity primary key,
    recipient text not null,
    kind text not null,
    locale text not null,
    subject text not null,
    body text not null,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    tries integer not null default 0,
    next_try_at timestamptz not null default now()
  )`,
  `create index mail_to_send on mail_outbox (next_try_at) where sent_at is null`,
  `create table settings (
    one boolean primary key default true check (one),
    auth_type text not null check (auth_type in ('password', 'passwordless')),
    site_blocked boolean not null default false
  )`,
  `create table menu_items (
    kind text not null check (kind in ('header_menu', 'footer_menu', 'main_menu')),
    locale text not null check (locale in ('ru', 'en')),
    url text not null,
    title text not null,
    "order" integer not null,
    icon_url text not null,
    primary key (kind, locale, url)
  )`,
  `insert into menu_items (kind, locale, url, title, "order", icon_url)
   select kind, locale, url, title, place, '/api/icons/' || icon || '.svg'
   from (values
     ('header_menu', '/exchanges', 'exchange', 10, 'Обмен', 'Exchange'),
     ('header_menu', '/history/exchange', 'history', 20, 'История', 'History'),
     ('main_menu', '/exchanges', 'exchange', 10, 'Обмен', 'Exchange'),
     ('main_menu', '/history/exchange', 'history', 20, 'История обменов', 'Exchange history'),
     ('footer_menu', '/', 'home', 10, 'Главная', 'Home'),
     ('footer_menu', '/exchanges', 'exchange', 20, 'Обмен', 'Exchange'),
     ('footer_menu', '/login', 'login', 30, 'Вход', 'Sign in')
   ) as item (kind, url, icon, place, ru, en)
   cross join lateral (values ('ru', ru), ('en', en)) as words (locale, title)`,
];
