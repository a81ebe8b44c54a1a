import { sql, type RawBuilder } from 'kysely';
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
  /** From this moment on (RFC 3339) it is of no use, and is sent no more: what it holds has ended. Absent: it always tells something. */
  until?: string;
  /** Whose it is, and what it is about: who has turned such letters off gets none. Absent: one of security, which always comes. */
  unlessOff?: { account: string; about: OptionalLetter };
}

/** Puts a mail into the outbox, in the transaction of what it tells about. */
export const putMail = async (db: Db, { unsendable = false, until, unlessOff, ...mail }: Put): Promise<void> => {
  await sql`
    insert into mail_outbox (kind, recipient, locale, subject, body, sent_at, until)
    select ${mail.kind}, ${mail.recipient}, ${mail.locale}, ${mail.subject}, ${mail.body},
           case when ${unsendable}::boolean then now() end, ${until ?? null}::timestamptz
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

/**
 * A mail server may be gone for a night and a morning: so many tries are two days of them. An address that a server refuses for
 * good is tried less often, for there may be nobody, and for as long, for it may be the relay that was set up wrong.
 */
const mostTries = { all: 56, refused: 10 };

/** Seconds between two tries at most: so long after its return a mail server has what is left. */
const longestPause = { all: 3_600, refused: 28_800 };

/** Seconds before the next try, by how many there were; of a letter that was refused now, by its refusals. */
const pauseAfter = (tries: number, refusals: number, isRefused: boolean): number =>
  isRefused
    ? Math.min(longestPause.refused, 60 * 4 ** (refusals - 1))
    : Math.min(longestPause.all, 5 * 2 ** (tries - 1));

/** Days after which a letter that is tried no more would be looked at again: by then it is removed. */
const never = 31;

/** Of `mail_outbox`: it has not gone, will be tried, and is still of use. */
export const isStillToGo = sql<boolean>`
  sent_at is null and body <> '' and tries < ${mostTries.all} and (until is null or until > now())`;

/** How long one letter may take, in ms. A claim lasts longer, in s: whoever sends has told how it ended before anybody else may. */
export const longestSend = 60_000;
const lease = 180;

/** What the library tells of a recipient that a server takes no letters for, whenever they come. */
const isAddressRefused = (error: unknown): boolean => {
  const { command, permanent } = (error ?? {}) as { command?: unknown; permanent?: unknown };
  return command === 'RCPT TO' && permanent === true;
};

/** Which letter was not taken: its row, and not to whom it goes. `given_up`: this was its last try. */
export interface Untold {
  mail: string;
  kind: string;
  tries: number;
  given_up: boolean;
}

interface Claimed extends Mail {
  id: string;
  tries: number;
  /** Those of the tries before this one at which the address was refused. */
  refusals: number;
}

/**
 * The oldest letter that is due and still of use becomes this process's for as long as the lease, and counts as tried: it may
 * die with it. Codes that have ended while no mail server took them keep no live one waiting until it has ended too.
 */
const claimNext = async (db: Db): Promise<Claimed | undefined> => {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select id from mail_outbox
      where ${isStillToGo} and next_try_at <= now()
      order by (kind = 'operation'), next_try_at, id limit 1 for update skip locked)
    update mail_outbox o set tries = o.tries + 1, next_try_at = now() + make_interval(secs => ${lease})
    from due where o.id = due.id
    returning o.id, o.kind, o.recipient, o.locale, o.subject, o.body, o.tries, o.refusals`.execute(db);
  return rows[0];
};

/**
 * Hands the oldest mail that is due, letters about operations after all others, to `send`, and wipes its text when it is
 * gone: it holds a secret. A mail that cannot be sent is tried again later, as often as `mostTries` says, over some days
 * where refusals come between, and then its text is wiped too. No transaction is open meanwhile, however long it takes.
 * Several processes never send the same one at once; one that was being sent by a process that died is sent again after
 * the lease, also where it had gone out just before.
 * @returns false when nothing was due.
 */
export const sendNext = async (
  db: Db,
  send: (mail: Mail) => Promise<void>,
  onError: (error: unknown, about: Untold) => void,
): Promise<boolean> => {
  const mail = await claimNext(db);
  if (mail === undefined) return false;
  const { id, tries } = mail;
  try {
    await send(mail);
  } catch (error) {
    const isRefused = isAddressRefused(error);
    const refusals = mail.refusals + (isRefused ? 1 : 0);
    const isGivenUp = tries >= mostTries.all || (isRefused && refusals >= mostTries.refused);
    onError(error, { mail: id, kind: mail.kind, tries, given_up: isGivenUp });
    const pause = isGivenUp
      ? sql`make_interval(days => ${never})`
      : sql`make_interval(secs => ${pauseAfter(tries, refusals, isRefused)}::int)`;
    // Only as long as it is still this try's.
    await sql`
      update mail_outbox set
        refusals = ${refusals}::int, next_try_at = now() + ${pause},
        subject = case when ${isGivenUp}::boolean then '' else subject end,
        body = case when ${isGivenUp}::boolean then '' else body end
      where id = ${id} and tries = ${tries}::int and sent_at is null`.execute(db);
    return true;
  }
  await sql`update mail_outbox set sent_at = now(), subject = '', body = '' where id = ${id}`.execute(db);
  return true;
};

/**
 * Letters whose last try died with its process, and those that are of no use any more, keep no text either, and are looked at
 * by nobody who looks for one that is due. So many of them at once.
 */
export const wipeGivenUp = (atOnce: number): RawBuilder<unknown> => sql`
  update mail_outbox set subject = '', body = '', next_try_at = now() + make_interval(days => ${never})
  where id = any(array(
    select id from mail_outbox
    where sent_at is null and body <> '' and next_try_at <= now() and (tries >= ${mostTries.all} or until <= now())
    limit ${atOnce} for update skip locked))`;
