import { Observable, type Subscriber } from 'rxjs';
import type { AnyEventObject } from 'xstate';
import { endsOf } from '../../../machines/journal/ends.ts';
import { checkLength, JournalFault } from '../../../contract/journal/file.ts';
import { readInSlices, writeInSlices } from '../../../machines/journal/in-slices.ts';
import type { Lexicon } from '../../../machines/journal/lexicon.ts';
import { createTimeline, type Timeline } from '../../../machines/journal/timeline.ts';
import type { Book, Filter, Reading, Standing } from '../../../machines/inspector/journal.types.ts';
import type { World } from '../../../machines/root/provide.ts';
import type { RootMachine } from '../../../machines/root/root.machine.ts';
import { handOut } from '../../platform/hand-out.ts';
import { portError } from '../../platform/port-error.ts';
import { inSlices } from '../../platform/slices.ts';
import type { Player } from './player.ts';
import { isEmpty, matches, placeOf, rowOf } from './search.ts';
import type { Opened, Shelf } from './shelf.ts';
import { standingOf } from './standing.ts';

/** Rows that the list gets at a time. */
const window = 48;
/** How often news of a journal that is being read, or grows, is told, in ms. */
const often = 400;

/** The journal that is open, and how far it was read. */
interface Reader extends Opened {
  book: Book;
  /** The number that the next entry will have where it grows. */
  next: number;
  timeline: Timeline | null;
  filter: Filter;
  first: number;
  /** Numbers of the entries that were found; null for all. */
  found: number[] | null;
  /** How many were looked at. */
  searched: number;
  actors: Set<string>;
  /** How many of the entries these actors are of. */
  listed: number;
  at: number | null;
  /** Somebody is reading further. */
  isBusy: boolean;
  /** `shelf.whose()` when it was opened; null for a file, which the person has brought and keeps. */
  whose: string | null;
  gone: AbortController;
}

interface Means {
  lexicon: Lexicon;
  shelf: Shelf;
  player: Player;
  /** The page's own, as journals name it; empty where it has none. */
  build: string;
  /** Every machine that a replay may need. */
  loadRoot: () => Promise<RootMachine>;
  /** Every screen that it may show. */
  loadScreens: () => Promise<unknown>;
}

const isStop = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** What stands behind the inspector's ports: it reads a journal bit by bit, so that the page never waits for it. */
export function createDesk({ lexicon, shelf, player, build, loadRoot, loadScreens }: Means) {
  let listener: Subscriber<AnyEventObject> | undefined;
  const files = new Map<string, File>();
  /** Of journals that opened and fell while they were replayed, told to whoever opens them next. */
  const faults = new Map<string, JournalFault>();
  let reader: Reader | null = null;
  let told = 0;
  let search: AbortController | undefined;

  const readingOf = (one: Reader): Reading => {
    const { entries, timeline, found, at } = one;
    const count = found ? found.length : entries.length;
    const first = Math.max(0, Math.min(one.first, count - 1));
    const numbers = found ? found.slice(first, first + window) : undefined;
    const rows = numbers ?? Array.from({ length: Math.min(window, count - first) }, (_, place) => first + place + 1);
    const began = entries[0]?.t ?? 0;
    const heardBy = (number: number) => timeline?.heardBy(number);
    const looked = at ?? (one.book.live ? entries.length : 1);
    const end = timeline?.end();
    return {
      entries: entries.length,
      ready: timeline?.ready() ?? 0,
      found: count,
      first,
      rows: rows.map((number) => rowOf(lexicon, entries[number - 1]!, number, began, heardBy)),
      here: found ? placeOf(found, looked) : looked - 1,
      actors: [...one.actors].toSorted(),
      machines: end ? standingOf(lexicon, end) : [],
    };
  };
  const tell = (one: Reader) => {
    if (one !== reader) return;
    told = performance.now();
    listener?.next({ type: 'port.journal read', reading: readingOf(one) });
  };
  const tellSometimes = (one: Reader) => {
    if (performance.now() - told > often) tell(one);
  };
  const tellKept = async (notDropped = false) => {
    const sessions = await shelf.sessions().catch(() => []);
    listener?.next({ type: 'port.journals kept', kept: { sessions, recording: shelf.isOn(), notDropped } });
  };

  function* lookFurther(one: Reader): Generator<void, void> {
    for (; one.listed < one.entries.length; one.listed += 1) {
      const entry = one.entries[one.listed]!;
      if (entry.k !== 'start') one.actors.add(entry.to);
      yield;
    }
  }
  /** What an entry is called depends on who heard it: where that is to be known, it is looked for no further than it is. */
  function* searchFurther(one: Reader): Generator<void, void> {
    const { found, timeline } = one;
    // Another search may have begun, and another of the same may go on from here.
    while (found && found === one.found && one.searched < (timeline?.ready() ?? one.entries.length)) {
      one.searched += 1;
      const number = one.searched;
      if (matches(lexicon, one.entries[number - 1]!, timeline?.heardBy(number), one.filter)) found.push(number);
      yield;
    }
  }

  /** Nothing of it is read on, shown or handed out; the tool opens it anew and hears what became of it. */
  const drop = (one: Reader) => {
    if (one.gone.signal.aborted) return;
    one.gone.abort();
    search?.abort();
    reader = null;
    player.leave();
    listener?.next({ type: 'port.journal gone' });
  };

  /** Reads what is there and was not yet read. Whoever comes meanwhile is content with that. */
  const readOn = async (one: Reader): Promise<void> => {
    if (one.isBusy) return;
    one.isBusy = true;
    const options = { signal: one.gone.signal, onPause: () => tellSometimes(one) };
    try {
      await inSlices(lookFurther(one), options);
      tell(one);
      if (one.timeline) await inSlices(one.timeline.grow(), options);
      await inSlices(searchFurther(one), options);
      tell(one);
    } catch (error) {
      if (isStop(error)) return;
      if (!(error instanceof JournalFault)) throw error;
      faults.set(one.book.which, error);
      drop(one);
    } finally {
      one.isBusy = false;
    }
  };

  /** Takes in what the living page has recorded since; a journal that was wiped is wiped here too. */
  const takeIn = (one: Reader): boolean => {
    const fresh = shelf.live?.since(one.entries[0]?.t ?? 0, one.next);
    if (!fresh) return false;
    one.entries.push(...fresh.entries);
    one.next += fresh.entries.length;
    Object.assign(one, { ends: fresh.ends, account: fresh.account });
    return true;
  };
  const isGone = (one: Reader): boolean =>
    one.book.live ? !takeIn(one) : one.whose !== null && one.whose !== shelf.whose();
  /** What the device may no longer keep is not kept here either. */
  const dropIfGone = (one: Reader): boolean => {
    if (one.gone.signal.aborted) return true;
    if (!isGone(one)) return false;
    drop(one);
    void tellKept();
    return true;
  };
  const follow = async (one: Reader): Promise<void> => {
    if (dropIfGone(one)) return;
    if (one.listed < one.entries.length || (one.timeline?.ready() ?? 0) < one.entries.length) await readOn(one);
    setTimeout(() => void follow(one), often);
  };

  const openedAs = async (which: string, signal: AbortSignal): Promise<Opened & { next?: number }> => {
    const file = files.get(which);
    const fault = faults.get(which);
    if (faults.delete(which)) throw fault;
    if (file) checkLength(file.size);
    if (file) return inSlices(readInSlices(await file.text()), { signal });
    if (which !== 'live') return shelf.read(which);
    if (!shelf.live) throw portError('not_found');
    return shelf.live.open();
  };

  const open = async ({ which }: { which: string }, signal: AbortSignal): Promise<{ book: Book; reading: Reading }> => {
    reader?.gone.abort();
    reader = null;
    try {
      const whose = files.has(which) ? null : shelf.whose();
      const opened = await openedAs(which, signal);
      const root = opened.whole ? await loadRoot() : null;
      signal.throwIfAborted();
      // Somebody left while it was read.
      if (whose !== null && which !== 'live' && whose !== shelf.whose()) throw portError('not_found');
      const { account, version, whole, entries } = opened;
      const book: Book = {
        which,
        name: files.get(which)?.name ?? which,
        live: which === 'live',
        account,
        otherBuild: version !== '' && build !== '' && version !== build,
        whole,
      };
      const one: Reader = {
        ...opened,
        next: opened.next ?? 0,
        book,
        timeline: root && createTimeline(root, entries),
        ...{
          filter: { text: '', kind: '', actor: '' },
          first: book.live ? entries.length : 0,
          found: null,
          searched: 0,
        },
        ...{ actors: new Set<string>(), listed: 0, at: null, isBusy: false, whose, gone: new AbortController() },
      };
      reader = one;
      // After the machine has heard that it is open.
      setTimeout(() => {
        void readOn(one);
        if (whose !== null) void follow(one);
      });
      return { book, reading: readingOf(one) };
    } catch (error) {
      if (error instanceof JournalFault) throw { ...portError('not_a_journal', error), words: error.words };
      throw isStop(error) ? error : portError('not_found', error);
    }
  };

  const show = async ({ at }: { at: number }, signal: AbortSignal): Promise<Standing> => {
    const one = reader;
    const { timeline } = one ?? {};
    if (!one || !timeline || at < 1 || at > timeline.ready() || dropIfGone(one)) throw portError('not_shown');
    await loadScreens();
    signal.throwIfAborted();
    const earlier = at > 1 ? endsOf(await inSlices(timeline.goTo(at - 1), { signal })) : {};
    const root = await inSlices(timeline.goTo(at), { signal });
    if (dropIfGone(one)) throw portError('not_shown');
    one.at = at;
    player.show(root, at);
    tell(one);
    const [entry, after] = [one.entries[at - 1]!, one.entries[at]];
    return {
      number: at,
      row: rowOf(lexicon, entry, at, one.entries[0]!.t, (number) => timeline.heardBy(number)),
      text: JSON.stringify(entry, null, 2),
      next: after ? after.t - entry.t : null,
      machines: standingOf(lexicon, root, earlier),
    };
  };

  const find = (filter: Filter) => {
    const one = reader;
    if (!one) return;
    search?.abort();
    search = new AbortController();
    Object.assign(one, { filter, first: 0, found: isEmpty(filter) ? null : [], searched: 0 });
    const { signal } = search;
    void inSlices(searchFurther(one), { signal, onPause: () => tellSometimes(one) }).then(
      () => tell(one),
      () => {},
    );
  };

  const leave = () => {
    player.leave();
    if (!reader || reader.at === null) return;
    reader.at = null;
    tell(reader);
  };

  const exportIt = async () => {
    const one = reader;
    if (!one || dropIfGone(one)) return;
    const { account, version, whole, ends, entries } = one;
    const parts = await inSlices(writeInSlices({ account, version, whole, ends, entries: [...entries] }));
    if (dropIfGone(one)) return;
    handOut(`journal-${one.book.which.replace(/\W+/g, '-')}.json`, parts);
  };

  const world: World = {
    call: (spec) => Promise.reject(portError(spec.name)),
    asks: {
      'journal.open': open,
      'journal.show': show,
    },
    sources: {
      'journal.news': () =>
        new Observable((one) => {
          listener = one;
          void tellKept();
        }),
    },
    effects: {
      'journal.find': find,
      'journal.scroll': ({ first }: { first: number }) => {
        if (!reader) return;
        reader.first = first;
        tell(reader);
      },
      'journal.drop': () =>
        void shelf.dropAll().then(
          () => tellKept(),
          () => tellKept(true),
        ),
      'journal.leave': leave,
      'journal.export': () => void exportIt(),
      'journal.record': ({ value }: { value: boolean }) => {
        shelf.turn(value);
        void tellKept();
      },
    },
  };
  return {
    world,
    /** Lays a file where `journal.open` finds it under the name that is given back. */
    takeFile(file: File): string {
      const name = `file ${files.size + 1}: ${file.name}`;
      files.set(name, file);
      return name;
    },
  };
}
