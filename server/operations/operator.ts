import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/db.ts';
import { createFailpoints } from '../failpoints.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { OperatorError, type Office } from '../office.ts';
import type { Outcome } from '../providers/provider.ts';
import { isLate } from './late.ts';
import { settle } from './settle.ts';

const usage = `operation late                 what has been under way for longer than was promised, the oldest first
operation show <operation>     what it is, whose it is, and how it came to where it stands
operation done <operation>     of a late one: its provider has told you that it was done; the money goes where it was to go
operation refused <operation>  of a late one: its provider has told you that it was not; what was held goes back`;

/** What an operator sees of an operation. `late`: it is under way, and the moment by which it was promised has passed. */
interface Seen {
  id: string;
  kind: string;
  status: string;
  give: string;
  give_currency: string;
  get: string;
  get_currency: string;
  account: string | null;
  expected_by: string | null;
  late: boolean;
  lines: number;
}

const seen = async (db: Db, which: RawBuilder<boolean>): Promise<Seen[]> => {
  const { rows } = await sql<Seen>`
    select o.id, o.kind, o.status, o.give, o.give_currency, o.get, o.get_currency, a.number as account,
      o.expected_by, coalesce(${isLate}, false) as late,
      (select count(*)::integer from operations l where l.parent_id = o.id) as lines
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

const late = async ({ db, say }: Office): Promise<void> => {
  const rows = await seen(db, isLate);
  for (const row of rows) say(`${await described(db, row)}  promised by ${row.expected_by}`);
  say(rows.length === 0 ? 'nothing is late' : `${rows.length} late`);
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
  if (row.lines > 0) say(`  has ${row.lines} lines, which are operations of their own`);
};

/** One whose provider never answered here ends by what it answered to a person. What it says afterwards changes nothing. */
const end = async ({ db, say }: Office, id: string, outcome: Outcome): Promise<void> => {
  const row = await found(db, id);
  if (!row.late) throw new OperatorError(`${id} is ${row.status} and not late: its provider is asked about it`);
  if (row.lines > 0) throw new OperatorError(`${id} has lines: each of them is decided by itself`);
  if (row.kind === 'card_order' && outcome.kind === 'done')
    throw new OperatorError(`${id} is a card: what is printed on it only its issuer says`);
  if (!(await settle({ db, failpoints: createFailpoints('') }, id, outcome)))
    throw new OperatorError(`${id} has ended meanwhile: operation show ${id}`);
  say(`${id}  ${outcome.kind === 'done' ? 'completed' : 'failed, and what was held is back'}`);
};

/** What an operator types behind `npm run operator -- operation`. @throws OperatorError */
export const operateOperation = async (office: Office, [what, id = '', ...rest]: string[]): Promise<void> => {
  if (what === 'late' && id === '') return await late(office);
  if (rest.length > 0 || id === '') throw new OperatorError(usage);
  if (what === 'show') return await show(office, id);
  if (what === 'done') return await end(office, id, { kind: 'done' });
  if (what === 'refused') return await end(office, id, { kind: 'refused', reason: 'provider_declined' });
  throw new OperatorError(usage);
};
