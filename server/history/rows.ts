import { sql, type Expression, type SqlBool } from 'kysely';
import type { HistoryKind } from '../../contract/calls/history.ts';
import type { OperationFilter, OperationStatus } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isOperationId } from '../ledger/ids.ts';
import type { OperationRow } from '../operations/row.ts';
import { dayAfter, startOfDay } from './days.ts';

/**
 * Whose operations of which kind stand in a history; what somebody else sent is shown when it has come. `pair`: what is
 * given and what is got can be two currencies.
 */
interface Source {
  kind: OperationRow['kind'];
  of: 'account_id' | 'counterparty_id';
  pair?: boolean;
  /** What is given stands in its lines. */
  lines?: boolean;
  /** What cards have paid stands among them, under a name of its own. */
  cards?: boolean;
}

const sources: Record<HistoryKind, Source[]> = {
  deposit: [{ kind: 'deposit', of: 'account_id' }],
  exchange: [
    { kind: 'exchange', of: 'account_id', pair: true },
    { kind: 'exchange_all', of: 'account_id', lines: true },
  ],
  payment: [
    { kind: 'purchase', of: 'account_id', pair: true },
    { kind: 'card_order', of: 'account_id' },
  ],
  referral: [{ kind: 'bonus', of: 'account_id' }],
  transfer: [
    { kind: 'transfer', of: 'account_id' },
    { kind: 'transfer', of: 'counterparty_id' },
  ],
  withdraw: [{ kind: 'withdraw', of: 'account_id', cards: true }],
};

/** Whether operations of several names stand in it, so that each says which it is. */
export const hasKinds = (kind: HistoryKind): boolean =>
  new Set(sources[kind].map((source) => source.kind)).size > 1 || sources[kind].some(({ cards }) => cards);

/** A row and its time in microseconds, which a cursor keeps. */
export type HistoryRow = OperationRow & { time: string };

/** The last row before a page. */
interface Cursor {
  time: string;
  id: string;
}

export const cursorOf = ({ time, id }: Cursor): string => Buffer.from(`${time}.${id}`).toString('base64url');

/** @throws Refusal 422 for the field `cursor`. */
const readCursor = (cursor: string): Cursor => {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (!/^\d{1,16}$/.test(time) || !isOperationId(id))
    throw new Refusal(422, 'invalid', { fields: { cursor: 'malformed' } });
  return { time, id };
};

const microseconds = sql<string>`(extract(epoch from created_at) * 1000000)::bigint`;

const conditionsOf = (filter: OperationFilter, zone: string): Expression<SqlBool>[] => {
  const conditions: Expression<SqlBool>[] = [];
  const { from, to, cursor } = filter;
  // PostgreSQL has no year 0 and reads none of five digits; nothing here is older than the product.
  if (from !== undefined && from > '2000-01-01')
    conditions.push(sql`created_at >= ${startOfDay(from, zone)}::timestamptz`);
  if (to !== undefined && to < '9999-12-01')
    conditions.push(
      sql`created_at < ${startOfDay(dayAfter(to < '2000-01-01' ? '2000-01-01' : to), zone)}::timestamptz`,
    );
  if (cursor !== undefined && cursor !== '') {
    const { time, id } = readCursor(cursor);
    conditions.push(
      sql`(created_at, id) < (timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond', ${id}::text)`,
    );
  }
  return conditions;
};

/** As conditions of which one or none holds: of what was done in part, something failed too. */
const statusConditions = ({ status }: OperationFilter, { lines }: Source): Expression<SqlBool>[] => {
  if (status === undefined) return [sql`status <> 'open' and reason is distinct from 'replaced'`];
  const whole = sql<SqlBool>`status = ${status satisfies OperationStatus}`;
  return lines === true && status === 'failed'
    ? [whole, sql`status = 'completed' and reason = 'some_failed'`]
    : [whole];
};

/** A currency on either side, as conditions of which one or none holds: each has an index. */
const currencyConditions = (
  { currency, status }: OperationFilter,
  { pair, lines }: Source,
  account: string,
): Expression<SqlBool>[] => {
  if (currency === undefined || currency === '') return [sql`true`];
  if (!/^[A-Z0-9]{1,10}$/.test(currency))
    throw new Refusal(422, 'invalid', { fields: { currency: 'unknown_currency' } });
  const given = sql<SqlBool>`give_currency = ${currency}`;
  if (lines === true)
    return [
      given,
      sql`give_currency <> ${currency} and id in (
        select parent_id from operations where account_id = ${account} and give_currency = ${currency} and parent_id is not null
          and ${status === undefined ? sql`true` : sql`status = ${status}`})`,
    ];
  return pair === true ? [given, sql`get_currency = ${currency} and give_currency <> ${currency}`] : [given];
};

/**
 * The question for at most so many operations of an account in one history, newest first. Each source is read in the order
 * of an index of its own. Days are those of `zone`, `to` is included. A check that nobody has confirmed yet is no history, nor is
 * one that was replaced before it ran out: they are shown only when their status is asked for; lines of an operation stand in it and not beside it.
 * Where a filter means lines, it finds the operations of which it lets one through.
 * @throws Refusal 422 for a field of the filter.
 */
export const historyQuery = (
  db: Db,
  { account, kind, zone = 'UTC' }: { account: string; kind: HistoryKind; zone?: string },
  filter: OperationFilter,
  most: number,
) => {
  const conditions = conditionsOf(filter, zone);
  const parts = sources[kind]
    .flatMap((source) =>
      statusConditions(filter, source).flatMap((status) =>
        currencyConditions(filter, source, account).map((currency) => ({ source, its: [status, currency] })),
      ),
    )
    .map(({ source, its }) => {
      const part = db
        .selectFrom('operations')
        .selectAll()
        .select(microseconds.as('time'))
        .where(source.of, '=', account)
        .where('kind', '=', source.kind)
        .where('parent_id', 'is', null)
        .where((eb) => eb.and([...conditions, ...its]))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most);
      return source.of === 'account_id' ? part : part.where('status', '=', 'completed');
    });
  const [first, ...others] = parts;
  if (!first || others.length === 0) return first;
  const [all, ...rest] = parts.map((part, at) => db.selectFrom(part.as(`part${at}`)).selectAll());
  if (!all) return undefined;
  return db
    .selectFrom(rest.reduce((union, part) => union.unionAll(part), all).as('all_parts'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most);
};

/** What `historyQuery` finds. */
export const historyRows = async (...asked: Parameters<typeof historyQuery>): Promise<HistoryRow[]> =>
  (await historyQuery(...asked)?.execute()) ?? [];
