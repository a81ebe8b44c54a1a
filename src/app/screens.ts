import type { AnyStateMachine } from 'xstate';
import type { FlowName } from '../../machines/root/flows.ts';
import type { World } from '../../machines/root/provide.ts';
import type { FlowView } from '../house/house.tsx';
import { currentPath } from '../platform/history.ts';

/** Where the two pieces of a flow come from. */
export interface Screen {
  machine: () => Promise<AnyStateMachine>;
  /** `widen`: the world with what this flow alone names. */
  view: () => Promise<{ default: FlowView; widen?: (world: World) => World }>;
}

/** One that stands at its operation already needs at once what else waits until somebody begins. */
const fetchForOperation = (): void => {
  if (/[?&]operation=/.test(currentPath()))
    import('../features/operation/late-operating.tsx').then(
      ({ fetchOperatingAhead }) => fetchOperatingAhead(),
      () => {},
    );
};

/** Flows that a page begins with: fetched at once, with nothing fetched before. All others stand in `later-screens.ts`. */
export const firstScreens = {
  landing: {
    machine: () => import('../../machines/flows/landing/landing.machine.ts').then((m) => m.landingMachine),
    view: () => import('../features/landing/landing.view.tsx'),
  },
  login: {
    machine: () => import('../../machines/flows/login/login.machine.ts').then((m) => m.loginMachine),
    view: async () => {
      const [view, { letterWorld }] = await Promise.all([
        import('../features/login/login.view.tsx'),
        import('./letter-world.ts'),
      ]);
      return { default: view.default, widen: letterWorld };
    },
  },
  exchanges: {
    machine: () => import('../../machines/flows/exchanges/exchanges.machine.ts').then((m) => m.exchangesMachine),
    view: () => import('../features/exchanges/exchanges.view.tsx'),
  },
  exchange: {
    machine: () => import('../../machines/flows/exchange/exchange.machine.ts').then((m) => m.exchangeMachine),
    view: async () => {
      fetchForOperation();
      const [view, { formWorld }] = await Promise.all([
        import('../features/exchange/exchange.view.tsx'),
        import('./form-world.ts'),
      ]);
      return { default: view.default, widen: formWorld };
    },
  },
} satisfies Partial<Record<FlowName, Screen>>;
