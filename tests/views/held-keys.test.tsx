import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import cards from '../../machines/flows/cards/cards.model.ts';
import exchanges from '../../machines/flows/exchanges/exchanges.model.ts';
import list from '../../machines/list/list.model.ts';
import verification from '../../machines/flows/verification/verification.model.ts';
import methods from '../../machines/methods/methods.model.ts';
import { walk } from '../../machines/paths/steps.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

/** Whether the page keeps a click for itself: otherwise the browser follows the link, here or in another tab. */
function isKept(link: Element, held: MouseEventInit): boolean {
  let kept = false;
  const last = (event: Event) => {
    kept = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', last, { once: true });
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...held }));
  return kept;
}

test.for([
  { model: cards, says: 'user.card opened' },
  { model: cards, says: 'user.offer chosen' },
  { model: exchanges, says: 'user.pair opened' },
  { model: list, says: 'user.row opened' },
  { model: methods, says: 'user.method chosen' },
  { model: verification, says: 'user.document opened' },
])('R3 R5 R6 R9 R12 a link that says $says is the browser’s while a key is held', async ({ model, says }) => {
  const View = await viewOf(model);
  await speak('en');
  for (const { path } of findStops(model).stops) {
    const world = walk(model, path);
    const { container } = await render(
      <Page>
        <View actor={world.actor} />
      </Page>,
    );
    const link = container.querySelector(`a[data-says="${says}"]`);
    const kept =
      link && [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, {}].map((held) => isKept(link, held));
    world.stop();
    if (kept) return expect(kept).toEqual([false, false, false, true]);
    await cleanup();
  }
  expect.fail('no story shows the link');
});
