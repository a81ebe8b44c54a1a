import { sql, type Kysely } from 'kysely';

const statements = [
  // Of the letters that went out: the first one since the invitation last lapsed, and the last one.
  `alter table referral_invites add column first_reached_at timestamptz, add column reached_at timestamptz,
    add check ((first_reached_at is null) = (reached_at is null))`,
  // A mail for nobody was sent at the moment at which it was written.
  `update referral_invites i set first_reached_at = i.sent_at, reached_at = i.sent_at
    where not exists (
      select 1 from mail_outbox o
      where o.kind = 'invitation' and letter_box(o.recipient) = i.mail and o.sent_at = o.created_at
        and o.created_at between i.sent_at - interval '1 minute' and i.sent_at)`,
  `drop index referral_invites_by_mail`,
  `create index referral_invites_by_mail on referral_invites (mail, first_reached_at) where reached_at is not null`,

  // By which a letter box refuses further invitations: one a letter, good for ever.
  `create table referral_stops (hash bytea primary key check (length(hash) = 32), mail text not null)`,
  `insert into referral_stops select stop_hash, mail from referral_invites`,
  `alter table referral_invites drop column stop_hash`,
];

/** An invitation knows whether its letters went out, and each letter keeps its own way to refuse more. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
