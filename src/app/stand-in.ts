import { createActor, type ActorRefFrom } from 'xstate';
import { versionMachine } from '../../machines/residents/version/version.machine.ts';
import { lateOf, type HouseActor } from '../../machines/root/house.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { pageNow } from '../platform/clock.ts';
import { configOfPage } from '../platform/page-config.ts';
import { reloadPage } from '../platform/reload.ts';
import { readVersionMemory } from '../platform/version-memory.ts';
import { pageWriting } from '../platform/writing.ts';
import { reloadSafety } from './reload-safety.ts';
import { noteIfServed } from './reloads.ts';

const start = (house: HouseActor): ActorRefFrom<typeof versionMachine> => {
  const logic = provideAll(versionMachine, {
    call: () => Promise.reject(new Error('it asks the server nothing')),
    asks: { 'reload.note': (note: { pair: string | null }) => noteIfServed(house, note) },
    sources: { 'reload.safety': () => reloadSafety(house, pageWriting()) },
    effects: { 'page.reload': reloadPage },
  });
  const version = readVersionMemory(configOfPage().fv);
  return createActor(logic, { input: { at: pageNow(), version, journal: { kept: false } } }).start();
};

/**
 * Who loads the page anew for a piece that is gone comes with the annex, which may be gone itself. Until it comes they stand here
 * too, in a piece that is there already, and hear of what it would.
 */
export const standIn = (house: HouseActor): void => {
  const late = lateOf(house);
  let version: ReturnType<typeof start> | undefined;
  let heard: unknown;
  const watch = late.subscribe((snapshot) => {
    if (snapshot.matches('open')) {
      watch.unsubscribe();
      version?.stop();
    }
    const lost = snapshot.context.words.find(({ type }) => type === 'house.chunk lost');
    if (!lost || lost === heard || !snapshot.matches('failed')) return;
    heard = lost;
    version ??= start(house);
    version.send({ type: 'house.chunk lost' });
  });
};
