import type { HouseActor } from '../../machines/root/house.ts';
import { isPieceLost } from '../../machines/root/safety.ts';
import { shownLanguage } from '../platform/language.ts';
import { portError } from '../platform/port-error.ts';
import { noteReload } from '../platform/version-memory.ts';
import { loadMessages } from '../transport/load-messages.ts';
import { pageServed } from '../transport/page-served.ts';

/**
 * A page that cannot be had now, or not its words, is not asked for: offline, a piece that is lost is no reason to lose the rest.
 * Nor is one that has come since.
 */
export const noteIfServed = async (house: HouseActor, note: Parameters<typeof noteReload>[0]): Promise<void> => {
  await Promise.all([pageServed(), loadMessages(shownLanguage(), 'page')]).catch((error: unknown) => {
    throw portError('not_served', error);
  });
  if (note.pair === null && !isPieceLost(house)) throw portError('came_since');
  await noteReload(note);
};
