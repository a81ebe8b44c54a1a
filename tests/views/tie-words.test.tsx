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

test.for([
  ['tied', 'can sign in here'],
  ['tied, where there is no bot', 'Nobody signs in with Telegram here now.'],
])('F15 what a linked Telegram account may do is told by what the site offers: %s', async ([outcome = '', words]) => {
  const model = Object.values(models).find(({ name }) => name === 'telegram-tie')!;
  const opened = start(model, 'at the start');
  world = opened;
  const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
  const { container } = await render(
    <Page>
      <View actor={opened.actor} />
    </Page>,
  );
  take(model, opened, { type: 'settle', leaf: 'user.telegram', name: 'user.telegram', how: 'done', outcome });
  await expect.poll(() => container.innerText).toContain(words);
});
