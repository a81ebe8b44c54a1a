import type { Place } from '../../root/events.ts';
import { routeGuards } from './guards.ts';
import { readQuery, splitPath } from './address.ts';
import { matchRoute } from './routes.ts';

export interface Rules {
  /** Names of routes that a flow shows. */
  built: readonly string[];
  /** Names of guards that flows ask for, by route. */
  guards: Readonly<Record<string, readonly string[]>>;
}

/** Where a path leads somebody. `kept`: a path to remember through sign-in; `sent`: a guard did not let the first one pass. */
export interface Settled {
  found: 'here' | 'not found' | 'broken';
  place: Place;
  kept: string | null;
  sent: boolean;
}

const mostHops = 8;

/** Follows guards and aliases until a path stands. Parameters first, then guards, then whether a flow shows it. */
export function settle(asked: string, account: string | null, rules: Rules): Settled {
  let path = asked;
  let kept: string | null = null;
  let sent = false;
  for (let hop = 0; hop < mostHops; hop += 1) {
    const match = matchRoute(path);
    if (!match) return { found: 'not found', place: nowhere(path), kept, sent };
    const { route, params, query } = match;
    const names = [...(route.guards ?? []), ...(rules.guards[route.name] ?? [])];
    if (names.some((name) => !Object.hasOwn(routeGuards, name)))
      return { found: 'broken', place: fault(path), kept, sent };
    const answer = names.map((name) => routeGuards[name]?.({ account })).find((each) => each !== undefined);
    const onward = answer?.to ?? route.leads?.(params);
    if (answer) sent = true;
    if (answer?.keep) kept = path;
    if (onward === undefined)
      return rules.built.includes(route.name)
        ? { found: 'here', place: { name: route.name, params, query, path }, kept, sent }
        : { found: 'not found', place: nowhere(path), kept, sent };
    path = onward;
  }
  return { found: 'not found', place: nowhere(path), kept, sent };
}

const nowhere = (path: string): Place => ({
  name: 'not-found',
  params: {},
  query: readQuery(splitPath(path)[1]),
  path,
});

const fault = (path: string): Place => ({
  name: 'error',
  params: { statusCode: '500', message: 'Unknown middleware' },
  query: {},
  path,
});
