import { sql, type Kysely } from 'kysely';

const statements = [
  // One letter box has many spellings: what is behind a plus, and dots where Google delivers.
  `create function letter_box(email text) returns text language sql immutable strict as $$
    select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
                else name || '@' || domain end
    from (select split_part(regexp_replace(lower(email), '@[^@]*$', ''), '+', 1) as name,
                 regexp_replace(lower(email), '^.*@', '') as domain) parts
  $$`,
  `create index accounts_by_letter_box on accounts (letter_box(email))`,

  `create table referral_links (
    account_id bigint primary key references accounts,
    code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$')
  )`,

  // Who came by whose invitation: once, and never in a circle.
  `create table referrals (
    id text not null unique check (length(id) between 20 and 32),
    invited_id bigint primary key references accounts,
    referrer_id bigint not null references accounts,
    joined_at timestamptz not null default clock_timestamp(),
    constraint referrals_of_another check (invited_id <> referrer_id)
  )`,
  `create index referrals_by_referrer on referrals (referrer_id, joined_at desc, id desc)`,
  `create function referrals_make_no_circle() returns trigger language plpgsql as $$
  begin
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
  end $$`,
  `create trigger no_circle before insert or update on referrals for each row execute function referrals_make_no_circle()`,

  `create table referral_terms (
    event text primary key check (event in ('verified', 'exchange')),
    currency text not null references currencies (code),
    amount numeric not null check (amount > 0),
    hold_seconds integer not null check (hold_seconds > 0)
  )`,
  `insert into referral_terms values ('verified', 'USD', 5, 1209600), ('exchange', 'USD', 10, 1209600)`,

  // A bonus is an operation of whoever invited; of an event there is one.
  `alter table operations drop constraint operations_kind_check, add constraint operations_kind_check
    check (kind in ('exchange', 'exchange_all', 'withdraw', 'deposit', 'purchase', 'transfer', 'card_order', 'bonus', 'treasury'))`,
  `alter table postings drop constraint postings_house_check, add constraint postings_house_check
    check (house in ('exchange', 'fees', 'outside', 'bonuses'))`,
  `create table referral_bonuses (
    invited_id bigint not null references referrals (invited_id),
    event text not null references referral_terms (event),
    operation_id text not null unique references operations (id) deferrable initially deferred,
    constraint referral_bonuses_once primary key (invited_id, event)
  )`,

  `create table referral_invites (
    id text primary key check (length(id) between 20 and 32),
    account_id bigint not null references accounts,
    email text not null check (length(email) <= 254),
    mail text not null generated always as (letter_box(email)) stored,
    stop_hash bytea not null unique check (length(stop_hash) = 32),
    letters integer not null default 1,
    sent_at timestamptz not null default clock_timestamp(),
    joined_id bigint references accounts,
    unique (account_id, mail)
  )`,
  `create index referral_invites_by_account on referral_invites (account_id, sent_at desc, id desc)`,
  `create index referral_invites_by_mail on referral_invites (mail, sent_at)`,
  // Letter boxes that want no invitations.
  `create table referral_refusals (mail text primary key)`,
  `create table referral_mailings (
    account_id bigint primary key references accounts,
    locale text not null check (locale in ('ru', 'en')),
    note text not null check (length(note) <= 300)
  )`,

  // Whose invitation the browser had opened that asks for a way in.
  `alter table sign_in_requests add column referrer_id bigint references accounts`,
];

/** Invitations, who came by them, and what they earned. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
