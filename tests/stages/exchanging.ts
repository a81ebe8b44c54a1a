import { expect } from 'vitest';
import type { OperationStatus } from '../../contract/operation.ts';
import type { Path } from '../../machines/paths/steps.ts';
import type { Step } from '../../machines/paths/world.ts';
import { operationIn, tell } from '../tools/product.ts';
import { operationInBooks, operationOf } from './books.ts';
import type { Scene } from './stage.ts';

/* What both stages that move money share: the flow of an exchange, and the operation inside of it. */

export const demo = 'demo@example.com';
/** The operation of the models' samples. */
export const sample = 'opsample0000000000001';
/** How long a quote holds on a path that lets it lapse, in ms: long enough to be read, short enough to be waited for. */
export const short = 6_000;

/** The outcomes of the questions that this path asks. */
export const labels = ({ path }: Scene): string[] =>
  path.steps.flatMap((step) => (step.type === 'settle' ? [step.outcome] : []));

/** The server as this path needs it, before anything is asked of it. */
export async function prepare(scene: Scene): Promise<void> {
  const ends = labels(scene);
  await tell(scene.product, 'providers', { behaviour: ends.includes('failed') ? 'fail' : 'settle', delay_ms: 0 });
  if (ends.includes('expired')) await tell(scene.product, 'quotes', { lifetime_ms: short });
}

const untilBooksSay =
  (what: OperationStatus | 'lapsed') =>
  async ({ product, one }: Scene): Promise<void> => {
    await expect
      .poll(
        async () => {
          const row = await operationInBooks(product.db, operationIn(one.page));
          return what === 'lapsed' ? row?.lapsed : row?.status === what;
        },
        { message: `the books say ${what}`, timeout: 10_000 },
      )
      .toBe(true);
  };

/** What the path has asked so far. */
const hasAsked = ({ steps }: Path, call: string): boolean =>
  steps.some((step) => step.type === 'settle' && step.name.endsWith(call));

/** Nothing settles that nobody confirmed, and whoever confirmed in time is not told that time is over. */
export const inOrder = (path: Path, step: Step): boolean => {
  if (step.type !== 'settle' || !step.name.endsWith('status')) return true;
  return hasAsked(path, 'submit') === ['completed', 'failed'].includes(step.outcome);
};
/** The confirm is made, and only then something becomes of it. */
export const onceSent = (path: Path, step: Step): boolean =>
  step.type !== 'settle' || !step.name.endsWith('status') || hasAsked(path, 'submit');

/** The books have come so far by the time when the question goes on. */
export const status = {
  completed: untilBooksSay('completed'),
  failed: untilBooksSay('failed'),
  expired: untilBooksSay('lapsed'),
} as const;
export const accepted = { accepted: 'answered' } as const;
/** The pair is closed between the form and the question. */
export const closed = ({ product }: Scene): Promise<void> =>
  tell(product, 'market', { src: 'USD', dst: 'BTC', enabled: false });

/** What an operation in the address can turn out to be. */
export const told = {
  open: 'answered',
  completed: 'answered',
  failed: 'answered',
  cancelled: 'answered',
  expired: 'answered',
  absent: 'answered',
} as const;

/** An operation that the account has, of the status that this path is told first; else one that nobody has. */
export async function known({ product, one, path }: Scene): Promise<string> {
  const first = path.steps.find((step) => step.type === 'settle');
  if (!first || first.outcome === 'absent') return sample;
  if (first.outcome !== 'open') {
    const status = first.outcome as OperationStatus;
    return (await operationOf(product.db, demo, { kind: 'exchange', status })).id;
  }
  const reply = await one.context.request.post(`${product.url}/api/exchange/check`, {
    form: { src: 'USD', dst: 'BTC', side: 'give', amount: '100' },
    headers: { origin: product.url },
  });
  return ((await reply.json()) as { payload: { id: string } }).payload.id;
}

export const address = /^\/exchange\/USD\/BTC\?operation=/;
