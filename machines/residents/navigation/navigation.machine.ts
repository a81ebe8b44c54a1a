import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Holding, Landing, PortEvent } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';
import { isOwnPath } from './address.ts';
import { redirectCounts } from './after-sign-in.ts';
import { keptOf, type Kept } from './kept.ts';
import {
  arrived,
  begun,
  goneOn,
  goTo,
  isElsewhere,
  left,
  settled,
  stepped,
  type NavigationContext,
  type NavigationEvent,
  type NavigationInput,
  type SignedIn,
  type SignedOut,
} from './navigation.context.ts';
import { readTarget } from './routes.ts';
import { given } from '../../given.ts';

type Effects =
  | { type: 'push the address' | 'replace the address'; params: { to: string } }
  | { type: 'keep it on this device'; params: { key: 'kept'; value: Kept | null } };

/** Where a link leads; one that is none of ours leads nowhere else. */
const wanted = ({ context, event }: { context: NavigationContext; event: { value: string } }) => ({
  path: readTarget(event.value, context.path) ?? context.path,
});

const isOpen = { actions: { type: 'note the site', params: { blocked: false } } } as const;

export const navigationMachine = setup({
  types: {
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
    input: {} as NavigationInput,
    tags: {} as 'page' | 'not found' | 'broken',
  },
  actors: { 'history.changes': source<Extract<PortEvent, { type: 'port.address changed' }>>('history.changes') },
  guards: {
    'it is another address': ({ context }, { path }: { path: string }) => path !== context.path,
    'it would leave something behind': ({ context }, { to }: { to: string | undefined }) =>
      to !== undefined && context.holding !== null && !context.blocked && isElsewhere(to, context),
    'it leads back': ({ context }, { back }: { back: boolean }) => back && context.path === context.backFrom,
    'it leads to a place of ours': ({ context }, { to }: { to: string }) => readTarget(to, context.path) !== undefined,
    'it is a new sign-in': (_, { again }: { again: boolean }) => !again,
    'another person follows': (_, { why }: SignedOut) => why === 'other account',
    'it may lead us': ({ context }, { seq, to }: { seq: number; to: string }) =>
      readTarget(to, context.path) !== undefined &&
      (context.decided?.seq !== seq || redirectCounts(context.decided.row)),
    'it was blocked': ({ context }) => context.blocked,
    'there is such a place': ({ context }) => context.found === 'here',
    'a guard has no name': ({ context }) => context.found === 'broken',
  },
  actions: {
    'note the address': assign((_, { path }: { path: string }) => ({ path, write: null })),
    'step to the address': assign(({ context }, { path }: { path: string }) => stepped(context, path)),
    go: assign(({ context }, { to, write }: { to: string; write: 'push' | 'replace' }) => goTo(context, to, write)),
    'note whether the flow itself leads': assign((_, { own }: { own: boolean }) => ({ own })),
    settle: assign(({ context }) => settled(context)),
    'push the address': effect<{ to: string; stays?: boolean }>('history.push'),
    'replace the address': effect<{ to: string }>('history.replace'),
    'write it down': enqueueActions<
      NavigationContext,
      NavigationEvent,
      undefined,
      NavigationEvent,
      never,
      Effects,
      never,
      never,
      never
    >(({ context: { write, path, interrupted, landing, whose, written }, enqueue }) => {
      if (write !== null) enqueue({ type: `${write} the address`, params: { to: path } });
      const kept = { interrupted, landing, whose };
      if (written.interrupted !== interrupted || written.landing !== landing)
        enqueue({ type: 'keep it on this device', params: { key: 'kept', value: keptOf(kept) } });
      enqueue.assign({ write: null, written: kept });
    }),
    'go back': effect('history.back'),
    'note where they pressed Back': assign(({ context }) => ({ backFrom: context.path })),
    'ask before leaving': sendParent(({ context }, { to, back }: { to: string; back: boolean }) => ({
      type: 'house.leave wanted',
      to,
      back,
      holding: context.holding,
    })),
    'note what is held': assign((_, { holding }: { holding: Holding | null }) => ({ holding })),
    'say where we are': sendParent(({ context: { place, own } }) => ({
      type: 'house.arrived',
      place,
      ...(own && { own }),
    })),
    'go where a sign-in leads': assign(({ context }, event: SignedIn) => arrived(context, event)),
    'go on where they were going': assign(({ context }) => goneOn(context)),
    'keep it on this device': effect<{ key: 'kept'; value: Kept | null }>('memory.keep'),
    'forget the person': assign(({ context }, { why }: SignedOut) => left(context, why)),
    /** It was asked for last: where they were going before is not where they go now. */
    'keep the exchange of the home page': assign((_, { to, quoted }: Landing) =>
      isOwnPath(to) ? { landing: { to, quoted }, interrupted: null, whose: null } : {},
    ),
    'note how people sign in': assign((_, { authType }: { authType: string }) => ({ authType })),
    'note the site': assign((_, { blocked }: { blocked: boolean }) => ({ blocked })),
    'note that they stay with what they were doing': assign((_, { seq }: SignedIn): Partial<NavigationContext> => ({
      decided: { seq, row: 'the interrupted path' },
    })),
  },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => begun(input),
  invoke: { id: 'history.changes', src: 'history.changes', onError: {} },
  initial: 'waiting for session',
  on: {
    'signal.site blocked': { actions: { type: 'note the site', params: { blocked: true } } },
    'signal.site_settings': {
      actions: {
        type: 'note how people sign in',
        params: ({ event }) => ({ authType: event.site_settings.auth_type }),
      },
    },
    'flow.landing kept': {
      actions: { type: 'keep the exchange of the home page', params: given },
    },
    'flow.holding': { actions: { type: 'note what is held', params: given } },
  },
  states: {
    'waiting for session': {
      on: {
        'port.address changed': {
          actions: { type: 'note the address', params: given },
        },
        /** A link of the frame that stands there already: it leads on as soon as it is known for whom. */
        'user.navigated': {
          guard: { type: 'it is another address', params: wanted },
          actions: [
            { type: 'push the address', params: ({ context, event }) => ({ to: wanted({ context, event }).path }) },
            { type: 'note the address', params: wanted },
          ],
        },
        'signal.site open': isOpen,
        'house.signed in': {
          target: 'arriving',
          actions: { type: 'go where a sign-in leads', params: given },
        },
        'house.signed out': 'arriving',
      },
    },
    arriving: {
      entry: ['settle', 'write it down'],
      always: [
        { guard: 'there is such a place', target: 'settled.here' },
        { guard: 'a guard has no name', target: 'settled.broken' },
        { target: 'settled.nowhere' },
      ],
    },
    settled: {
      entry: ['say where we are', { type: 'note whether the flow itself leads', params: { own: false } }],
      initial: 'here',
      on: {
        'port.address changed': [
          {
            guard: { type: 'it would leave something behind', params: ({ event }) => ({ to: event.path }) },
            actions: [
              { type: 'push the address', params: ({ context }) => ({ to: context.path, stays: true }) },
              'note where they pressed Back',
              { type: 'ask before leaving', params: ({ event }) => ({ to: event.path, back: true }) },
            ],
          },
          {
            guard: { type: 'it is another address', params: given },
            target: 'arriving',
            actions: { type: 'step to the address', params: given },
          },
        ],
        'user.navigated': [
          {
            guard: {
              type: 'it would leave something behind',
              params: ({ context, event }) => ({ to: readTarget(event.value, context.path) }),
            },
            actions: { type: 'ask before leaving', params: ({ event }) => ({ to: event.value, back: false }) },
          },
          {
            guard: { type: 'it leads to a place of ours', params: ({ event }) => ({ to: event.value }) },
            target: 'arriving',
            actions: { type: 'go', params: ({ event }) => ({ to: event.value, write: 'push' }) },
          },
        ],
        'flow.leave agreed': [
          {
            guard: { type: 'it leads back', params: given },
            actions: [{ type: 'note what is held', params: { holding: null } }, 'go back'],
          },
          {
            target: 'arriving',
            actions: [
              { type: 'note what is held', params: { holding: null } },
              { type: 'go', params: ({ event }) => ({ to: event.to, write: 'push' }) },
            ],
          },
        ],
        'user.went back': { actions: 'go back' },
        'flow.navigate': [
          {
            guard: {
              type: 'it would leave something behind',
              params: ({ context, event }) => ({ to: event.asks && readTarget(event.to, context.path) }),
            },
            actions: { type: 'ask before leaving', params: ({ event }) => ({ to: event.to, back: false }) },
          },
          {
            guard: { type: 'it leads to a place of ours', params: given },
            target: 'arriving',
            actions: [
              { type: 'go', params: ({ event }) => ({ to: event.to, write: event.replace ? 'replace' : 'push' }) },
              { type: 'note whether the flow itself leads', params: ({ event }) => ({ own: !event.asks }) },
            ],
          },
        ],
        'flow.interruption over': { target: 'arriving', actions: 'go on where they were going' },
        'signal.redirect': {
          guard: { type: 'it may lead us', params: ({ event }) => ({ seq: event.seq, to: event.redirect_url }) },
          target: 'arriving',
          actions: { type: 'go', params: ({ event }) => ({ to: event.redirect_url, write: 'replace' }) },
        },
        'signal.site open': { ...isOpen, guard: 'it was blocked', target: 'arriving' },
        'house.signed in': [
          {
            guard: { type: 'it is a new sign-in', params: given },
            target: 'arriving',
            actions: { type: 'go where a sign-in leads', params: given },
          },
          { actions: { type: 'note that they stay with what they were doing', params: given } },
        ],
        'house.signed out': [
          {
            guard: { type: 'another person follows', params: given },
            actions: { type: 'forget the person', params: given },
          },
          { target: 'arriving', actions: { type: 'forget the person', params: given } },
        ],
      },
      states: {
        here: { tags: 'page' },
        nowhere: { tags: 'not found' },
        broken: { tags: 'broken' },
      },
    },
  },
});
