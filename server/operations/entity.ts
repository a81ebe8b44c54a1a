import { sql } from 'kysely';
import { finalStatuses, type Operation } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { currencyEntity, currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { plain, written } from '../money/decimal.ts';
import { keptDocuments, withDocuments } from '../payments/documents.ts';
import { methodNames } from '../payments/method-names.ts';
import { readSentBack } from '../payments/sent-back.ts';
import { findKind } from './kinds.ts';
import { readLines, sumOfLines } from './lines.ts';
import type { OperationRow } from './row.ts';
import { secondSteps } from './second-step.ts';
import { shownTo } from './shown.ts';

/** Whether it can be taken back now, as far as its row says. */
const cancellable = (row: OperationRow): boolean =>
  (findKind(row)?.cancellable ?? false) &&
  (row.status === 'awaiting_payment' ||
    (row.status === 'processing' && row.placed_at === null && row.taken_by === null));

/**
 * What was put in besides the amount, as long as nothing was sent: whoever goes back finds it in the form. Facts of a transfer say
 * the same.
 */
const filledIn = ({ kind, status, submitted_at: confirmed, details }: OperationRow): Pick<Operation, 'values'> => {
  const isSent = status !== 'open' && status !== 'expired' && (status !== 'cancelled' || confirmed !== null);
  if (kind === 'transfer' || isSent) return {};
  const { card: _, ...values } = details.values ?? {};
  return Object.keys(values).length > 0 ? { values } : {};
};

/**
 * Rows as the contract's operations, in the same order, each with its timeline. Not for the treasury's. `viewer` is the
 * account that reads them: whoever gets the money sees facts of their own, and nothing to act on.
 */
export const operationEntities = async (
  db: Db,
  rows: OperationRow[],
  locale: 'ru' | 'en',
  viewer?: string,
  known?: Known,
): Promise<Operation[]> => {
  if (rows.length === 0) return [];
  const currencies = known?.currencies ?? (await readCurrencies(db));
  const moments = known?.moments ?? (await readMoments(db, rows));
  const fresh = await openReplacements(db, rows);
  const payable = await payableNow(db, rows);
  const steps = await secondSteps(db, rows);
  const lines = await readLines(db, rows, currencies, locale);
  const names = await methodNames(db, rows, locale);
  const documents = await keptDocuments(db, rows);
  const sentBack = await readSentBack(db, rows, locale);
  const timelines = Map.groupBy(moments, (moment) => moment.operation_id);
  return rows.map((row) => {
    if (row.kind === 'treasury') throw new Error(`operation ${row.id} belongs to the house`);
    const shown = shownTo(row, names, locale, viewer);
    const { incoming } = shown;
    const facts = [...shown.facts, ...(sentBack.get(row.id) ?? [])];
    const give = currencyOf(currencies, shown.giveCurrency);
    const get = currencyOf(currencies, row.get_currency);
    const kind = findKind(row);
    const { warnings } = row.details;
    const statusPath = row.status_path ?? kind?.statusPath?.(row);
    const place = kind?.place(row);
    const second = steps.get(row.id);
    const ofParent = lines.get(row.id);
    const sum = ofParent && sumOfLines(ofParent);
    return {
      id: row.id,
      kind: row.kind,
      status: row.status,
      terms: {
        give: { amount: written(sum ?? shown.give, give.scale), currency: give.code },
        get: { amount: written(sum ?? shown.get, get.scale), currency: get.code },
        fee: { amount: written(shown.fee, give.scale), currency: give.code },
        rate: plain(shown.rate),
      },
      give_currency: currencyEntity(give, locale),
      get_currency: currencyEntity(get, locale),
      asked: incoming
        ? { side: 'get', amount: plain(shown.get) }
        : { side: row.asked_side, amount: plain(row.asked_amount) },
      ...(!incoming && filledIn(row)),
      created_at: row.created_at,
      expires_at: row.expires_at,
      ...(row.status === 'open' && kind?.submitPath && { submit_path: kind.submitPath(row) }),
      ...(statusPath !== undefined && { status_path: statusPath }),
      ...(place !== undefined && { place }),
      timeline: timelineOf(throughConfirm(row, timelines.get(row.id) ?? [])),
      ...(row.reason !== null && { reason: row.reason }),
      ...(row.expected_by !== null && { expected_by: row.expected_by }),
      ...(row.replaced_by !== null && fresh.has(row.replaced_by) && { replaced_by: row.replaced_by }),
      ...(facts.length > 0 && { facts: withDocuments(facts, documents.get(row.id)) }),
      ...(row.status === 'open' && warnings && warnings.length > 0 && { warnings }),
      ...(second && { second_step: second }),
      ...(payable.has(row.id) &&
        row.payment !== null &&
        row.payment_until !== null && { payment: { ...row.payment, until: row.payment_until } }),
      ...(ofParent && { lines: ofParent }),
      ...(incoming && { incoming }),
      ...(!incoming && cancellable(row) && { cancellable: true }),
    };
  });
};

/** What whoever has the rows has read beside them. */
export interface Known {
  currencies: Map<string, CurrencyRow>;
  moments: Moment[];
}

const readMoments = (db: Db, rows: OperationRow[]): Promise<Moment[]> =>
  db
    .selectFrom('operation_timeline')
    .select(['operation_id', 'status', 'reason', 'at'])
    .where(
      'operation_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('id')
    .execute();

interface Moment {
  operation_id: string;
  status: Operation['status'];
  reason: string | null;
  at: string;
}

/** A transfer may end in the very moment of its confirm: that it was confirmed is told all the same. */
const throughConfirm = ({ id, kind, status, submitted_at: confirmed }: OperationRow, moments: Moment[]): Moment[] => {
  const wasUnderWay = moments.some((moment) => moment.status === 'processing');
  if (kind !== 'transfer' || status !== 'completed' || confirmed === null || wasUnderWay) return moments;
  const at = moments.findIndex((moment) => moment.status === 'completed');
  return moments.toSpliced(at, 0, { operation_id: id, status: 'processing', reason: null, at: confirmed });
};

/** An end is told once: when it came, with what was learned of it since. */
const timelineOf = (moments: Moment[]): Operation['timeline'] => {
  const ended = moments.findIndex(({ status }) => finalStatuses.some((final) => final === status));
  const [end, last] = [moments[ended], moments.at(-1)];
  const told = end && last ? [...moments.slice(0, ended), { ...last, at: end.at }] : moments;
  return told.map(({ status, reason, at }) => ({ status, at, ...(reason !== null && { reason }) }));
};

/** Those that can be paid at this moment: whatever comes later is late, also while nobody has ended them yet. */
const payableNow = async (db: Db, rows: OperationRow[]): Promise<Set<string>> => {
  const ids = rows.filter(({ status }) => status === 'awaiting_payment').map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const found = await db
    .selectFrom('operations')
    .select('id')
    .where('id', 'in', ids)
    .where('payment_until', '>', sql<string>`clock_timestamp()`)
    .execute();
  return new Set(found.map(({ id }) => id));
};

/** Which of those that took the place of some of these rows are worth a look: a fresh check as long as it can be confirmed, a deposit of what came instead. */
const openReplacements = async (db: Db, rows: OperationRow[]): Promise<Set<string>> => {
  const ids = rows.map((row) => row.replaced_by).filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const open = await db
    .selectFrom('operations')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'open'), eb('expires_at', '>', sql<string>`clock_timestamp()`)]),
        eb.and([eb('kind', '=', 'deposit'), eb('status', 'not in', ['open', 'expired'])]),
      ]),
    )
    .execute();
  return new Set(open.map(({ id }) => id));
};

export const operationEntity = async (
  db: Db,
  row: OperationRow,
  locale: 'ru' | 'en',
  viewer?: string,
  known?: Known,
): Promise<Operation> => {
  const [entity] = await operationEntities(db, [row], locale, viewer, known);
  if (!entity) throw new Error(`operation ${row.id} has no entity`);
  return entity;
};
