import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { start, take } from '../../machines/paths/steps.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { models } from '../paths/models.ts';

beforeEach(() => speak('en'));
afterEach(async () => {
  await cleanup();
});

test.for([
  { name: 'list', input: 'everything', call: 'page', outcome: 'the last page', leaf: 'page' },
  { name: 'history', input: 'everything', call: 'exchange.history', outcome: 'the last page', leaf: 'list/page' },
  {
    name: 'inbox',
    input: 'over a page',
    call: 'notify.list',
    outcome: 'some, and more behind them',
    leaf: 'list/page',
  },
])('F3 how long ago a row of $name was is told anew each minute that somebody looks', async (one) => {
  const model = Object.values(models).find(({ name }) => name === one.name)!;
  const world = start(model, one.input);
  const View = await viewOf(model);
  const { container } = await render(
    <Page>
      <View actor={world.actor} />
    </Page>,
  );
  const settle = { type: 'settle', name: one.call, leaf: one.leaf, how: 'done', outcome: one.outcome } as const;
  take(model, world, settle);
  const dates = () => [...container.querySelectorAll('time')].map((when) => when.textContent);
  await expect.poll(() => dates().length).toBeGreaterThan(0);
  const before = dates();
  const ticks = world.leaves().find(({ name }) => name === 'clock.minutes')!;
  world.move(() => ticks.say({ type: 'port.ticked', at: Date.parse('2026-01-17T12:00:00.000Z') } as never));
  await expect.poll(dates).not.toEqual(before);
  expect(dates().join()).not.toContain('ago');
  world.stop();
});

test('S12 when a browser was used is told by its hour: it may have been used since', async () => {
  const model = Object.values(models).find(({ name }) => name === 'browsers')!;
  const world = start(model, 'at the start');
  const View = await viewOf(model);
  const { container } = await render(
    <Page>
      <View actor={world.actor} />
    </Page>,
  );
  const [outcome] = Object.keys(model.outcomes['user.browsers']?.done ?? {});
  const settle = { type: 'settle', leaf: 'user.browsers', name: 'user.browsers', how: 'done' } as const;
  take(model, world, { ...settle, outcome: outcome! });
  await expect.poll(() => container.textContent).toContain('Last used');
  expect(container.textContent).toContain('Last used: Jan 14, 18:20');
  expect(container.textContent).not.toContain(' ago');
  world.stop();
});
