import { flowOfPlace, type FlowName } from '../../machines/root/flows.ts';
import { matchRoute } from '../../machines/residents/navigation/routes.ts';

/** The flow that a path opens, or that stands where it leads. */
export const flowAt = (path: string): FlowName | null => {
  const match = matchRoute(path);
  const onward = match?.route.leads?.(match.params);
  if (onward !== undefined) return flowAt(onward);
  return match ? flowOfPlace({ name: match.route.name, params: match.params, query: match.query, path }) : null;
};
