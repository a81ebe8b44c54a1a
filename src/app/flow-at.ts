import { flowOfPlace, type FlowName } from '../../machines/root/flows.ts';
import { matchRoute } from '../../machines/residents/navigation/routes.ts';

/** The flow that a path opens. */
export const flowAt = (path: string): FlowName | null => {
  const match = matchRoute(path);
  return match ? flowOfPlace({ name: match.route.name, params: match.params, query: match.query, path }) : null;
};
