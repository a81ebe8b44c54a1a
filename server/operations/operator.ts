import { sql, type RawBuilder } from 'kysely';
import type { OperationStatus } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { createFailpoints } from '../failpoints.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { addJob } from '../jobs/queue.ts';
import { named, OperatorError, type Office } from '../office.ts';
import type { Outcome, Refused } from '../providers/provider.ts';
import type { KindName } from './kind.ts';
import { kinds } from './kinds.ts';
import { isLate } from './late.ts';
import { settle } from './settle.ts';
import { releaseOperation, takeOperation, takeUnplaced, untilUnasked } from './taken.ts';

const usage = `operation late                 what has been under way for longer than was promised, the oldest first
operation taken                what somebody of the house decides about, late or not, who and since when
operation show <operation>     what it is, whose it is, and how it came to where it stands
operation take <operation> <name>
                               you of that name, one word, decide about a late one, and nobody else: from here on the server does
                               not ask its provider, which would place it; so ask it by another way then, and not before
operation take unplaced <name>  all whose provider was not asked yet, late or not: for a database that was restored to an earlier
                               moment, before the first server starts on it
operation release <operation> <name>
                               you do not decide: the server asks its provider again
operation done <operation> <name>
                               you had taken it, and its provider has told you since that it was done; the money goes where it was to go
operation refused <operation> <name>
                               you had taken it, and its provider has told you since that it was not; what was held goes back, and of what
                               was to come nothing is credited`;

/** What an operator sees of an operation. `late`: it is under way, and the moment by which it was promised has passed. */
interface Seen {
  id: string;
  kind: string;
  status: OperationStatus;
  reason: string | null;
  give: string;
  give_currency: string;
  get: string;
  get_currency: string;
  account: string | null;
  expected_by: string | null;
  late: boolean;
  /** When its provider was asked first. */
  placed_at: string | null;
  taken_by: string | null;
  taken_at: string | null;
  lines: number;
  /** How many there are, also where a list ends before. */
  all: number;
}

const seen = async (db: Db, which: RawBuilder<boolean>): Promise<Seen[]> => {
  const { rows } = await sql<Seen>`
    select o.id, o.kind, o.status, o.reason, o.give, o.give_currency, o.get, o.get_currency, a.number as account,
      o.expected_by, coalesce(${isLate}, false) as late, o.placed_at, o.taken_by, o.taken_at,
      (select count(*)::integer from operations l where l.parent_id = o.id) as lines, count(*) over ()::integer as all
    from operations o left join accounts a on a.id = o.account_id
    where ${which} order by o.expected_by, o.id limit 200`.execute(db);
  return rows;
};

const described = async (db: Db, row: Seen): Promise<string> => {
  const currencies = await readCurrencies(db);
  const amount = (value: string, code: string) => `${written(value, currencyOf(currencies, code).scale)} ${code}`;
  const sides = `${amount(row.give, row.give_currency)} to ${amount(row.get, row.get_currency)}`;
  return `${row.id}  ${row.kind}  ${sides}  account ${row.account ?? 'of the house'}`;
};

const takenNote = ({ taken_by: name, taken_at: since }: Seen): string =>
  name === null ? '' : `taken by ${name}, since ${since}`;

/** Somebody of the house decides about it. */
const isTaken: RawBuilder<boolean> = sql<boolean>`(o.status = 'processing' and o.taken_by is not null)`;

const list = async ({ db, say }: Office, which: RawBuilder<boolean>, what: string): Promise<void> => {
  const rows = await seen(db, which);
  for (const row of rows) {
    const note = takenNote(row);
    say(`${await described(db, row)}  promised by ${row.expected_by}${note && `  ${note}`}`);
  }
  const all = rows[0]?.all ?? 0;
  const most = all > rows.length ? `, the first ${rows.length} of which stand here` : '';
  say(all === 0 ? `nothing is ${what}` : `${all} ${what}${most}`);
};

const late = async (office: Office): Promise<void> => {
  await list(office, isLate, 'late');
  const [young] = await seen(office.db, sql<boolean>`(${isTaken} and not coalesce(${isLate}, false))`);
  if (young) office.say(`${young.all} taken that are not late: operation taken`);
};

const found = async (db: Db, id: string): Promise<Seen> => {
  const [row] = await seen(db, sql`o.id = ${id}`);
  if (!row) throw new OperatorError(`there is no operation ${id}`);
  return row;
};

const show = async ({ db, say }: Office, id: string): Promise<void> => {
  const row = await found(db, id);
  say(await described(db, row));
  const steps = await db
    .selectFrom('operation_timeline')
    .select(['at', 'status', 'reason'])
    .where('operation_id', '=', id)
    .orderBy('id')
    .execute();
  for (const { at, status, reason } of steps) say(`  ${at}  ${status}${reason ? `, ${reason}` : ''}`);
  if (row.late) say(`  late: it was promised by ${row.expected_by}`);
  if ((row.late || row.taken_by !== null) && row.placed_at === null) say('  its provider was never asked for it');
  if (row.taken_by !== null) say(`  ${takenNote(row)}`);
  if (row.lines > 0) say(`  has ${row.lines} lines, which are operations of their own`);
};

/** What becomes of one that nobody decides about. */
const goesOn: Partial<Record<OperationStatus, string>> = {
  open: 'nobody has confirmed it',
  awaiting_payment: 'it waits to be paid',
  processing: 'its provider is asked about it',
};

/** Of one that nobody decides about. It is to be decided once it is late, or was taken before, as all that was not placed yet. */
const whyNobody = ({ id, status, reason, late: isOver, taken_by: by, placed_at: placed, lines }: Seen) => {
  const isUnderWay = status === 'processing';
  const waits = isUnderWay && reason === 'needs_verification' && 'it waits for a verified identity';
  if (isOver || (isUnderWay && by !== null && !waits)) return undefined;
  const isNext = isUnderWay && placed === null && lines === 0 && 'its provider was not asked for it yet';
  return `${id} is ${status} and not late: ${waits || isNext || (goesOn[status] ?? 'it has ended')}`;
};

/** One that a person may decide about. @throws OperatorError */
const foundToDecide = async (db: Db, id: string): Promise<Seen> => {
  const row = await found(db, id);
  const why = whyNobody(row);
  if (why !== undefined) throw new OperatorError(why);
  if (row.lines > 0) throw new OperatorError(`${id} has lines: each of them is decided by itself`);
  return row;
};

/** Why it is not theirs to decide. */
const whyNot = async (db: Db, id: string): Promise<string> => {
  const row = await found(db, id);
  if (!goesOn[row.status]) return `${id} has ended meanwhile: operation show ${id}`;
  const whose =
    row.taken_by === null
      ? `${id} is taken by nobody, and its provider may be asked at any moment: operation take ${id} <name>, then ask it by another way`
      : `${id} is ${takenNote(row)}`;
  return whyNobody(row) ?? whose;
};

const take = async ({ db, say }: Office, id: string, name: string): Promise<void> => {
  await foundToDecide(db, id);
  if (!(await takeOperation(db, id, named(name)))) throw new OperatorError(await whyNot(db, id));
  await untilUnasked(db, id, name);
  const row = await found(db, id);
  if (row.taken_by !== name || row.status !== 'processing') throw new OperatorError(await whyNot(db, id));
  say(`${id}  ${takenNote(row)}${row.placed_at === null ? '; its provider was never asked for it' : ''}`);
  say('ask its provider now: what it said before this line does not count, for it may have been asked after that');
  say(`then: operation done ${id} ${name}, or operation refused ${id} ${name}, or operation release ${id} ${name}`);
};

const takeAll = async ({ db, say }: Office, name: string): Promise<void> => {
  const ids = await takeUnplaced(db, named(name));
  for (const id of ids) say(await described(db, await found(db, id)));
  say(
    `${ids.length} taken by ${name}: the server asks no provider for them until operation release <operation> ${name}`,
  );
  say(
    `operation taken lists them: operation refused <operation> ${name} where its person took it back, operation done <operation> ${name} where its provider did it`,
  );
};

const release = async ({ db, say }: Office, id: string, name: string): Promise<void> => {
  const isReleased = await db.transaction().execute(async (trx) => {
    if (!(await releaseOperation(trx, id, name))) return false;
    await addJob(trx, id);
    return true;
  });
  if (!isReleased) throw new OperatorError(await whyNot(db, id));
  say(`${id}  is taken by nobody, and its provider is asked again`);
};

/** Why one is refused of which its provider says no more, in the words that its person reads of the same from the server. */
const refusals: Partial<Record<string, Refused['reason']>> = {
  ...{ deposit: 'payment_not_confirmed', purchase: 'payment_not_confirmed' },
  ...{ withdraw: 'payout_declined', card_order: 'issuer_declined' },
};

const endedAs = (kind: string, isDone: boolean): string => {
  if (isDone) return 'completed';
  return kinds[kind as KindName]?.holds === true
    ? 'failed, and what was held is back'
    : 'failed; nothing was held for it, and nothing is credited';
};

/** One that is taken ends by what its provider answered to a person. What it says afterwards changes nothing. */
const end = async ({ db, say }: Office, id: string, name: string, isDone: boolean): Promise<void> => {
  const { kind, taken_by: by } = await foundToDecide(db, id);
  if (kind === 'card_order' && isDone)
    throw new OperatorError(`${id} is a card: what is printed on it only its issuer says`);
  // Of one that is not theirs the next question may begin before the last one is over, and so on.
  if (by !== name) throw new OperatorError(await whyNot(db, id));
  // Whoever took it may not have waited for a question that was on its way.
  await untilUnasked(db, id, name);
  const outcome: Outcome = isDone
    ? { kind: 'done' }
    : { kind: 'refused', reason: refusals[kind] ?? 'provider_declined' };
  if (!(await settle({ db, failpoints: createFailpoints('') }, id, outcome, { by: name })))
    throw new OperatorError(await whyNot(db, id));
  say(`${id}  ${endedAs(kind, isDone)}`);
};

/** What an operator types behind `npm run operator -- operation`. @throws OperatorError */
export const operateOperation = async (office: Office, [what, id = '', ...rest]: string[]): Promise<void> => {
  if (what === 'late' && id === '') return await late(office);
  if (what === 'taken' && id === '') return await list(office, isTaken, 'taken');
  if (id === '') throw new OperatorError(usage);
  const name = rest.join(' ').trim();
  if (what === 'show' && name === '') return await show(office, id);
  if (what === 'take' && id === 'unplaced' && name) return await takeAll(office, name);
  if (what === 'take' && name) return await take(office, id, name);
  if (what === 'release' && name) return await release(office, id, name);
  if (what === 'done') return await end(office, id, name, true);
  if (what === 'refused') return await end(office, id, name, false);
  throw new OperatorError(usage);
};
