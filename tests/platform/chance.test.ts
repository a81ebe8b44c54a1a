import { expect, test } from 'vitest';
import { maskValue } from '../../contract/journal/mask.ts';
import { drawChance } from '../../src/platform/chance.ts';

test('F15 D8 the id of a popup is another each time, and a journal keeps it: it says which of two tabs goes first', async () => {
  const drawn = await Promise.all(Array.from({ length: 100 }, () => drawChance({ avatars: 15 })));
  const ids = drawn.map(({ id }) => id);
  expect(new Set(ids).size).toBe(100);
  expect(ids.map((id) => maskValue(id, 'id'))).toEqual(ids);
  expect(drawn.every(({ avatar }) => avatar >= 1 && avatar <= 15)).toBe(true);
});
