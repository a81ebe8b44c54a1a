import type { AnyStateMachine } from 'xstate';
import type { RouteName } from '../residents/navigation/routes.ts';
import type { Place } from './events.ts';

/**
 * The register: one line a flow. Its routes are built because they stand here; stories, paths, coverage and diagrams
 * follow from `machines/flows/<name>/<name>.model.ts`, the view from `src/features/<name>/<name>.view.tsx`.
 * A flow without routes stands in a modal. `guards` are names of navigation's registry, for all its routes.
 */
interface Line {
  name: string;
  routes: readonly RouteName[];
  guards?: readonly string[];
  load: () => Promise<AnyStateMachine>;
}

const register = <const Lines extends readonly Line[]>(...lines: Lines) => lines;

// prettier-ignore
export const flows = register(
  { name: 'landing', routes: ['index'], load: () => import('../flows/landing/landing.machine.ts').then((m) => m.landingMachine) },
  { name: 'login', routes: ['index-login'], load: () => import('../flows/login/login.machine.ts').then((m) => m.loginMachine) },
  { name: 'signup', routes: ['index-signup'], load: () => import('../flows/signup/signup.machine.ts').then((m) => m.signupMachine) },
  { name: 'change-password', routes: ['settings-change-password'], load: () => import('../flows/change-password/change-password.machine.ts').then((m) => m.changePasswordMachine) },
  { name: 'logout', routes: [], load: () => import('../flows/logout/logout.machine.ts').then((m) => m.logoutMachine) },
  { name: 'exchange-leave', routes: [], load: () => import('../flows/exchange-leave/exchange-leave.machine.ts').then((m) => m.exchangeLeaveMachine) },
  { name: 'exchange-quote', routes: [], load: () => import('../flows/exchange-quote/exchange-quote.machine.ts').then((m) => m.exchangeQuoteMachine) },
  { name: 'exchanges', routes: ['exchanges'], load: () => import('../flows/exchanges/exchanges.machine.ts').then((m) => m.exchangesMachine) },
  { name: 'exchange', routes: ['exchange-src-dst'], load: () => import('../flows/exchange/exchange.machine.ts').then((m) => m.exchangeMachine) },
  { name: 'history', routes: ['history-exchange'], load: () => import('../flows/history/history.machine.ts').then((m) => m.historyMachine) },
  { name: 'article', routes: ['index-article-name'], load: () => import('../flows/article/article.machine.ts').then((m) => m.articleMachine) },
);

export type FlowName = (typeof flows)[number]['name'];

const lines: readonly Line[] = flows;

/** The flow that shows a place; none for a place that is not built or not there. */
export const flowOfPlace = (place: Place): FlowName | null =>
  (lines.find(({ routes }) => (routes as readonly string[]).includes(place.name))?.name as FlowName | undefined) ??
  null;

export const builtRoutes: readonly RouteName[] = lines.flatMap(({ routes }) => routes);

/** Names of guards that a flow asks for its routes beyond those of the route itself. */
export const askedGuards: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  lines.flatMap(({ routes, guards = [] }) => routes.map((route) => [route, guards])),
);

/** Flows that are loaded and provided; `flow.load` fills it. The annex comes by `annex.load`. */
export interface Library {
  get(flow: FlowName): AnyStateMachine | undefined;
  annex?(): AnyStateMachine | undefined;
}
