import { assign, setup } from 'xstate';
import { contentMenu, type Menus } from '../../../contract/calls/page.ts';
import { menuKinds, type LocaleCode } from '../../../contract/entities.ts';
import { added } from '../../../contract/limits.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';
import { given } from '../../given.ts';

export interface MenusContext {
  locale: LocaleCode;
  /** Of the last language that answered, each sorted by `order`. */
  menus: Menus | null;
  /** The server's time when it answered last; until it has, this page's when it opened. */
  now: string;
  tries: number;
}

export type MenusEvent =
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.language' }>
  | Extract<PortEvent, { type: 'port.online' }>;

/** Header, main and footer menu of the language. The menus of the language before stay until the new ones are here. */
export const menusMachine = setup({
  types: {
    context: {} as MenusContext,
    events: {} as MenusEvent,
    input: {} as { locale: LocaleCode; at: number },
    tags: {} as 'busy' | 'attention',
  },
  actors: calls(contentMenu),
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'a day': 86_400_000,
    'a pause that grows': ({ context }) => Math.min(added.pollFirst * 2 ** (context.tries - 1), added.pollLongest),
  },
  actions: {
    'keep the menus': assign((_, { menus, now }: { menus: Menus; now: string }) => ({
      menus: sorted(menus),
      now,
      tries: 0,
    })),
    'note the language': assign((_, { locale }: { locale: LocaleCode }) => ({ locale })),
    'count the try': assign(({ context }) => ({ tries: context.tries + 1 })),
  },
}).createMachine({
  id: 'menus',
  context: ({ input }) => ({ locale: input.locale, menus: null, now: new Date(input.at).toISOString(), tries: 0 }),
  initial: 'loading',
  on: {
    'house.language': {
      target: '.loading',
      actions: { type: 'note the language', params: given },
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'content.menu',
        src: 'content.menu',
        input: { body: { list: [...menuKinds] } },
        onDone: {
          target: 'ready',
          actions: {
            type: 'keep the menus',
            params: ({ event }) => ({ menus: event.output.payload, now: event.output.now }),
          },
        },
        onError: 'failed',
      },
      after: { 'the answer is overdue': 'failed' },
    },
    /** A page stays open for days: the menus, and the year, may be others by then. */
    ready: { after: { 'a day': 'loading' } },
    failed: {
      tags: 'attention',
      entry: 'count the try',
      after: { 'a pause that grows': 'loading' },
      on: { 'user.retried': 'loading', 'port.online': 'loading' },
    },
  },
});

const sorted = (menus: Menus): Menus =>
  Object.fromEntries(
    menuKinds.flatMap((kind) => {
      const items = menus[kind];
      return items ? [[kind, items.toSorted((a, b) => a.order - b.order)]] : [];
    }),
  );
