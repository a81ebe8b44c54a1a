import { expect, test, vi } from 'vitest';
import type { HouseActor } from '../../machines/root/house.ts';
import { pageShelf } from '../../src/app/inspector/page-shelf.ts';

const desk = { dropAll: vi.fn<() => Promise<boolean>>() };
vi.mock('../../src/app/journal.ts', () => ({ journalDesk: () => desk, isJournalKept: () => true }));

test('D8 journals that could not be dropped are told as such', async () => {
  const shelf = pageShelf({} as HouseActor);
  desk.dropAll.mockResolvedValueOnce(true);
  await shelf.dropAll();
  desk.dropAll.mockResolvedValueOnce(false);
  await expect(shelf.dropAll()).rejects.toMatchObject({ code: 'not_dropped' });
});
