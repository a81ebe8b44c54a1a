import { enqueueActions, setup } from 'xstate';
import type { LocaleCode } from '../../contract/entities.ts';
import { lineMachine } from '../residents/line/line.machine.ts';
import { localeMachine } from '../residents/locale/locale.machine.ts';
import { menusMachine } from '../residents/menus/menus.machine.ts';
import { modalsMachine } from '../residents/modals/modals.machine.ts';
import { navigationMachine } from '../residents/navigation/navigation.machine.ts';
import { sessionMachine } from '../residents/session/session.machine.ts';
import { siteMachine } from '../residents/site/site.machine.ts';
import { themeMachine } from '../residents/theme/theme.machine.ts';
import { walletsMachine } from '../residents/wallets/wallets.machine.ts';
import type { PageLife, Signal, TabEvent } from './events.ts';
import { askedGuards, builtRoutes, flowsOfRoutes, type Library } from './flows.ts';
import { createLate } from './late.machine.ts';
import { effect, source } from './ports.ts';
import { createSlot } from './slot.machine.ts';
import { listenersOf, type Heard } from './switchboard.ts';

/** What the page knows before it starts. `at` is its clock in ms, `memory` what this device remembers. */
export interface HouseInput {
  path: string;
  locale: LocaleCode;
  at: number;
  /** The product's working name. */
  product: string;
  memory: {
    email?: string;
    theme?: string;
    hidden?: boolean;
    here?: boolean;
    leaves?: string;
    stale?: boolean;
    kept?: unknown;
    asked?: readonly string[];
  };
}

/** The house: it starts everybody, and passes on what one says to those who listen. */
export const createRoot = (library: Library) => {
  const slot = createSlot(library);
  return setup({
    types: {
      context: {} as HouseInput,
      events: {} as Heard | { type: 'user.reloaded' },
      input: {} as HouseInput,
      tags: {} as 'broken',
      children: {} as {
        session: 'session';
        navigation: 'navigation';
        locale: 'locale';
        menus: 'menus';
        wallets: 'wallets';
        modals: 'modals';
        site: 'site';
        theme: 'theme';
        line: 'line';
        page: 'page';
        modal: 'modal';
        late: 'late';
      },
    },
    actors: {
      responses: source<Signal>('responses'),
      'page.life': source<PageLife>('page.life'),
      'tabs.news': source<TabEvent>('tabs.news'),
      session: sessionMachine,
      navigation: navigationMachine,
      locale: localeMachine,
      menus: menusMachine,
      wallets: walletsMachine,
      modals: modalsMachine,
      site: siteMachine,
      theme: themeMachine,
      line: lineMachine,
      page: slot,
      modal: slot,
      late: createLate(library),
    },
    actions: {
      'pass it on': enqueueActions(({ event, enqueue }) => {
        for (const listener of listenersOf(event.type)) enqueue.sendTo(listener, event as never);
      }),
      'load the page anew': effect('page.reload'),
    },
  }).createMachine({
    id: 'root',
    context: ({ input }) => input,
    invoke: [
      { id: 'responses', src: 'responses', onError: {} },
      { id: 'page.life', src: 'page.life', onError: {} },
      { id: 'tabs.news', src: 'tabs.news', onError: {} },
      { id: 'theme', src: 'theme', input: ({ context }) => ({ theme: context.memory.theme }), onError: '.broken' },
      { id: 'site', src: 'site', input: ({ context }) => ({ product: context.product }), onError: '.broken' },
      { id: 'locale', src: 'locale', input: ({ context }) => ({ locale: context.locale }), onError: '.broken' },
      { id: 'line', src: 'line', onError: '.broken' },
      { id: 'modals', src: 'modals', onError: '.broken' },
      {
        id: 'wallets',
        src: 'wallets',
        input: ({ context }) => ({ hidden: context.memory.hidden ?? false }),
        onError: '.broken',
      },
      {
        id: 'navigation',
        src: 'navigation',
        input: ({ context }) => ({
          path: context.path,
          kept: context.memory.kept,
          asked: context.memory.asked,
          built: builtRoutes,
          flows: flowsOfRoutes,
          guards: askedGuards,
        }),
        onError: '.broken',
      },
      {
        id: 'page',
        src: 'page',
        input: ({ context }) => ({ over: false, email: context.memory.email ?? null }),
        onError: '.broken',
      },
      {
        id: 'modal',
        src: 'modal',
        input: ({ context }) => ({ over: true, email: context.memory.email ?? null }),
        onError: '.broken',
      },
      { id: 'menus', src: 'menus', input: ({ context }) => context, onError: '.broken' },
      {
        id: 'session',
        src: 'session',
        input: ({ context }) => ({ leaves: context.memory.leaves ?? null, stale: context.memory.stale ?? false }),
        onError: '.broken',
      },
      { id: 'late', src: 'late', onError: '.broken' },
    ],
    initial: 'open',
    states: {
      open: {
        on: {
          'signal.*': { actions: 'pass it on' },
          'flow.*': { actions: 'pass it on' },
          'house.*': { actions: 'pass it on' },
          'port.*': { actions: 'pass it on' },
          'tabs.*': { actions: 'pass it on' },
          'annex.*': { actions: 'pass it on' },
        },
      },
      broken: {
        tags: 'broken',
        on: { 'user.reloaded': { actions: 'load the page anew' } },
      },
    },
  });
};

export type RootMachine = ReturnType<typeof createRoot>;
