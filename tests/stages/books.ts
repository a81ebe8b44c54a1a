import { sql } from 'kysely';
import type { Operation, OperationStatus } from '../../contract/operation.ts';
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

/** The operation as the books have it, of several lines what each of them has moved; undefined where they have none. */
export async function operationInBooks(
  db: Db,
  id: string,
): Promise<{ status: OperationStatus; lapsed: boolean; moved: string } | undefined> {
  const { rows } = await sql<{ status: OperationStatus; lapsed: boolean; moved: string }>`
    select o.status, o.expires_at <= clock_timestamp() as lapsed, (
      select string_agg(distinct each.moved, ', ' order by each.moved) from (
        select coalesce(string_agg(m.kind, ' ' order by m.id), '') as moved
        from operations line left join movements m on m.operation_id = line.id
        where line.parent_id = o.id
          or (line.id = o.id and not exists (select from operations below where below.parent_id = o.id))
        group by line.id
      ) each) as moved
    from operations o where o.id = ${id}`.execute(db);
  return rows[0];
}

/** How many times money has moved at all. */
export async function movements(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from movements`.execute(db);
  return rows[0]?.n ?? 0;
}

export const movedBy = (status: OperationStatus): string => moves[status];

interface Past {
  id: string;
  give_currency: string;
  get_currency: string;
}

/** An operation of an account that is in such a state: of its history. @throws when there is none. */
export async function operationOf(
  db: Db,
  email: string,
  { kind, status }: Pick<Operation, 'kind' | 'status'>,
): Promise<Past> {
  const { rows } = await sql<Past>`
    select o.id, o.give_currency, o.get_currency from operations o join accounts a on a.id = o.account_id
    where a.email = ${email} and o.kind = ${kind} and o.status = ${status} and o.parent_id is null
    order by o.created_at, o.id limit 1`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`${email} has no ${kind} that is ${status}`);
  return found;
}
