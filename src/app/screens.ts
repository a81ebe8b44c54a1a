import type { AnyStateMachine } from 'xstate';
import type { FlowName } from '../../machines/root/flows.ts';
import type { World } from '../../machines/root/provide.ts';
import type { FlowView } from '../house/house.tsx';

/** Where the two pieces of a flow come from. */
export interface Screen {
  machine: () => Promise<AnyStateMachine>;
  /** `widen`: the world with what this flow alone names. */
  view: () => Promise<{ default: FlowView; widen?: (world: World) => World }>;
}

/** Flows that a page begins with: fetched at once, with nothing fetched before. All others stand in `later-screens.ts`. */
export const firstScreens = {
  landing: {
    machine: () => import('../../machines/flows/landing/landing.machine.ts').then((m) => m.landingMachine),
    view: () => import('../features/landing/landing.view.tsx'),
  },
  login: {
    machine: () => import('../../machines/flows/login/login.machine.ts').then((m) => m.loginMachine),
    view: () => import('../features/login/login.view.tsx'),
  },
  exchanges: {
    machine: () => import('../../machines/flows/exchanges/exchanges.machine.ts').then((m) => m.exchangesMachine),
    view: () => import('../features/exchanges/exchanges.view.tsx'),
  },
} satisfies Partial<Record<FlowName, Screen>>;
