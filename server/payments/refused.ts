import { sql } from 'kysely';
import type { ErrorCode } from '../../contract/error-codes.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isOperationId } from '../ledger/ids.ts';
import type { PaymentNews } from '../providers/news.ts';
import { receivePayment } from './receive.ts';

type Receiving = Parameters<typeof receivePayment>[0];

interface Log {
  error(about: object, words: string): void;
  info(about: object, words: string): void;
}

/** What the log is told of it: for which order is whatever was written there, and only an id of ours is no word of a person. */
export const aboutNews = ({ provider, id, order }: PaymentNews) => ({
  ...{ provider, payment: id },
  ...(isOperationId(order) && { operation: order }),
});

/**
 * As `receivePayment`; of what is refused the money is kept for a person, for whoever took it need not say so again.
 * @returns whether it counted, or why it was refused.
 */
export const receiveOrKeep = async (house: Receiving & { log: Log }, news: PaymentNews): Promise<boolean | Refusal> => {
  try {
    return await receivePayment(house, news);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : isUnreadable(error) ? new Refusal(422, 'invalid') : undefined;
    if (!refusal) throw error;
    const about = { ...aboutNews(news), err: error };
    // Where nothing came there is nothing to look after, but for money that was said to have come by the same payment.
    if (news.status !== 'received') {
      await noteNone(house.db, news, news.status);
      house.log.info(about, 'news of a payment was refused, and no money came with it');
    } else if (await keep(house.db, news, refusal.code))
      house.log.error(about, 'a payment was refused, its money is left to people');
    return refusal;
  }
};

/** The database takes a value of it for none, such as a moment in the year 0: that is so however often it is tried. */
const isUnreadable = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
};

/** @returns whether it was not there already. */
const keep = async (db: Db, news: PaymentNews, reason: ErrorCode): Promise<boolean> => {
  const { provider, id, order, currency, amount, at } = news;
  const { numInsertedOrUpdatedRows: kept } = await db
    .insertInto('refused_payments')
    // The order is whatever was said, and the database takes no zero byte.
    .values({
      provider,
      id,
      for_order: order.replaceAll('\0', '').slice(0, 100),
      currency,
      amount,
      reason,
      paid_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (kept ?? 0n) > 0n;
};

const noteNone = async (db: Db, { provider, id }: PaymentNews, status: 'declined' | 'cancelled'): Promise<void> => {
  await db
    .insertInto('refused_news')
    .values({ provider, id, status })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** That no money came of it, where its provider said so. */
export interface SaidBesides {
  said: PaymentNews['status'] | null;
  said_at: string | null;
}

/**
 * Those that nobody has looked after, the oldest first, each with whose order it names, and with what its provider said of it
 * besides; what was taken in since is none any more.
 */
export const refusedPayments = async (db: Db) =>
  await db
    .selectFrom('refused_payments as r')
    .leftJoin('operations as o', 'o.id', 'r.for_order')
    .leftJoin('accounts as a', 'a.id', 'o.account_id')
    .leftJoin('payment_receipts as p', (join) => join.onRef('p.provider', '=', 'r.provider').onRef('p.id', '=', 'r.id'))
    .leftJoin('refused_news as n', (join) => join.onRef('n.provider', '=', 'r.provider').onRef('n.id', '=', 'r.id'))
    .select((is) => [
      'a.number as account',
      is.fn.coalesce('p.status', 'n.status').as('said'),
      is.fn.coalesce('p.heard_at', 'n.heard_at').as('said_at'),
    ])
    .select(['r.provider', 'r.id', 'r.for_order', 'r.currency', 'r.amount', 'r.reason', 'r.paid_at', 'r.heard_at'])
    .where('r.done_at', 'is', null)
    .where(sql<boolean>`p.status is distinct from 'received'`)
    .orderBy('r.heard_at')
    .execute();

/**
 * Notes that one was looked after, and by whom: the first counts.
 * @returns who did, from now on, and what its provider said of it besides; as what operation it was taken in where it counted
 * since, undefined where there is no such payment.
 */
export const noteDone = async (
  db: Db,
  { provider, id }: Record<'provider' | 'id', string>,
  name: string,
): Promise<({ done_by: string; done_at: string } & SaidBesides) | { taken_in: string } | undefined> =>
  await db.transaction().execute(async (trx) => {
    // Whoever takes it in holds the row until it counts.
    const { rows } = await sql`
      select from refused_payments where provider = ${provider} and id = ${id} for update`.execute(trx);
    if (rows.length === 0) return undefined;
    const receipt = await trx
      .selectFrom('payment_receipts')
      .select(['operation_id', 'became', 'status as said', 'heard_at as said_at'])
      .where(sql<string>`provider`, '=', provider)
      .where('id', '=', id)
      .executeTakeFirst();
    if (receipt?.said === 'received') return { taken_in: receipt.became ?? receipt.operation_id };
    const none = await trx
      .selectFrom('refused_news')
      .select(['status', 'heard_at'])
      .where(sql<string>`provider`, '=', provider)
      .where('id', '=', id)
      .executeTakeFirst();
    const noted = await trx
      .updateTable('refused_payments')
      .set({
        done_by: sql<string>`coalesce(done_by, ${name})`,
        done_at: sql<string>`coalesce(done_at, clock_timestamp())`,
      })
      .where(sql<string>`provider`, '=', provider)
      .where('id', '=', id)
      .returning(['done_by', 'done_at'])
      .$narrowType<{ done_by: string; done_at: string }>()
      .executeTakeFirstOrThrow();
    return {
      ...noted,
      said: receipt?.said ?? none?.status ?? null,
      said_at: receipt?.said_at ?? none?.heard_at ?? null,
    };
  });
