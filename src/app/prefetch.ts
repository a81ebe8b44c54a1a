import { limits } from '../../contract/limits.ts';
import { flowOfPlace, flows, type FlowName } from '../../machines/root/flows.ts';
import { matchRoute } from '../../machines/residents/navigation/routes.ts';
import { isThrifty, whenIdle } from '../platform/connection.ts';

type Load = (flow: FlowName) => Promise<void>;

/** Whoever needs the flow will ask for it again, and hear what went wrong. */
const quietly = (loading: Promise<void>): void => void loading.catch(() => {});

/** The flow that the address names is fetched while the session is still being asked. */
export const fetchFlowOf = (path: string, load: Load): void => {
  const match = matchRoute(path);
  const flow = match && flowOfPlace({ name: match.route.name, params: match.params, query: match.query, path });
  if (flow) quietly(load(flow));
};

/** The other flows, and what `also` fetches, when the page is idle; nothing for a person who pays for every byte. */
export const fetchFlowsAhead = (load: Load, also: () => void): void => {
  if (isThrifty()) return;
  whenIdle(() => {
    flows.forEach(({ name }) => quietly(load(name)));
    also();
  }, limits.idlePrefetch);
};
