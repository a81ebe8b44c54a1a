import { sql } from 'kysely';
import type { OptionalLetter } from '../../contract/mailing.ts';
import type { Db } from '../db/db.ts';

export interface Mail {
  kind: string;
  recipient: string;
  locale: 'ru' | 'en';
  subject: string;
  body: string;
}

interface Put extends Mail {
  /** It only takes as long. */
  unsendable?: boolean;
  /** Whose it is, and what it is about: who has turned such letters off gets none. Absent: one of security, which always comes. */
  unlessOff?: { account: string; about: OptionalLetter };
}

/** Puts a mail into the outbox, in the transaction of what it tells about. */
export const putMail = async (db: Db, { unsendable = false, unlessOff, ...mail }: Put): Promise<void> => {
  await sql`
    insert into mail_outbox (kind, recipient, locale, subject, body, sent_at)
    select ${mail.kind}, ${mail.recipient}, ${mail.locale}, ${mail.subject}, ${mail.body},
           case when ${unsendable}::boolean then now() end
    where not exists (
      select 1 from unwanted_letters
      where account_id = ${unlessOff?.account ?? null}::bigint and kind = ${unlessOff?.about ?? null}::text)`.execute(
    db,
  );
};

export interface KeptMail extends Mail {
  id: string;
  created_at: string;
  sent_at: string | null;
}

/** The newest mails first, those that were written for nobody left out. */
export const listMail = async (db: Db, recipient?: string): Promise<KeptMail[]> =>
  await db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'recipient', 'locale', 'subject', 'body', 'created_at', 'sent_at'])
    .where('body', '<>', '')
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

const mostTries = 10;

/**
 * Hands the oldest mail that is due, letters about operations after all others, to `send`, and wipes its text when it is gone: it holds a secret. A mail that
 * cannot be sent is tried again later, at most ten times, and then its text is wiped too. Several processes never send the same one at once.
 * @returns false when nothing was due.
 */
export const sendNext = async (
  db: Db,
  send: (mail: Mail) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<boolean> =>
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Mail & { id: string }>`
      select id, kind, recipient, locale, subject, body from mail_outbox
      where sent_at is null and tries < ${mostTries} and next_try_at <= now()
      order by (kind = 'operation'), next_try_at, id limit 1 for update skip locked`.execute(trx);
    const mail = rows[0];
    if (mail === undefined) return false;
    try {
      await send(mail);
      await sql`update mail_outbox set sent_at = now(), subject = '', body = '' where id = ${mail.id}`.execute(trx);
    } catch (error) {
      onError(error);
      await sql`
        update mail_outbox set tries = tries + 1, next_try_at = now() + make_interval(secs => 5 * 2 ^ tries),
          subject = case when tries < ${mostTries - 1}::int then subject else '' end,
          body = case when tries < ${mostTries - 1}::int then body else '' end
        where id = ${mail.id}`.execute(trx);
    }
    return true;
  });
