import { setTimeout as pause } from 'node:timers/promises';
import type { House } from '../area.ts';
import { hash } from '../market/noise.ts';
import { callbackPath, signatureHeader } from '../sandbox/callbacks.ts';
import { cardFrameAt } from '../sandbox/card-routes.ts';
import { hasCome, makeCard, makeLook } from '../sandbox/issuer.ts';
import { issuerFrameAt } from '../sandbox/issuer-routes.ts';
import { isSigned, sandboxKey } from '../sandbox/keys.ts';
import { closeInSandbox, orderInSandbox } from '../sandbox/orders.ts';
import { markHeard, unheardInSandbox } from '../sandbox/payments.ts';
import {
  providerNames,
  type Deliver,
  type Order,
  type Outcome,
  type Provider,
  type Providers,
  type Refused,
} from './provider.ts';
import { houseProvider } from './house.ts';
import { cardOf } from './sandbox-cards.ts';
import { heardBySandbox } from './sandbox-settings.ts';

/** One to three seconds, by the order's id alone. */
const delayOf = (id: string): number => 1_000 + (hash(id) % 2_000);
const reasonOf = ({ provider, payment }: Order): Refused['reason'] => {
  if (payment) return 'payment_not_confirmed';
  if (provider === 'issuer') return 'issuer_declined';
  return provider === 'exchange' ? 'provider_declined' : 'payout_declined';
};
/** Longer than anybody waits for one answer. */
const lateness = 2_500;

type Place = Pick<House, 'db' | 'outside'>;

/**
 * A provider that settles by itself, takes payments at its own pages, knows cards and makes them. Told to `fail` it refuses, to `hang` it never answers (until told otherwise), to
 * answer `twice` it also delivers the outcome unasked, at once and again; `late` its answers come when nobody waits
 * for them any more; `callback` delivers the outcome before the order is even answered for. `never` is about payments that
 * are made to us: they are not called back, and told to whoever asks.
 */
export const sandboxProvider = (place: Place, deliver: Deliver): Provider => ({
  async ask(order: Order, signal) {
    const { db } = place;
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
    const done = async (): Promise<Outcome> => ({
      kind: 'done',
      ...(order.card && { card: await makeCard(db, order) }),
    });
    const wait = (told?.delay_ms ?? delayOf(order.id)) - order.age;
    if (behaviour !== 'callback' && wait > 0) return { kind: 'pending', again: wait };
    const outcome: Outcome = behaviour === 'fail' ? { kind: 'refused', reason } : await done();
    if (behaviour === 'callback') {
      await deliver(order.id, outcome);
      return { kind: 'pending', again: delayOf(order.id) };
    }
    if (behaviour === 'late') {
      await pause(lateness, undefined, { ref: false });
      await deliver(order.id, outcome);
    }
    if (behaviour === 'twice') {
      await Promise.all([deliver(order.id, outcome), deliver(order.id, outcome)]);
    }
    return outcome;
  },
  payments: {
    order: orderInSandbox,
    close: closeInSandbox,
    news: (order) => unheardInSandbox(place.db, order),
    heard: (id) => markHeard(place.db, id),
    callback: {
      path: callbackPath,
      isSigned: async (body, headers) => isSigned(await sandboxKey(place.db), body, headers.get(signatureHeader) ?? ''),
    },
  },
  cards: {
    card: async (db, token) => cardOf(await sandboxKey(db), token),
    // The door is opened after the providers are there, and not in every process.
    frame: (page, locale) => place.outside && cardFrameAt(place.outside.origin, page, locale),
  },
  issuer: {
    look: makeLook,
    frame: (page, locale) => place.outside && issuerFrameAt(place.outside.origin, page, locale),
    hasCome,
  },
});

/** All of them from one sandbox. */
export const sandboxProviders = (place: Place, deliver: Deliver): Providers => {
  const sandbox = sandboxProvider(place, deliver);
  const all = Object.fromEntries(providerNames.map((name) => [name, sandbox])) as Providers;
  return { ...all, house: houseProvider };
};
