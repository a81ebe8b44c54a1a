import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { sampleOrder } from '../../machines/bank-card/bank-card.samples.ts';
import { hintSteps } from '../../machines/form/hints.ts';
import { sampleDeposit, sampleWithdrawal } from '../../machines/operation/operation.samples.ts';
import { walk } from '../../machines/paths/steps.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { OperationRow } from '../../src/features/list/operation-row.tsx';
import { anchors, hintAnchors, pointAtHint } from '../../src/platform/hint-anchors.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { models } from '../paths/models.ts';

beforeEach(() => speak('en'));
afterEach(async () => {
  await cleanup();
});

const standing = () => hintSteps.filter((step) => document.querySelector(anchors[step]) !== null);

/** Which steps have their element on any screen of a model. */
async function steps(name: string): Promise<string[]> {
  const model = Object.values(models).find((one) => one.name === name)!;
  const View = await viewOf(model);
  const seen = new Set<string>();
  for (const { path } of findStops(model).stops) {
    const world = walk(model, path);
    await render(
      <Page>
        <main>
          <View actor={world.actor} />
        </main>
      </Page>,
    );
    for (const step of standing()) seen.add(step);
    await cleanup();
    world.stop();
  }
  return hintSteps.filter((step) => seen.has(step));
}

test.for([
  { name: 'methods', its: ['step_8', 'step_9', 'step_13'] },
  { name: 'transfer form', its: ['step_7', 'step_10', 'step_13'] },
  { name: 'cards', its: ['step_11', 'step_13'] },
  { name: 'chat-list', its: [] },
  { name: 'list', its: [] },
  { name: 'history', its: ['step_12'] },
  { name: 'export', its: [] },
  { name: 'card', its: [] },
])('S8 hints: the steps that have their element on the screens of $name are $its', async ({ name, its }) => {
  expect(await steps(name)).toEqual(its);
});

test('S8 hints: a deposit, a withdrawal and a card that stand in a history begin no step about how one is begun', async () => {
  const rows = [
    sampleDeposit('completed', { place: '/deposit/form/btc/opsample0000000000004' }),
    sampleWithdrawal('completed', { place: '/withdraw/form/bitcoin_btc/opsample0000000000003' }),
    sampleOrder('completed'),
  ];
  const { container } = await render(
    <main>
      {rows.map((operation) => (
        <OperationRow key={operation.id} operation={operation} now={Date.now()} onOpen={() => undefined} />
      ))}
    </main>,
  );
  expect([...container.querySelectorAll('a')].map((row) => row.pathname.split('/').slice(1, 3).join('/'))).toEqual([
    'deposit/form',
    'withdraw/form',
    'cards/order',
  ]);
  expect(standing()).toEqual([]);
});

test('S8 hints: another element in the place of a step’s own is told, though the steps are the same', async () => {
  const { container, rerender } = await render(<div id="wallets">wallets</div>);
  const told: (readonly string[])[] = [];
  const listening = hintAnchors().subscribe(({ steps }) => {
    told.push(steps);
    pointAtHint({ step: 'step_2' });
  });
  onTestFinished(() => listening.unsubscribe());
  const pointedAt = () => container.querySelector('[data-hinted]')?.textContent;
  await expect.poll(pointedAt).toBe('wallets');
  await rerender(<button aria-controls="wallets-drawer">the way to wallets</button>);
  await expect.poll(pointedAt).toBe('the way to wallets');
  expect(told).toEqual([['step_2'], ['step_2']]);
});
