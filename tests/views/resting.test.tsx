import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { statesOf } from '../../machines/paths/seen.ts';
import { walk } from '../../machines/paths/steps.ts';
import { findStops } from '../../machines/paths/stops.ts';
import payments from '../../machines/residents/payments/payments.model.ts';
import toasts from '../../machines/residents/toasts/toasts.model.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

test.for([
  { model: payments, says: 'user.popup closed' },
  { model: toasts, says: 'user.toast closed' },
])('S4 M4 a message of $model.name stands still while the focus is on it', async ({ model, says }) => {
  const View = await viewOf(model);
  await speak('en');
  const isRunning = (state: string) => state.endsWith('showing.running');
  const { path } = findStops(model).stops.find(({ states }) => states.some(isRunning))!;
  const world = walk(model, path);
  const { container } = await render(
    <Page>
      <View actor={world.actor} />
    </Page>,
  );
  const cross = container.querySelector<HTMLButtonElement>(`button[data-says="${says}"]`)!;
  const states = () =>
    statesOf(world.actor)
      .filter((state) => state.includes('showing'))
      .map((state) => state.split('.').at(-1));
  const seen = [states()];
  cross.focus();
  seen.push(states());
  cross.blur();
  seen.push(states());
  world.stop();
  expect(seen).toEqual([['running'], ['paused'], ['running']]);
});
