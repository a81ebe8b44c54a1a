import { limits } from '../../contract/limits.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import type { Keeper } from '../../machines/journal/keeper.ts';
import type { HouseActor } from '../../machines/root/house.ts';
import { patiently } from '../house/patiently.ts';
import { ease } from '../platform/connection.ts';
import { store as memory } from '../platform/store.ts';

/** Unless the person turned it off on this device. */
export const isJournalKept = (): boolean => memory.read('memory/journal') !== false;

type LateKeeper = Pick<Keeper, 'append' | 'own' | 'leave' | 'turn'>;

/** What is heard on a page on which nobody does anything is little. */
const mostWaiting = 1_000;
/** ms. A page that stands for so long keeps its journal, whether or not somebody does anything. */
const standing = 10_000;

const wanted = Promise.withResolvers<void>();

/** What happened on this page, as it would be exported; it is waited for where nothing keeps it yet. */
export const reportOfPage = async (): Promise<{ text: string; count: number } | undefined> => {
  wanted.resolve();
  return (await import('./journal.ts')).reportOfPage();
};

const came = Promise.withResolvers<void>();
/** Somebody reads the journal of this page: it comes now. */
export const wantJournal = (): Promise<void> => {
  wanted.resolve();
  return came.promise;
};

/**
 * What keeps the journal, masks it and writes it comes when somebody begins to do something, or the page has stood for a while. What happens before waits in its
 * order, whose journal it is and whether there is to be one among it, and is done in one turn when the keeper is there.
 */
export const createLateJournal = (early: Entry[], house: () => HouseActor, begun: Promise<void>): LateKeeper => {
  const waiting: ((keeper: Keeper) => void)[] = [];
  let keeper: Keeper | undefined;
  const tell = (say: (keeper: Keeper) => void): void => {
    if (keeper) return say(keeper);
    waiting.push(say);
    if (waiting.length >= mostWaiting) wanted.resolve();
  };
  const come = async (): Promise<void> => {
    const stood = setTimeout(wanted.resolve, standing);
    await Promise.race([begun, wanted.promise]);
    clearTimeout(stood);
    await ease(limits.idlePrefetch);
    const { keepJournal } = await patiently(() => import('./journal.ts'));
    keeper = keepJournal(early, house);
    for (const say of waiting.splice(0)) say(keeper);
    came.resolve();
  };
  void come();
  return {
    append: (entry) => tell((its) => its.append(entry)),
    own: (account) => tell((its) => its.own(account)),
    leave: (why) => tell((its) => its.leave(why)),
    turn: (isOn) => tell((its) => its.turn(isOn)),
  };
};
