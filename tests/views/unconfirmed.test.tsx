import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { AnyActorRef } from 'xstate';
import { start, take } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { models } from '../paths/models.ts';

let world: World | undefined;
afterEach(async () => {
  await cleanup();
  world?.stop();
});

/** The receipt of a purchase that ended so. */
async function receiptOf(outcome: string): Promise<HTMLElement> {
  await speak('en');
  const model = Object.values(models).find(({ name }) => name === 'purchase')!;
  const opened = start(model, 'by the address of an operation');
  world = opened;
  const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
  const { container } = await render(
    <Page>
      <main id="main">
        <View actor={opened.actor} />
      </main>
    </Page>,
  );
  const name = 'operation.read';
  const leaf = opened.leaves().find((one) => one.name === name)!.path;
  take(model, opened, { type: 'settle', leaf, name, how: 'done', outcome });
  await expect.poll(() => container.querySelector('article')).not.toBeNull();
  return container;
}

test.for([
  ['paid, and not confirmed', 'You paid', ['Write to support', 'Another method', 'Print']],
  [
    'paid twice, and not confirmed once',
    'You paid',
    ['Write to support', 'Open the operation that took its place', 'Another method', 'Print'],
  ],
  ['failed', 'Was to be paid', ['Repeat', 'Another method', 'Print', 'Write to support']],
] as const)(
  'F8 what a receipt of a purchase says of its payment, and offers first: %s',
  async ([how, paid, offered]) => {
    const container = await receiptOf(how);
    expect(container.querySelector<HTMLElement>('article')?.innerText).toContain(paid);
    const actions = [...(container.querySelector('article')?.nextElementSibling?.children ?? [])];
    expect(actions.map(({ textContent }) => textContent)).toEqual(offered);
    // One of them stands out, and it is the first.
    const grounds = actions.map((action) => getComputedStyle(action).backgroundColor);
    expect(grounds.filter((ground) => ground === grounds[0])).toHaveLength(1);
  },
);
