import { describe, expect, inject, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { commandFor } from '../../machines/paths/words.ts';
import { viewOf } from '../../stories/views.ts';
import { readNow } from './every-view.ts';
import { keptOutlines } from './kept.ts';
import { changedStory, fileName, outlinesOf, outlinesText, type Outline } from './outlines.tsx';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether what the screens say now is written down in the place of what they said: `npm run paths -- --keep --run view`. */
    keeping: boolean;
  }
}

describe.each(readNow.map((model) => ({ name: model.name, model })))('the view of $name', ({ name, model }) => {
  const keeping = inject('keeping');
  // One that is over its time would draw on beside the next one: what is new of a large one may take its time.
  test(`D5 ${name}: each story reads as it was kept`, { timeout: keeping ? 600_000 : 120_000 }, async () => {
    await page.viewport(1280, 800);
    const view = await viewOf(model);
    if (keeping) {
      const outlines: Outline[] = [];
      for await (const outline of outlinesOf(model, view, { kept: keptOutlines(name), keeping }))
        outlines.push(outline);
      await commands.writeFile(`tests/views/kept/${fileName(name)}`, outlinesText(model, outlines));
      return;
    }
    const changed = await changedStory(model, view, keptOutlines(name));
    expect(changed && `${changed}\nif this was meant: ${commandFor(model, '--keep --run view')}`).toBeNull();
  });
});
