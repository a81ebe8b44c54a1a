import type { AnyStateMachine } from 'xstate';
import type { FlowName } from '../../machines/root/flows.ts';
import { provideAll, type World } from '../../machines/root/provide.ts';
import type { FlowView } from '../house/house.tsx';
import { portError } from '../platform/port-error.ts';
import { firstScreens, type Screen } from './screens.ts';
import { loadWords } from './words.ts';

interface Book {
  machine: AnyStateMachine;
  view: FlowView;
}

const firsts: Partial<Record<FlowName, Screen>> = firstScreens;

export interface Library {
  /** Fetches a flow's machine, its view and what it says at once. Rejects with a `PortError` when a piece does not come. */
  load: (flow: FlowName) => Promise<void>;
  /** The machine, once loaded and provided. */
  get: (flow: FlowName) => AnyStateMachine | undefined;
  viewOf: (flow: string) => FlowView | undefined;
}

/** Flows that were fetched. Before anybody gets a machine its places are filled from the world. */
export const createLibrary = (world: () => World): Library => {
  const books = new Map<string, Book>();
  const fetching = new Map<FlowName, Promise<void>>();

  const fetchBook = async (flow: FlowName): Promise<void> => {
    try {
      const later = firsts[flow] ? undefined : await import('./later-screens.ts');
      const screen = firsts[flow] ?? later!.screenOf(flow);
      const [machine, view] = await Promise.all([screen.machine(), screen.view(), loadWords(flow)]);
      const wide = later ? later.laterWorld(world()) : world();
      books.set(flow, { machine: provideAll(machine, view.widen?.(wide) ?? wide), view: view.default });
    } catch (error) {
      throw portError('chunk_failed', error);
    } finally {
      fetching.delete(flow);
    }
  };

  const load = (flow: FlowName): Promise<void> => {
    if (books.has(flow)) return Promise.resolve();
    const started = fetching.get(flow) ?? fetchBook(flow);
    fetching.set(flow, started);
    return started;
  };

  return { load, get: (flow) => books.get(flow)?.machine, viewOf: (flow) => books.get(flow)?.view };
};
