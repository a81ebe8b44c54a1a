import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Big } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';
import { lockLimits, withinLimits } from './limits.ts';
import { openMethod, type PaymentFlow } from './methods.ts';

/**
 * What the check looked at may be otherwise when it is confirmed: the way was paused, the day's limit was used up. In the
 * transaction of the confirm, which has locked the row.
 * @throws Refusal as `openMethod` and `withinLimits`; the operation stays open.
 */
export const stillAllowed =
  ({ house, account }: Pick<SignedInCtx, 'house' | 'account'>, flow: PaymentFlow) =>
  async (db: Db, row: OperationRow): Promise<void> => {
    const method = await openMethod({ house, db }, flow, account.id, row.details.method ?? '');
    await lockLimits(db, account.id);
    await withinLimits(db, account.id, method, new Big(row.give));
  };
