import { join } from 'node:path';
import { loadConfigFromFile, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import gallery from '../../.storybook/main.ts';
import { root } from './source.ts';

const namesOf = (plugins: unknown): string[] =>
  (plugins as (Plugin | undefined)[]).flat().map((plugin) => plugin?.name ?? '');

test('D5 the gallery is built as the product is, without what would have its stories fetch, or is of no use there', async () => {
  const how = { command: 'build', mode: 'production' } as const;
  const product = await loadConfigFromFile(how, join(root, 'vite.config.ts'), undefined, 'error');
  const plugins = (product?.config.plugins ?? []) as Plugin[][];
  const all = namesOf(plugins);
  const built = await gallery.viteFinal?.({ plugins: plugins.flat() }, {} as never);
  const left = namesOf(built?.plugins);
  expect(left).toContain('gallery');
  // Of one that is called otherwise the gallery would not know, and each piece of a screen would be a call that leaves its story.
  expect(all.filter((name) => !left.includes(name))).toEqual(['name-product', 'ask-for-pieces-again', 'compress']);
});
