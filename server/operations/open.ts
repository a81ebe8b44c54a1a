import { sql, type Expression, type InsertObject } from 'kysely';
import { cardOrder } from '../../contract/calls/card.ts';
import { exchangeAllCheck } from '../../contract/calls/exchange-all.ts';
import { exchangeCheck } from '../../contract/calls/exchange-operation.ts';
import { transferCheck } from '../../contract/calls/transfer.ts';
import { paymentCheck } from '../../contract/calls/withdraw.ts';
import { added } from '../../contract/limits.ts';
import type { Ctx } from '../area.ts';
import { countedIn, refuseWhenFull, type Window } from '../auth/attempts.ts';
import { isOnLaptop } from '../auth/places.ts';
import type { Db, Tables } from '../db/db.ts';
import type { OperationRow } from './row.ts';

type Fresh = Omit<InsertObject<Tables, 'operations'>, 'account_id'> & { account_id: string };

/** Checks of one account, of whatever kind: each is a row that stays. */
const checksOfAccount: Window = { most: added.checksAnHour, seconds: 3_600 };

/** Calls that ask for terms. A confirm whose terms are priced anew counts nowhere: it has been counted as a check. */
const asks: readonly string[] = [exchangeCheck, exchangeAllCheck, paymentCheck, transferCheck, cardOrder].map(
  ({ name }) => name,
);

const isExpression = (value: unknown): value is Expression<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value;

/** Keeps a row and counts it in its window, in one statement; undefined, and no row, where the window is full. */
const openCounted = async (db: Db, values: Fresh): Promise<OperationRow | undefined> => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = given.map(([name]) => name as keyof Fresh);
  const row = sql.join(given.map(([, value]) => (isExpression(value) ? value : sql.val(value))));
  return await db
    .with('counted', () => sql<{ at: string }>`(${countedIn(checksOfAccount, 'checks', values.account_id)})`)
    .insertInto('operations')
    .columns(columns)
    .expression(sql`select ${row} from counted`)
    .returningAll()
    .executeTakeFirst();
};

/**
 * Keeps what was priced as an open operation. In the transaction of its check: what is refused afterwards counts nowhere.
 * @throws Refusal 429 `wait_before_retry` for an account that asks for more terms than any person does.
 */
export const openOperation = async (ctx: Ctx, db: Db, values: Fresh): Promise<OperationRow> => {
  if (isOnLaptop(ctx) || !asks.includes(ctx.call))
    return await db.insertInto('operations').values(values).returningAll().executeTakeFirstOrThrow();
  const opened = await openCounted(db, values);
  if (opened) return opened;
  await refuseWhenFull(db, checksOfAccount, 'checks', values.account_id);
  // The window ended between the two questions.
  return await openOperation(ctx, db, values);
};
