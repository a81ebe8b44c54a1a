import { expect, test } from 'vitest';
import type { HouseActor } from '../../machines/root/house.ts';
import { pageShelf } from '../../src/app/inspector/page-shelf.ts';

test('D8 journals that could not be dropped are told as such', async () => {
  const shelf = (could: boolean) => pageShelf({} as HouseActor, () => Promise.resolve(could));
  await expect(shelf(true).dropAll()).resolves.toBeUndefined();
  await expect(shelf(false).dropAll()).rejects.toMatchObject({ code: 'not_dropped' });
});
