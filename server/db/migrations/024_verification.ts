import { sql, type Kysely } from 'kysely';

const statements = [
  // One document of a kind an account has; \`rounds\` counts how often it was handed in.
  `create table verification_documents (
    id text primary key check (length(id) between 20 and 64),
    account_id bigint not null references accounts (id),
    kind text not null check (kind in ('passport', 'id_card', 'driver_license')),
    status text not null default 'draft' check (status in ('draft', 'uploaded', 'in_review', 'verified', 'rejected')),
    rounds integer not null default 0,
    made_at timestamptz not null default clock_timestamp(),
    submitted_at timestamptz,
    expected_by timestamptz,
    decided_at timestamptz,
    unique (account_id, kind)
  )`,
  `create index verification_documents_waiting on verification_documents (submitted_at) where status = 'in_review'`,

  // Pictures that this server made of what was sent; nothing is kept as it came. \`told\`: what the sandbox's reviewer was told.
  `create table verification_files (
    id text primary key check (length(id) between 20 and 64),
    document_id text not null references verification_documents (id) on delete cascade,
    account_id bigint not null references accounts (id),
    side text not null check (side in ('main', 'registration', 'front', 'back')),
    ending text not null check (ending ~ '^[a-z0-9]{0,5}$'),
    content bytea not null check (substring(content from 1 for 3) = '\\xffd8ff'::bytea),
    size integer not null generated always as (octet_length(content)) stored,
    accepted boolean,
    reason text check (accepted is not true or reason is null),
    told text,
    uploaded_at timestamptz not null default clock_timestamp(),
    unique (document_id, side)
  )`,
  // They are packed already.
  `alter table verification_files alter column content set storage external`,
];

/** Papers of people, and how far they have been looked at. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
