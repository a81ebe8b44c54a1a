import type { AnyStateMachine } from 'xstate';
import { flows, type FlowName } from '../../machines/root/flows.ts';
import type { FlowView } from '../house/house.tsx';
import { portError } from '../platform/port-error.ts';
import { screens } from './screens.ts';

interface Book {
  machine: AnyStateMachine;
  view: FlowView;
}

export interface Library {
  /** Fetches a flow's machine and its view at once. Rejects with a `PortError` when a piece does not come. */
  load: (flow: FlowName) => Promise<void>;
  /** The machine, once loaded and provided. */
  get: (flow: FlowName) => AnyStateMachine | undefined;
  viewOf: (flow: string) => FlowView | undefined;
}

/** Flows that were fetched. `provide` fills a machine's places before anybody gets it. */
export const createLibrary = (provide: (machine: AnyStateMachine) => AnyStateMachine): Library => {
  const books = new Map<string, Book>();
  const fetching = new Map<FlowName, Promise<void>>();

  const fetchBook = async (flow: FlowName): Promise<void> => {
    try {
      const [machine, view] = await Promise.all([flows.find(({ name }) => name === flow)!.load(), screens[flow]()]);
      books.set(flow, { machine: provide(machine), view: view.default });
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
