import { createActor, type AnyStateMachine } from 'xstate';
import { added, limits } from '../../contract/limits.ts';
import { productName } from '../../contract/product.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { createRecorder } from '../../machines/journal/recorder.ts';
import type { AnnexInput } from '../../machines/root/events.ts';
import type { FlowName } from '../../machines/root/flows.ts';
import type { HouseActor } from '../../machines/root/house.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import { pageClock, pageNow } from '../platform/clock.ts';
import { ease, isThrifty } from '../platform/connection.ts';
import { currentPath } from '../platform/history.ts';
import { firstPageHere } from '../platform/first-page.ts';
import { firstLanguage, shownLanguage } from '../platform/language.ts';
import { readMemory } from '../platform/memory.ts';
import { watchNewLine } from '../platform/new-line.ts';
import { configOfPage } from '../platform/page-config.ts';
import { fetchPartsAhead } from '../features/frame/later.ts';
import { createFirstSends, type FirstSends } from '../transport/send-at-first.ts';
import { createTransport } from '../transport/send-call.ts';
import { createCalledFor } from './called-for.ts';
import { createLibrary, type Library } from './library.ts';
import { createWorld } from './wire.ts';

/** Entries until the annex comes; it is late where the page cannot load it. */
const mostEarly = 5_000;

/** The root actor, recorded and not yet started, and the flows that it may open. Once a page, outside of React. */
export const createHouse = (): { root: HouseActor; library: Library; firstSends: FirstSends } => {
  const scanner = createScanner();
  const firstSends = createFirstSends(firstPageHere()?.answers);
  const isLineNew = watchNewLine();
  const transport = createTransport({
    held: scanner.held,
    language: shownLanguage,
    now: pageNow,
    by: firstSends.send,
    isLineNew,
  });
  const library = createLibrary(() => world);
  const calledFor = createCalledFor(transport.responses$);
  // The scripts of a page that was rendered ahead run because somebody begins.
  if (firstPageHere()) calledFor.now();
  let fetchAhead: ((opened: FlowName) => void) | undefined;
  /** Nothing of it is needed before somebody begins; where it does not come, the next flow asks for it again. */
  const goOn = async (opened: FlowName): Promise<void> => {
    await calledFor.begun;
    await ease(limits.idlePrefetch);
    const { createFetchAhead } = await import('./later-screens.ts');
    fetchAhead ??= createFetchAhead({ load: library.load, also: fetchPartsAhead });
    fetchAhead(opened);
  };
  /** Again each second on a line that has only just come back, and does not carry yet. */
  const loadPiece = async (flow: FlowName): Promise<void> => {
    for (;;)
      try {
        return void (await library.load(flow));
      } catch (error) {
        if (!isLineNew()) throw error;
        await new Promise((waited) => setTimeout(waited, added.newLinePause));
      }
  };
  const loadFlow = async (flow: FlowName): Promise<void> => {
    try {
      await loadPiece(flow);
    } catch (error) {
      // What is done about a lost piece comes late.
      calledFor.now();
      throw error;
    }
    if (!isThrifty()) goOn(flow).catch(() => {});
  };
  /** Nobody reads it before the annex, which knows how it is written. */
  const early: Entry[] = [];
  let append = (entry: Entry): void => void (early.length < mostEarly && early.push(entry));
  let annex: AnyStateMachine | undefined;
  const loadAnnex = async (): Promise<AnnexInput> => {
    await Promise.all([firstSends.opened, calledFor.when]);
    await ease(limits.idlePrefetch);
    const part = await import('./annex.ts');
    // It is much: a turn of its own, so that whoever presses meanwhile waits for less.
    await ease(limits.idlePrefetch);
    if (!annex) ({ logic: annex, append } = part.provideAnnex(world, () => root, early, calledFor.begun));
    return part.annexInput();
  };
  const world = createWorld({ transport, scanner, loadFlow, loadAnnex });
  const { clock, inspect } = createRecorder(pageClock, (entry) => append(entry));
  const root = createActor(provideAll(createRoot({ get: library.get, annex: () => annex }), world), {
    clock,
    inspect,
    input: {
      path: currentPath(),
      locale: firstLanguage(),
      at: pageNow(),
      product: configOfPage().product ?? productName,
      memory: readMemory(),
    },
  });
  return { root, library, firstSends };
};
