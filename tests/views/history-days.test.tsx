import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import history from '../../machines/flows/history/history.model.ts';
import { start, take } from '../../machines/paths/steps.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await speak('en');
});
afterEach(async () => {
  await cleanup();
});

test('F3 a day that is typed leaves the list until its year is whole, and then asks once', async () => {
  const world = start(history, 'everything');
  const View = await viewOf(history);
  await render(
    <Page>
      <View actor={world.actor} />
    </Page>,
  );
  take(history, world, {
    type: 'settle',
    leaf: 'list/page',
    name: 'exchange.history',
    how: 'done',
    outcome: 'the last page',
  });
  const field = document.querySelector<HTMLInputElement>('[data-says="user.from chosen"]')!;
  const asks = () => world.leaves().filter(({ name }) => name === 'exchange.history').length;
  expect([field.min, field.max]).toEqual(['1000-01-01', '9999-12-31']);
  await expect.poll(() => document.querySelectorAll('[data-says="user.row opened"]').length).toBe(1);
  field.focus();
  await userEvent.keyboard('0120');
  for (const [digit, stands] of [
    ['2', '0002-01-20'],
    ['0', '0020-01-20'],
    ['2', '0202-01-20'],
  ] as const) {
    await userEvent.keyboard(digit);
    await expect.poll(() => field.value).toBe(stands);
    expect(document.querySelectorAll('[data-says="user.row opened"]')).toHaveLength(1);
    expect(document.body.innerText).not.toContain('The dates are mixed up');
  }
  await userEvent.keyboard('6');
  await expect.poll(() => [field.value, asks()]).toEqual(['2026-01-20', 1]);
  world.stop();
});

test('F3 R9 days in the wrong order offer no table of them, and a filter that is cleared does', async () => {
  const world = start(history, 'everything');
  const View = await viewOf(history);
  await render(
    <Page>
      <View actor={world.actor} />
    </Page>,
  );
  const say = (event: { type: string; value?: string }) => take(history, world, { type: 'say', to: '', event });
  const table = () => document.querySelector<HTMLButtonElement>('[data-says="user.export wanted"]');
  const stands = () => [table() !== null, table()?.disabled || table()?.ariaDisabled === 'true'];
  await expect.poll(stands).toEqual([true, false]);
  say({ type: 'user.from chosen', value: '2026-02-01' });
  say({ type: 'user.to chosen', value: '2026-01-01' });
  await expect.poll(stands).toEqual([true, true]);
  say({ type: 'user.filter cleared' });
  await expect.poll(stands).toEqual([true, false]);
  world.stop();
});
