import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../db/db.ts';
import type { PaymentTables } from '../db/tables/payments.ts';
import type { PaymentNews } from '../providers/news.ts';
import { Big } from '../money/decimal.ts';

export type SandboxOrder = Selectable<PaymentTables['sandbox_pay_orders']>;

/** Longer than a page waits for its answer: so late is a provider that is told to be late, in milliseconds. */
export const lateness = 2_500;

/** An order by what names it outside: the token of its pay page, or the address or reference that is paid. */
export const findOrder = async (
  db: Db,
  by: { token: string } | { target: string },
): Promise<SandboxOrder | undefined> => {
  const orders = db.selectFrom('sandbox_pay_orders').selectAll();
  const found = 'token' in by ? orders.where('token', '=', by.token) : orders.where('target', '=', by.target);
  return await found.executeTakeFirst();
};

/** The order, locked until the transaction ends: it is paid at its page, or taken back, one after the other. */
export const lockOrder = async (db: Db, operationId: string): Promise<SandboxOrder | undefined> =>
  await db
    .selectFrom('sandbox_pay_orders')
    .selectAll()
    .where('operation_id', '=', operationId)
    .forUpdate()
    .executeTakeFirst();

interface Paid {
  status: PaymentNews['status'];
  amount?: string;
  currency?: string;
  /** Of a pay page: it is answered once. */
  id?: string;
}

const newsOf = (
  row: Pick<Selectable<PaymentTables['sandbox_payments']>, 'id' | 'status' | 'currency' | 'amount' | 'at'>,
  { operation_id: order, provider }: Pick<SandboxOrder, 'operation_id' | 'provider'>,
): PaymentNews => ({
  id: row.id,
  provider,
  order,
  status: row.status,
  currency: row.currency,
  amount: new Big(row.amount).toFixed(),
  at: row.at,
});

/** Something was paid, or was not. @returns the news; undefined when this one is known already. */
export const recordPayment = async (db: Db, order: SandboxOrder, paid: Paid): Promise<PaymentNews | undefined> => {
  const row = await db
    .insertInto('sandbox_payments')
    .values({
      id: paid.id ?? randomUUID(),
      operation_id: order.operation_id,
      status: paid.status,
      currency: paid.currency ?? order.currency,
      amount: paid.amount ?? order.amount,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && newsOf(row, order);
};

/** Answers an order on its pay page. @returns the news; undefined where it was answered before, or taken back. */
export const answerAtPage = (
  db: Db,
  { operation_id: id }: SandboxOrder,
  status: PaymentNews['status'],
): Promise<PaymentNews | undefined> =>
  db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id);
    return order?.closed_at === null ? await recordPayment(trx, order, { status, id: `page_${id}` }) : undefined;
  });

/** How the order was answered on its pay page; cancelled also where it was taken back, undefined while it waits. */
export const answerOf = async (
  db: Db,
  { operation_id: id, closed_at: closed }: Pick<SandboxOrder, 'operation_id' | 'closed_at'>,
): Promise<PaymentNews['status'] | undefined> => {
  const payments = db.selectFrom('sandbox_payments').select('status');
  const answer = await payments.where('id', '=', `page_${id}`).executeTakeFirst();
  return answer?.status ?? (closed === null ? undefined : 'cancelled');
};

/** How many are read at once. */
const atOnce = 100;

/**
 * What accounts' providers say when they are asked and nobody has taken in yet, of one order or of all, the oldest first.
 * One that hangs says nothing; a late one, late.
 */
export async function* unheardInSandbox(db: Db, order?: string): AsyncGenerator<PaymentNews> {
  const behaviour = sql<string | null>`coalesce(own.value, everybody.value)->>'behaviour'`;
  let last: { at: string; id: string } | undefined;
  for (;;) {
    let query = db
      .selectFrom('sandbox_payments as p')
      .innerJoin('sandbox_pay_orders as o', 'o.operation_id', 'p.operation_id')
      .leftJoin('sandbox as own', (join) => join.on('own.key', '=', sql<string>`'provider:' || o.account`))
      .leftJoin('sandbox as everybody', (join) => join.on('everybody.key', '=', 'provider'))
      .select(['p.id', 'p.status', 'p.currency', 'p.amount', 'p.at', 'p.operation_id', 'o.provider'])
      .select(sql<string>`p.at::text`.as('moment'))
      .where('p.heard', '=', false)
      .where(sql<boolean>`${behaviour} is distinct from 'hang'`)
      .where(
        sql<boolean>`(${behaviour} is distinct from 'late'
          or p.at < clock_timestamp() - ${lateness}::integer * interval '1 millisecond')`,
      )
      .orderBy('p.at')
      .orderBy('p.id')
      .limit(atOnce);
    if (order !== undefined) query = query.where('p.operation_id', '=', order);
    if (last) query = query.where(sql<boolean>`(p.at, p.id) > (${last.at}::timestamptz, ${last.id}::text)`);
    const rows = await query.execute();
    for (const row of rows) yield newsOf(row, row);
    const end = rows.at(-1);
    if (!end || rows.length < atOnce) return;
    last = { at: end.moment, id: end.id };
  }
}

export const markHeard = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('sandbox_payments').set({ heard: true }).where('id', '=', id).execute();
};
