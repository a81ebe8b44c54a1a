import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { AnyActorRef } from 'xstate';
import { start, take } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { models } from '../paths/models.ts';

let world: World | undefined;
beforeEach(() => speak('en'));
afterEach(async () => {
  await cleanup();
  world?.stop();
});

const control = (says: string) => document.querySelector<HTMLElement>(`[data-says="${says}"]`);
const waits = (says: string) => control(says)?.matches(':disabled, [aria-disabled="true"]');
const text = () => document.querySelector<HTMLElement>('main')?.innerText;

/** What was asked for, and whether it was done could not be asked: the title of the trouble, and the words of its button. */
const undone = [
  {
    ...{ name: 'browsers', reads: 'user.browsers', read: 'two browsers', asks: { type: 'user.others ended' } },
    ...{ call: 'user.end_browsers', again: 'user.browsers wanted', title: 'Sessions may not have ended' },
    ...{ words: 'End again', stays: 'Your account is open in these browsers.' },
  },
  {
    ...{ name: 'mailing', reads: 'config.mailing', read: 'the letters', call: 'config.save_mailing' },
    ...{ asks: { type: 'user.letters chosen', field: 'operations', value: false }, again: 'user.letters wanted' },
    ...{ title: 'Your choice may not have been saved', words: 'Save again', stays: 'These always come' },
  },
  {
    ...{ name: 'telegram-tie', reads: 'user.telegram', read: 'tied', asks: { type: 'user.telegram untied' } },
    ...{ call: 'user.untie_telegram', again: 'user.telegram wanted', title: 'Telegram may still be linked' },
    ...{ words: 'Unlink again', stays: 'Linked on' },
  },
];

test.for(undone)(
  'F15 what may not be done says by which button it is done again, beside what was read last: $name',
  async (part) => {
    const model = Object.values(models).find(({ name }) => name === part.name)!;
    const opened = start(model, 'at the start');
    world = opened;
    const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
    await render(
      <Page>
        <main id="main">
          <View actor={opened.actor} />
        </main>
      </Page>,
    );
    const answer = (leaf: string, how: 'done' | 'error', outcome: string) =>
      take(model, opened, { type: 'settle', leaf, name: leaf, how, outcome });
    answer(part.reads, 'error', 'network');
    await expect.poll(() => control(part.again)?.textContent).toBe('Try again');
    take(model, opened, { type: 'say', to: '', event: { type: part.again } });
    answer(part.reads, 'done', part.read);
    await expect.poll(text).toContain(part.stays);
    expect(control(part.again)).toBeNull();
    take(model, opened, { type: 'say', to: '', event: part.asks });
    answer(part.call, 'error', 'network');
    answer(part.reads, 'error', 'network');
    await expect.poll(text).toContain(part.title);
    expect(control(part.again)?.textContent).toBe(part.words);
    expect(text()).toContain(part.stays);
    expect([waits(part.asks.type), waits(part.again)]).toEqual([true, false]);
    take(model, opened, { type: 'say', to: '', event: { type: part.again } });
    expect(opened.leaves().map(({ name }) => name)).toContain(part.call);
  },
);
