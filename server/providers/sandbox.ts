import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { hash } from '../market/noise.ts';
import type { Reason } from '../operations/reasons.ts';
import { providerNames, type Deliver, type Order, type Outcome, type Provider, type Providers } from './provider.ts';
import { houseProvider } from './house.ts';
import { heardBySandbox } from './sandbox-settings.ts';

/** One to three seconds, by the order's id alone. */
const delayOf = (id: string): number => 1_000 + (hash(id) % 2_000);
const reasonOf = ({ provider, incoming }: Order): Reason =>
  incoming ? 'payment_declined' : provider === 'exchange' ? 'provider_declined' : 'payout_declined';
/** Longer than anybody waits for one answer. */
const lateness = 2_500;

/**
 * A provider that settles by itself. Told to `fail` it refuses, to `hang` it never answers (until told otherwise), to
 * answer `twice` it also delivers the outcome unasked, at once and again; `late` its answers come when nobody waits
 * for them any more; `callback` delivers the outcome before the order is even answered for. `never` is about payments that
 * are made to us: they are not called back, and told to whoever asks.
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
    const reason = reasonOf(order);
    const outcome: Outcome = behaviour === 'fail' ? { kind: 'refused', reason } : { kind: 'done' };
    if (behaviour === 'callback') {
      await deliver(order.id, outcome);
      return { kind: 'pending', again: delayOf(order.id) };
    }
    const wait = (told?.delay_ms ?? delayOf(order.id)) - order.age;
    if (wait > 0) return { kind: 'pending', again: wait };
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

/** All of them from one sandbox. */
export const sandboxProviders = (db: Db, deliver: Deliver): Providers => {
  const sandbox = sandboxProvider(db, deliver);
  const all = Object.fromEntries(providerNames.map((name) => [name, sandbox])) as Providers;
  return { ...all, house: houseProvider };
};
