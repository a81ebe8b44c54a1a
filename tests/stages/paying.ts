import { expireUnpaid } from '../../server/operations/expire.ts';
import { handOver, payTimeOver, press } from '../server/payments.ts';
import { tell } from '../tools/product.ts';
import { becomes, readHere } from './moving.ts';
import type { Scene } from './stage.ts';

/* What happens outside to what is paid there: by hand to an address, or on the page of a provider. */

const orderOf = async ({ product: { db } }: Scene, id: string): Promise<string> => {
  const { target } = await db
    .selectFrom('sandbox_pay_orders')
    .select('target')
    .where('operation_id', '=', id)
    .executeTakeFirstOrThrow();
  return target ?? '';
};
const pay = async (scene: Scene, id: string, how: { amount?: string; late?: boolean } = {}): Promise<void> =>
  tell(scene.product, 'pay', { to: await orderOf(scene, id), ...how });

/** By hand: as ordered, refused by whoever confirms it, when the time is over, or another amount. */
export const byHand = {
  completed: becomes('completed', pay),
  failed: becomes('failed', pay),
  late: becomes('expired', (scene, id) => pay(scene, id, { late: true })),
  otherwise: becomes('cancelled', (scene, id) => pay(scene, id, { amount: '0.004' })),
};

const onThePage =
  (answer: 'pay' | 'decline' | 'cancel') =>
  async (scene: Scene, id: string): Promise<string> =>
    press(await handOver(await readHere(scene, id)), answer);

/** On the page of the provider. */
export const elsewhere = {
  completed: becomes('completed', onThePage('pay')),
  failed: becomes('failed', onThePage('decline')),
  cancelled: becomes('cancelled', onThePage('cancel')),
};

/** Nobody pays, and the time to pay is over. */
export const unpaid = becomes('expired', async ({ product: { db } }, id) => {
  await payTimeOver(db, { id });
  await expireUnpaid(db, { id });
});

/** What every end of money has moved that comes from outside: it is held by nobody of ours. */
export const endsAt = (address: RegExp) =>
  ({
    'finished.succeeded': { address, money: 'completed', moved: 'settle' },
    'finished.failed': { address, money: 'failed', moved: '' },
    'finished.cancelled': { address, money: 'cancelled', moved: '' },
    'finished.expired': { address, money: 'expired' },
  }) as const;
