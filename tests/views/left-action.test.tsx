import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import type { AnyActorRef } from 'xstate';
import { start, take } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { models } from '../paths/models.ts';

let world: World | undefined;
beforeEach(async () => {
  await page.viewport(1280, 800);
  await speak('en');
});
afterEach(async () => {
  await cleanup();
  world?.stop();
});

/** A screen in its page, and what answers its calls. */
async function open(name: string, input: string) {
  const model = Object.values(models).find((one) => one.name === name)!;
  const opened = start(model, input);
  world = opened;
  const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
  await render(
    <Page>
      <main id="main">
        <View actor={opened.actor} />
      </main>
    </Page>,
  );
  return {
    answer: (leaf: string, how: 'done' | 'error', outcome: string) =>
      take(model, opened, { type: 'settle', leaf, name: leaf, how, outcome }),
    say: (type: string, more: object = {}) => take(model, opened, { type: 'say', to: '', event: { type, ...more } }),
  };
}
const control = (says: string) => document.querySelector<HTMLElement>(`[data-says="${says}"]`);
const focused = () => [document.activeElement?.localName, document.activeElement?.textContent];

/** By the key, where the focus is. */
async function press(says: string): Promise<void> {
  await expect.poll(() => control(says)).not.toBeNull();
  control(says)!.focus();
  await userEvent.keyboard('{Enter}');
}

test('F6 a screen that is asked for again: its heading takes the focus of the button that went', async () => {
  const { answer } = await open('cards', 'cards on offer');
  answer('card.offers', 'error', 'network');
  await press('user.retried');
  await expect.poll(focused).toEqual(['h1', 'Order a card']);
});

test('F6 a part of a screen that is asked for again, or could not be found out: its own heading takes it', async () => {
  const { answer, say } = await open('mailing', 'at the start');
  answer('config.mailing', 'error', 'network');
  await press('user.letters wanted');
  await expect.poll(focused).toEqual(['h2', 'E-mails']);
  answer('config.mailing', 'done', 'the letters');
  await expect.poll(() => control('user.letters chosen')).not.toBeNull();
  control('user.letters chosen')!.focus();
  say('user.letters chosen', { field: 'operations', value: false });
  answer('config.save_mailing', 'error', 'network');
  answer('config.mailing', 'error', 'network');
  await expect.poll(focused).toEqual(['h2', 'E-mails']);
});

test('F6 limits of which nobody knows, asked about again: the heading of the limits takes it', async () => {
  const { answer, say } = await open('card-limits', 'of a card');
  say('user.limits saved');
  answer('card.limits', 'error', 'network');
  answer('card.details', 'error', 'network');
  await press('user.limits asked again');
  await expect.poll(focused).toEqual(['h2', 'Limits']);
});
