import { limits } from '../../contract/limits.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import type { Keeper } from '../../machines/journal/keeper.ts';
import { bounds } from '../../machines/journal/kept.ts';
import type { HouseActor } from '../../machines/root/house.ts';
import { patiently } from '../house/patiently.ts';
import { pageNow } from '../platform/clock.ts';
import { ease } from '../platform/connection.ts';
import { portError } from '../platform/port-error.ts';
import { store as memory } from '../platform/store.ts';

/** Unless the person turned it off on this device. */
export const isJournalKept = (): boolean => memory.read('memory/journal') !== false;

type LateKeeper = Pick<Keeper, 'append' | 'own' | 'leave' | 'turn'>;

/** What is heard on a page on which nobody does anything is little: where so much waits, what keeps it comes. */
const mostWaiting = 1_000;
/** ms. A page that stands for so long keeps its journal, whether or not somebody does anything. */
const standing = 10_000;

const wanted = Promise.withResolvers<void>();
const came = Promise.withResolvers<void>();

/** What happened on this page, as it would be exported; it is waited for where nothing keeps it yet. Rejects with a `PortError`. */
export const reportOfPage = async (): Promise<{ text: string; count: number } | undefined> => {
  wanted.resolve();
  const { reportOfPage: report } = await import('./journal.ts').catch((error: unknown) => {
    throw portError('journal_absent', error);
  });
  return await report();
};

/** Somebody reads the journal of this page: it comes now. */
export const wantJournal = (): Promise<void> => {
  wanted.resolve();
  return came.promise;
};

/** What was heard or asked, and when. */
interface Waiting {
  at: number;
  entry?: Entry;
  /** The page found nobody. */
  isNobody?: boolean;
  say: (keeper: Keeper) => void;
}

/**
 * What keeps the journal, masks it and writes it comes when somebody begins to do something, or the page has stood for a
 * while; at once where something is to go. What happens before waits in its order, whose journal it is and whether there is
 * to be one among it, and is done in one turn when the keeper is there.
 */
export const createLateJournal = (early: Entry[], house: () => HouseActor, begun: Promise<void>): LateKeeper => {
  let waiting: Waiting[] = [];
  let keeper: Keeper | undefined;
  let isWhole = true;
  let isUrgent = false;
  const tell = (say: (keeper: Keeper) => void, more: Pick<Waiting, 'entry' | 'isNobody'> = {}): void => {
    if (keeper) return say(keeper);
    waiting.push({ at: pageNow(), say, ...more });
    if (waiting.length < mostWaiting) return;
    wanted.resolve();
    const oldest = waiting.findIndex((each) => each.entry !== undefined);
    if (oldest < 0 || waiting.length < bounds.inMemory) return;
    waiting.splice(oldest, 1);
    isWhole = false;
  };
  /** Nothing of who was here waits for a keeper that may never come. */
  const forget = (): void => {
    early.splice(1);
    waiting = waiting.filter(({ entry }) => entry === undefined);
    [isWhole, isUrgent] = [false, true];
    wanted.resolve();
  };
  const come = async (): Promise<void> => {
    const stood = setTimeout(wanted.resolve, standing);
    await Promise.race([begun, wanted.promise]);
    clearTimeout(stood);
    if (!isUrgent) await ease(limits.idlePrefetch);
    const { keepJournal } = await patiently(() => import('./journal.ts'));
    let then: number | undefined;
    const late = keepJournal(early, house, { isWhole, now: () => then ?? pageNow() });
    for (const { at, say } of waiting) {
      then = at;
      say(late);
    }
    [then, waiting, keeper] = [undefined, [], late];
    came.resolve();
  };
  void come();
  return {
    append: (entry) => tell((its) => its.append(entry), { entry }),
    own: (account) => {
      // It was so when the page was rendered: who has come in since, in another tab, keeps what is theirs.
      waiting = waiting.filter(({ isNobody }) => !isNobody);
      tell((its) => its.own(account));
    },
    leave: (why) => {
      if (!keeper && why !== 'visitor') forget();
      tell((its) => its.leave(why), { isNobody: why === 'visitor' });
    },
    turn: (isOn, isElsewhere) => {
      if (!keeper && !isOn) forget();
      tell((its) => its.turn(isOn, isElsewhere));
    },
  };
};
