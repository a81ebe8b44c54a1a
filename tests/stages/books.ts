import { sql } from 'kysely';
import type { OperationStatus } from '../../contract/operation.ts';
import type { Db } from '../../server/db/db.ts';

/** What an operation in such a state has moved, in order. */
const moves: Record<OperationStatus, string> = {
  open: '',
  awaiting_payment: '',
  expired: '',
  processing: 'hold',
  completed: 'hold settle',
  failed: 'hold release',
  cancelled: 'hold release',
};

/** The operation as the books have it; undefined where they have none. */
export async function operationInBooks(
  db: Db,
  id: string,
): Promise<{ status: OperationStatus; lapsed: boolean; moved: string } | undefined> {
  const { rows } = await sql<{ status: OperationStatus; lapsed: boolean; moved: string }>`
    select o.status, o.expires_at <= clock_timestamp() as lapsed,
      coalesce((select string_agg(m.kind, ' ' order by m.id) from movements m where m.operation_id = o.id), '') as moved
    from operations o where o.id = ${id}`.execute(db);
  return rows[0];
}

/** How many times money has moved at all. */
export async function movements(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from movements`.execute(db);
  return rows[0]?.n ?? 0;
}

export const movedBy = (status: OperationStatus): string => moves[status];

/** An exchange of an account that is in such a state: of its history. @throws when there is none. */
export async function exchangeOf(
  db: Db,
  email: string,
  status: OperationStatus,
): Promise<{ id: string; give_currency: string; get_currency: string }> {
  const { rows } = await sql<{ id: string; give_currency: string; get_currency: string }>`
    select o.id, o.give_currency, o.get_currency from operations o join accounts a on a.id = o.account_id
    where a.email = ${email} and o.kind = 'exchange' and o.status = ${status} order by o.id limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`${email} has no exchange that is ${status}`);
  return found;
}
