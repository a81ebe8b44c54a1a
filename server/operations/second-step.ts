import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import type { House } from '../area.ts';
import { waitFor } from '../auth/attempts.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { writeSecondStepMail } from '../mail/second-step-mail.ts';
import type { Account } from '../scanned.ts';
import type { OperationRow } from './row.ts';

/** Seconds between two letters for one operation. */
const againSeconds = 60;
/** Letters for one operation, and second steps of one account within an hour: more is no person. */
const most = { letters: 5, stepsAnHour: 20 };

type Step = NonNullable<Operation['second_step']>;

/** `d•••@example.com`: enough to know which letter box to look into. Of one letter nothing is shown. */
export const maskEmail = (email: string): string => {
  const end = email.lastIndexOf('@');
  return `${end > 1 ? email.slice(0, 1) : ''}•••${email.slice(end)}`;
};

/** The second steps of those among these rows that are still open, by the row's id. */
export const secondSteps = async (db: Db, rows: OperationRow[]): Promise<Map<string, Step>> => {
  const open = rows.filter(({ status }) => status === 'open').map(({ id }) => id);
  if (open.length === 0) return new Map();
  const steps = await db
    .selectFrom('second_steps as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select([
      's.operation_id as id',
      's.tries',
      'a.email',
      sql<string>`s.sent_at + make_interval(secs => ${againSeconds})`.as('again_at'),
    ])
    .where('s.operation_id', 'in', open)
    .execute();
  return new Map(
    steps.map(({ id, tries, email, again_at }) => [
      id,
      { sent_to: maskEmail(email), tries_left: added.codeTries - tries, again_at },
    ]),
  );
};

const hashCode = (code: string, salt: Buffer): Buffer => createHmac('sha256', salt).update(code).digest();

const newCode = () => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const salt = randomBytes(16);
  return { code, salt, hash: hashCode(code, salt) };
};

/**
 * From now on the operation is confirmed with a code, which goes out by mail. In the transaction of the check.
 * @throws Refusal 429 `wait_before_retry` for an account that asks for too many, until the oldest is an hour old.
 */
export const openSecondStep = async (house: House, db: Db, account: Account, row: OperationRow): Promise<void> => {
  // Several checks at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`second step ${account.id}`}, 0))`.execute(db);
  const { count, seconds } = await db
    .selectFrom('second_steps')
    .select((eb) => [
      eb.fn.countAll<string>().as('count'),
      sql<number>`
        greatest(1, ceil(extract(epoch from min(made_at) + interval '1 hour' - clock_timestamp())))::integer`.as(
        'seconds',
      ),
    ])
    .where('account_id', '=', account.id)
    .where('made_at', '>', sql<string>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (BigInt(count) >= most.stepsAnHour) throw waitFor(seconds);
  const { code, salt, hash } = newCode();
  await db
    .insertInto('second_steps')
    .values({ operation_id: row.id, account_id: account.id, code_hash: hash, salt })
    .execute();
  await writeSecondStepMail(house, db, { account, row, code });
};

/**
 * Another letter with another code for an open operation; the one before is void, its tries stay counted. `row` is
 * locked. Of one that is not open any more nothing is sent: how it stands is the answer.
 * @throws Refusal 404 where none is asked for, 409 `no_more_letters` after the last one, 429 `rate_limited` with `params.seconds` when the one before is too young.
 */
export const sendAnotherCode = async (house: House, db: Db, account: Account, row: OperationRow): Promise<void> => {
  if (row.status !== 'open') return;
  const step = await db
    .selectFrom('second_steps')
    .select([
      'letters',
      sql<number>`ceil(extract(epoch from sent_at - clock_timestamp()) + ${againSeconds}::int)::int`.as('young'),
    ])
    .where('operation_id', '=', row.id)
    .forUpdate()
    .executeTakeFirst();
  if (!step) throw new Refusal(404, 'not_found');
  if (step.letters >= most.letters) throw new Refusal(409, 'no_more_letters');
  if (step.young > 0)
    throw new Refusal(429, 'rate_limited', { retryAfter: step.young, params: { seconds: step.young } });
  const { code, salt, hash } = newCode();
  await db
    .updateTable('second_steps')
    .set({ code_hash: hash, salt, letters: step.letters + 1, sent_at: sql`clock_timestamp()` })
    .where('operation_id', '=', row.id)
    .execute();
  await writeSecondStepMail(house, db, { account, row, code });
};

/**
 * Whether a locked open operation may be confirmed with this code. A wrong one is counted, in this transaction, which must
 * not be taken back; the fifth cancels the operation.
 * @returns undefined when it may; else 422 `wrong_code` with `params.left` or `required`, 409 `too_many_tries`.
 */
export const tryCode = async (db: Db, row: OperationRow, code: string | undefined): Promise<Refusal | undefined> => {
  const step = await db
    .selectFrom('second_steps')
    .select(['code_hash', 'salt', 'tries'])
    .where('operation_id', '=', row.id)
    .forUpdate()
    .executeTakeFirst();
  if (!step) return undefined;
  if (code === undefined) return new Refusal(422, 'invalid', { fields: { code: 'required' } });
  if (timingSafeEqual(hashCode(code, step.salt), step.code_hash)) return undefined;
  const tries = step.tries + 1;
  await db.updateTable('second_steps').set({ tries }).where('operation_id', '=', row.id).execute();
  const left = added.codeTries - tries;
  if (left > 0) return new Refusal(422, 'wrong_code', { fields: { code: 'wrong_code' }, params: { left } });
  await db
    .updateTable('operations')
    .set({ status: 'cancelled', reason: 'too_many_codes', changed_at: sql`clock_timestamp()` })
    .where('id', '=', row.id)
    .where('status', '=', 'open')
    .execute();
  return new Refusal(409, 'too_many_tries');
};
