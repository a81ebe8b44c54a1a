import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { AnyActorRef } from 'xstate';
import model from '../../machines/flows/landing/landing.model.ts';
import { start, take } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

let world: World | undefined;
afterEach(async () => {
  await cleanup();
  world?.stop();
});

test.each([
  ['done', 'a quote'],
  ['error', 'too little'],
] as const)(
  'F7 what an amount comes to is said to be on its way once, and not each time it is asked again: %s',
  async (how, outcome) => {
    await speak('en');
    world = start(model, Object.keys(model.inputs)[0]!);
    const opened = world;
    const answer = () =>
      take(model, opened, { type: 'settle', leaf: 'exchange.landing', name: 'exchange.landing', how, outcome });
    const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
    const { container } = await render(
      <Page>
        <View actor={opened.actor} />
      </Page>,
    );
    const said: string[] = [];
    const listen = () => said.push(container.querySelector('form [role="status"]')?.textContent ?? '');

    const [pairs] = Object.keys(model.outcomes['exchange.list']!.done!);
    take(model, opened, { type: 'settle', leaf: 'exchange.list', name: 'exchange.list', how: 'done', outcome: pairs! });
    await expect.poll(() => container.querySelector('form')).not.toBeNull();
    take(model, opened, { type: 'wait', ms: 400 });
    await expect.poll(() => container.querySelector('form [role="status"]')?.textContent).toBe('Working it out');
    answer();
    await expect.poll(() => container.querySelector('form [role="status"]')?.textContent).toBe('');

    const seen = new MutationObserver(listen);
    seen.observe(container, { subtree: true, childList: true, characterData: true });
    take(model, opened, { type: 'wait', ms: 10_000 });
    await expect.poll(() => opened.actor.getSnapshot().matches({ quoting: { quote: 'asking' } })).toBe(true);
    await new Promise((done) => setTimeout(done, 100));
    answer();
    await new Promise((done) => setTimeout(done, 100));
    seen.disconnect();
    expect(said.filter((words) => words !== '')).toEqual([]);
  },
);
