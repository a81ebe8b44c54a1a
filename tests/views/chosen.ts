import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Path } from '../../machines/paths/steps.ts';
import { viewOf } from '../../stories/views.ts';
import { models } from '../paths/models.ts';
import { walkView } from './walk-view.tsx';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `npm run paths -- … --run view` chose: `{ name, paths }` as JSON. */
    chosenPaths: string;
  }
}

const { name, paths } = JSON.parse(inject('chosenPaths')) as { name: string; paths: Path[] };
const model = Object.values(models).find((each) => each.name === name)!;

test.each(paths.map((path, at) => [at + 1, path] as const))(`D4 ${name}: path %i on the view`, async (number, path) => {
  await page.viewport(number % 2 === 0 ? 320 : 1280, 800);
  await expect(walkView(model, await viewOf(model), path)).resolves.toBeDefined();
});
