import type { AnyStateMachine } from 'xstate';
import type { RouteName } from '../residents/navigation/routes.ts';
import type { Place } from './events.ts';

/**
 * The register: one line a flow. Its routes are built because they stand here; stories, paths, coverage and diagrams
 * follow from `machines/flows/<name>/<name>.model.ts`, the view from `src/features/<name>/<name>.view.tsx`. Where its
 * machine and its view are fetched from stands in `charts.ts` and `src/app/later-screens.ts`, by its name: a page that
 * opens needs the names of all flows, and the pieces of one.
 * A flow without routes stands in a modal. `guards` are names of navigation's registry, for all its routes.
 */
interface Line {
  name: string;
  routes: readonly RouteName[];
  guards?: readonly string[];
}

const register = <const Lines extends readonly Line[]>(...lines: Lines) => lines;

// prettier-ignore
export const flows = register(
  { name: 'landing', routes: ['index'] },
  { name: 'recruit', routes: ['recruit'] },
  { name: 'login', routes: ['index-login'] },
  { name: 'telegram', routes: ['login-telegram'] },
  { name: 'signup', routes: ['index-signup'] },
  { name: 'forgot-password', routes: ['forgot-password'] },
  { name: 'reset-password', routes: ['reset-password'] },
  { name: 'change-password', routes: ['settings-change-password'] },
  { name: 'settings', routes: ['index-settings'] },
  { name: 'change-mail', routes: ['settings-mail'] },
  { name: 'personal', routes: ['settings-personal'] },
  { name: 'logout', routes: [] },
  { name: 'exchange-leave', routes: [] },
  { name: 'exchange-quote', routes: [] },
  { name: 'notice', routes: [] },
  { name: 'inbox', routes: [] },
  { name: 'tutorial', routes: [] },
  { name: 'exchanges', routes: ['exchanges'] },
  { name: 'exchange', routes: ['exchange-src-dst'] },
  { name: 'deposit', routes: ['deposit', 'deposit-form-id-form'] },
  { name: 'withdraw', routes: ['withdraw', 'withdraw-form-id-form'] },
  { name: 'purchase', routes: ['purchase', 'purchase-form-id-form'] },
  { name: 'history', routes: ['history-exchange'] },
  { name: 'history-transfer', routes: ['history-transfer'] },
  { name: 'history-payment', routes: ['history-payment'] },
  { name: 'history-deposit', routes: ['history-deposit'] },
  { name: 'history-withdraw', routes: ['history-withdraw'] },
  { name: 'history-referral', routes: ['history-referral'] },
  { name: 'referral', routes: ['referral'] },
  { name: 'transfer', routes: ['transfer'] },
  { name: 'exchange-all', routes: ['exchange-all', 'exchange-all-currency'] },
  { name: 'cards', routes: ['cards-list', 'cards-my'] },
  { name: 'card-order', routes: ['cards-order-id', 'cards-order-confirm'] },
  { name: 'card', routes: ['cards-my-card'] },
  { name: 'verification', routes: ['settings-verification', 'settings-verification_success'] },
  { name: 'document', routes: ['settings-passport', 'settings-id_card', 'settings-drivers_license'] },
  { name: 'article', routes: ['index-article-name'] },
  { name: 'chat', routes: ['chat', 'chat-support', 'chat-private-id', 'index-support'] },
);

export type FlowName = (typeof flows)[number]['name'];

/** Those that a visitor opens, and that are the same for each of them. */
export const visitorFlows = ['landing', 'login', 'signup', 'forgot-password', 'article'] as const;
export type VisitorFlow = (typeof visitorFlows)[number];
export const isVisitorFlow = (flow: FlowName): flow is VisitorFlow =>
  (visitorFlows as readonly FlowName[]).includes(flow);

const lines: readonly Line[] = flows;

/** The flow that shows a place; none for a place that is not built or not there. */
export const flowOfPlace = (place: Place): FlowName | null =>
  (lines.find(({ routes }) => (routes as readonly string[]).includes(place.name))?.name as FlowName | undefined) ??
  null;

export const builtRoutes: readonly RouteName[] = lines.flatMap(({ routes }) => routes);

/** The flow that shows a route that is built, by the names of both. */
export const flowsOfRoutes: Readonly<Record<string, string>> = Object.fromEntries(
  lines.flatMap(({ name, routes }) => routes.map((route) => [route, name])),
);

/** Names of guards that a flow asks for its routes beyond those of the route itself. */
export const askedGuards: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  lines.flatMap(({ routes, guards = [] }) => routes.map((route) => [route, guards])),
);

/** Flows that are loaded and provided; `flow.load` fills it. The annex comes by `annex.load`. */
export interface Library {
  get(flow: FlowName): AnyStateMachine | undefined;
  annex?(): AnyStateMachine | undefined;
}
