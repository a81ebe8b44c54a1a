import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import chat from '../../machines/flows/chat/chat.model.ts';
import personal from '../../machines/flows/personal/personal.model.ts';
import programme from '../../machines/flows/referral/programme.model.ts';
import settings from '../../machines/flows/settings/settings.model.ts';
import { walk } from '../../machines/paths/steps.ts';
import { findStops } from '../../machines/paths/stops.ts';
import theme from '../../machines/residents/theme/theme.model.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

test.for([
  { model: settings, what: 'a[href="/settings/mail"]' },
  { model: personal, what: 'a[href="/settings/mail"]' },
  { model: chat, what: 'a[href="/chat"]' },
  { model: programme, what: 'a[href="/history/referral"]' },
  { model: theme, what: 'button' },
])('D3 on a phone a finger meets it: $what of $model.name', async ({ model, what }) => {
  const View = await viewOf(model);
  await speak('ru');
  await page.viewport(320, 800);
  const heights = new Set<number>();
  for (const { path } of findStops(model).stops) {
    const world = walk(model, path);
    const { container } = await render(
      <Page>
        <View actor={world.actor} />
      </Page>,
    );
    for (const found of container.querySelectorAll(what)) heights.add(found.getBoundingClientRect().height);
    await cleanup();
    world.stop();
  }
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  expect(heights.size).toBeGreaterThan(0);
});
