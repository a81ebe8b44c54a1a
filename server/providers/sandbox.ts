import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { hash } from '../market/noise.ts';
import type { Deliver, Order, Outcome, Provider } from './provider.ts';
import { heardBySandbox } from './sandbox-settings.ts';

/** One to three seconds, by the order's id alone. */
const delayOf = (id: string): number => 1_000 + (hash(id) % 2_000);
/** Longer than anybody waits for one answer. */
const lateness = 2_500;

/**
 * A provider that settles by itself. Told to `fail` it refuses, to `hang` it never answers (until told otherwise), to
 * answer `twice` it also delivers the outcome unasked, at once and again; `late` its answers come when nobody waits
 * for them any more.
 */
export const sandboxProvider = (db: Db, deliver: Deliver): Provider => ({
  async ask(order: Order, signal) {
    await db
      .insertInto('sandbox_orders')
      .values({ id: order.id, asked: 1 })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({ asked: row('sandbox_orders.asked', '+', 1) })),
      )
      .execute();
    const told = await heardBySandbox(db, 'provider', order.account);
    const behaviour = told?.behaviour ?? 'settle';
    if (behaviour === 'hang')
      return await new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const wait = (told?.delay_ms ?? delayOf(order.id)) - order.age;
    if (wait > 0) return { kind: 'pending', again: wait };
    const outcome: Outcome = behaviour === 'fail' ? { kind: 'refused', reason: 'provider_declined' } : { kind: 'done' };
    if (behaviour === 'late') {
      await pause(lateness, undefined, { ref: false });
      await deliver(order.id, outcome);
    }
    if (behaviour === 'twice') {
      await Promise.all([deliver(order.id, outcome), deliver(order.id, outcome)]);
    }
    return outcome;
  },
});
