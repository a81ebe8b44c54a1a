import { limits } from '../../contract/limits.ts';
import { flowOfPlace, flows, isVisitorFlow, type FlowName } from '../../machines/root/flows.ts';
import { matchRoute } from '../../machines/residents/navigation/routes.ts';
import { ease, isThrifty, onLine } from '../platform/connection.ts';

type Load = (flow: FlowName) => Promise<void>;

/** Whoever needs the flow will ask for it again, and hear what went wrong. */
const quietly = (loading: Promise<void>): void => void loading.catch(() => {});

/** The flow that the address names is fetched while the session is still being asked. */
export const fetchFlowOf = (path: string, load: Load): void => {
  const match = matchRoute(path);
  const flow = match && flowOfPlace({ name: match.route.name, params: match.params, query: match.query, path });
  if (flow) quietly(load(flow));
};

/** Forms that lead to an account; what else a visitor reads comes when it is opened. */
const waysIn = ['login', 'signup', 'forgot-password'] as const satisfies readonly FlowName[];

/**
 * The other flows, when the page is idle: the ways in behind the first of a visitor; what `also` fetches and then all of them,
 * behind the first of whoever is signed in. One at a time, each when the page is idle again: what comes is run, and a person
 * who presses meanwhile waits for one piece and not for all. Nothing for a person who pays for every byte.
 */
export const createFetchAhead = (load: Load, also: () => void): ((opened: FlowName) => void) => {
  const done = new Set<boolean>();
  const fetchInTurn = async (visitor: boolean): Promise<void> => {
    await ease(limits.idlePrefetch);
    if (!visitor) also();
    for (const name of visitor ? waysIn : flows.map(({ name: flow }) => flow)) {
      await onLine();
      await load(name).catch(() => {});
      await ease(limits.idlePrefetch);
    }
  };
  return (opened) => {
    const visitor = isVisitorFlow(opened);
    if (done.has(visitor) || done.has(false) || isThrifty()) return;
    done.add(visitor);
    void fetchInTurn(visitor);
  };
};
