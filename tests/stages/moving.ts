import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Operation, OperationStatus } from '../../contract/operation.ts';
import type { Path } from '../../machines/paths/steps.ts';
import type { Step } from '../../machines/paths/world.ts';
import { operationAt, tell } from '../tools/product.ts';
import { operationInBooks, operationOf } from './books.ts';
import { demo, labels, short } from './exchanging.ts';
import { post } from './people.ts';
import type { Doing, Scene, Way } from './stage.ts';

/* What the stages of the flows share that move money by an operation and end with its receipt. */

/** The call that confirms, and the one that asks how it stands. */
interface Steps {
  submit: string;
  status: string;
}

/** What a person says on the straight way to an end: all else only makes it longer. */
const onwards = new Set([
  'user.recipient typed',
  'user.amount typed',
  'user.field filled',
  'user.submitted',
  'user.confirmed',
]);

const hasAsked = ({ steps }: Path, call: string): boolean =>
  steps.some((step) => step.type === 'settle' && step.name === call);

/** Straight on. How it stands is told of what was `sent`, or of what nobody confirms: it lapses. */
export const straightOn =
  ({ submit, status }: Steps, what: 'sent' | 'unsent') =>
  (path: Path, step: Step): boolean => {
    if (step.type === 'say')
      return onwards.has(step.event.type) && (what === 'sent' || step.event.type !== 'user.confirmed');
    if (step.type !== 'settle') return true;
    return step.name !== status || hasAsked(path, submit) === (what === 'sent');
  };

/** Outside everybody answers at once, or refuses where the path says that it failed; what waits to be sent waits where it is to be cancelled. */
export async function outside(scene: Scene): Promise<void> {
  const ends = labels(scene);
  const behaviour = ends.includes('failed') ? 'fail' : 'settle';
  const pause_ms = ends.includes('cancelled') ? 600_000 : 0;
  await tell(scene.product, 'providers', { behaviour, delay_ms: 0, pause_ms });
}
/** Terms lapse while they are looked at. */
export const hasty = ({ product }: Scene): Promise<void> => tell(product, 'quotes', { lifetime_ms: short });

/** Something becomes of the operation outside of the page, and the books say so before the question goes on. */
export const becomes =
  (status: OperationStatus, does?: (scene: Scene, id: string) => Promise<unknown>): Doing =>
  async (scene) => {
    const { product, one } = scene;
    const id = operationAt(one.page);
    await does?.(scene, id);
    await expect
      .poll(async () => (await operationInBooks(product.db, id))?.status, {
        message: `the books say ${status}`,
        timeout: 10_000,
      })
      .toBe(status);
  };
/** Its terms are over, by the clock of the books. */
export const lapsed: Doing = async ({ product, one }) => {
  await expect
    .poll(async () => (await operationInBooks(product.db, operationAt(one.page)))?.lapsed, { timeout: 10_000 })
    .toBe(true);
};
/** Somebody cancels it on another page of theirs. */
export const cancelled = becomes('cancelled', ({ one, product }, id) =>
  post(one, product.url, '/api/operation/cancel', { id }),
);

/** The operation as its owner reads it now. */
export async function readHere({ one, product }: Scene, id: string): Promise<Operation> {
  const reply = await one.context.request.get(`${product.url}/api/operation/read/${id}`);
  return ((await reply.json()) as { payload: Operation }).payload;
}

/** One of the history of the demo account, of the status that this path is told. */
export const known =
  (kind: Operation['kind']) =>
  async ({ product, path }: Scene): Promise<string> => {
    const first = path.steps.find((step) => step.type === 'settle');
    return (await operationOf(product.db, demo, { kind, status: first?.outcome as OperationStatus })).id;
  };

export const operationIn = ({ context }: AnyMachineSnapshot): string | undefined =>
  (context as { outcome: Operation | null }).outcome?.id;

/** What every way of a payment asks before its terms are there. */
export const asked = (kind: 'deposit' | 'withdraw' | 'purchase'): NonNullable<Way['outcomes']> => ({
  'draft.read': { 'no draft': 'of itself' },
  [`${kind}.ps`]: { 'the methods': 'answered' },
  [`${kind}.form`]: { 'the form': 'answered' },
  'fields.check': { 'whether a field is empty': 'of itself' },
  'payment.check': { 'the terms': 'answered' },
});
