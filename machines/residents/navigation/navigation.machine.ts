import { assign, sendParent, setup } from 'xstate';
import type { FlowEvent, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';
import { decide, redirectCounts, type RowName } from './after-sign-in.ts';
import { readTarget } from './routes.ts';
import { settle, type Rules, type Settled } from './settle.ts';

export interface NavigationInput extends Rules {
  path: string;
}

export interface NavigationContext extends Rules {
  /** The address as it is or is about to be. */
  path: string;
  /** How it has yet to be written. */
  write: 'push' | 'replace' | null;
  place: Place | null;
  found: Settled['found'];
  account: string | null;
  authType: string | null;
  blocked: boolean;
  /** Paths kept through sign-in: what a guard refused to a visitor, and the exchange of the home page. */
  interrupted: string | null;
  landing: string | null;
  timesAskedForPassword: number;
  /** How the last sign-in was decided, for a redirect that comes in the same answer. */
  decided: { seq: number; row: RowName } | null;
}

export type NavigationEvent =
  | { type: 'user.navigated'; value: string }
  | { type: 'user.went back' }
  | Extract<FlowEvent, { type: 'flow.navigate' | 'flow.landing kept' | 'flow.interruption over' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' }>
  | Extract<PortEvent, { type: 'port.address changed' }>
  | Extract<Signal, { type: 'signal.redirect' | 'signal.site blocked' | 'signal.site open' | 'signal.site_settings' }>;

type SignedIn = Extract<NavigationEvent, { type: 'house.signed in' }>;

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
    'it leads to a place of ours': ({ context }, { to }: { to: string }) => readTarget(to, context.path) !== undefined,
    'it takes the place of this address': ({ context }, { to, replace }: { to: string; replace: boolean }) =>
      replace && readTarget(to, context.path) !== undefined,
    'it is a new sign-in': (_, { again }: { again: boolean }) => !again,
    'another person follows': (_, { why }: { why: string }) => why === 'other account',
    'it may lead us': ({ context }, { seq, to }: { seq: number; to: string }) =>
      readTarget(to, context.path) !== undefined &&
      (context.decided?.seq !== seq || redirectCounts(context.decided.row)),
    'it was blocked': ({ context }) => context.blocked,
    'the address is to be pushed': ({ context }) => context.write === 'push',
    'the address is to be replaced': ({ context }) => context.write === 'replace',
    'there is such a place': ({ context }) => context.found === 'here',
    'a guard has no name': ({ context }) => context.found === 'broken',
  },
  actions: {
    'note the address': assign((_, { path }: { path: string }) => ({ path, write: null })),
    go: assign(({ context }, { to, write }: { to: string; write: 'push' | 'replace' }) => goTo(context, to, write)),
    settle: assign(({ context }) => settled(context)),
    'push the address': effect<{ to: string }>('history.push'),
    'replace the address': effect<{ to: string }>('history.replace'),
    'note that it is written': assign({ write: null }),
    'go back': effect('history.back'),
    'say where we are': sendParent(({ context }) => ({ type: 'house.arrived', place: context.place })),
    'begin where the address is': assign(({ context }, event: SignedIn) =>
      arrived(context, event, whereWeBegan(context, event)),
    ),
    'go where a sign-in leads': assign(({ context }, event: SignedIn) => arrived(context, event, context.interrupted)),
    'go on where they were going': assign(({ context }) => goneOn(context)),
    'forget the person': assign({
      account: null,
      interrupted: null,
      landing: null,
      timesAskedForPassword: 0,
      decided: null,
    }),
    'keep the exchange of the home page': assign(({ context }, { to }: { to: string }) => ({
      landing: readTarget(to, context.path) ?? context.landing,
    })),
    'note how people sign in': assign((_, { authType }: { authType: string }) => ({ authType })),
    'note that the site is blocked': assign({ blocked: true }),
    'note that the site is open': assign({ blocked: false }),
  },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => ({
    path: input.path,
    built: input.built,
    guards: input.guards,
    write: null,
    place: null,
    found: 'here',
    account: null,
    authType: null,
    blocked: false,
    interrupted: null,
    landing: null,
    timesAskedForPassword: 0,
    decided: null,
  }),
  invoke: { id: 'history.changes', src: 'history.changes', onError: {} },
  initial: 'waiting for session',
  on: {
    'signal.site blocked': { actions: 'note that the site is blocked' },
    'signal.site_settings': {
      actions: {
        type: 'note how people sign in',
        params: ({ event }) => ({ authType: event.site_settings.auth_type }),
      },
    },
    'flow.landing kept': {
      actions: { type: 'keep the exchange of the home page', params: ({ event }) => ({ to: event.to }) },
    },
  },
  states: {
    'waiting for session': {
      on: {
        'port.address changed': {
          actions: { type: 'note the address', params: ({ event }) => ({ path: event.path }) },
        },
        'signal.site open': { actions: 'note that the site is open' },
        'house.signed in': {
          target: 'arriving',
          actions: { type: 'begin where the address is', params: ({ event }) => event },
        },
        'house.signed out': 'arriving',
      },
    },
    arriving: {
      entry: 'settle',
      always: [
        {
          guard: 'the address is to be pushed',
          target: 'written',
          actions: { type: 'push the address', params: ({ context }) => ({ to: context.path }) },
        },
        {
          guard: 'the address is to be replaced',
          target: 'written',
          actions: { type: 'replace the address', params: ({ context }) => ({ to: context.path }) },
        },
        { target: 'written' },
      ],
    },
    written: {
      entry: 'note that it is written',
      always: [
        { guard: 'there is such a place', target: 'settled.here' },
        { guard: 'a guard has no name', target: 'settled.broken' },
        { target: 'settled.nowhere' },
      ],
    },
    settled: {
      entry: 'say where we are',
      initial: 'here',
      on: {
        'port.address changed': {
          guard: { type: 'it is another address', params: ({ event }) => ({ path: event.path }) },
          target: 'arriving',
          actions: { type: 'note the address', params: ({ event }) => ({ path: event.path }) },
        },
        'user.navigated': {
          guard: { type: 'it leads to a place of ours', params: ({ event }) => ({ to: event.value }) },
          target: 'arriving',
          actions: { type: 'go', params: ({ event }) => ({ to: event.value, write: 'push' }) },
        },
        'user.went back': { actions: 'go back' },
        'flow.navigate': [
          {
            guard: {
              type: 'it takes the place of this address',
              params: ({ event }) => ({ to: event.to, replace: event.replace ?? false }),
            },
            target: 'arriving',
            actions: { type: 'go', params: ({ event }) => ({ to: event.to, write: 'replace' }) },
          },
          {
            guard: { type: 'it leads to a place of ours', params: ({ event }) => ({ to: event.to }) },
            target: 'arriving',
            actions: { type: 'go', params: ({ event }) => ({ to: event.to, write: 'push' }) },
          },
        ],
        'flow.interruption over': { target: 'arriving', actions: 'go on where they were going' },
        'signal.redirect': {
          guard: { type: 'it may lead us', params: ({ event }) => ({ seq: event.seq, to: event.redirect_url }) },
          target: 'arriving',
          actions: { type: 'go', params: ({ event }) => ({ to: event.redirect_url, write: 'replace' }) },
        },
        'signal.site open': { guard: 'it was blocked', target: 'arriving', actions: 'note that the site is open' },
        'house.signed in': {
          guard: { type: 'it is a new sign-in', params: ({ event }) => ({ again: event.again }) },
          target: 'arriving',
          actions: { type: 'go where a sign-in leads', params: ({ event }) => event },
        },
        'house.signed out': [
          {
            guard: { type: 'another person follows', params: ({ event }) => ({ why: event.why }) },
            actions: 'forget the person',
          },
          {
            target: 'arriving',
            actions: ['forget the person', { type: 'go', params: { to: '/', write: 'replace' } }],
          },
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

type Change = Partial<NavigationContext>;

function goTo(context: NavigationContext, to: string, write: 'push' | 'replace'): Change {
  const path = readTarget(to, context.path) ?? context.path;
  return { path, write: path === context.path ? null : write };
}

function settled(context: NavigationContext): Change {
  const { found, place, kept } = settle(context.path, context.account, context);
  const write = place.path === context.path ? context.write : (context.write ?? 'replace');
  return { found, place, path: place.path, write, interrupted: kept ?? context.interrupted };
}

/** At the start the address itself is what was interrupted, unless it is no place for a signed-in person. */
function whereWeBegan(context: NavigationContext, { account }: SignedIn): string | null {
  return settle(context.path, account, context).sent ? null : context.path;
}

function arrived(context: NavigationContext, event: SignedIn, interrupted: string | null): Change {
  const { row, to } = decide({ ...context, interrupted, needsPassword: event.need_set_password, redirect: null });
  const asked = row === 'a password is required';
  const later = asked || row === 'the site is blocked';
  return {
    ...goTo(context, to, 'replace'),
    account: event.account,
    decided: { seq: event.seq, row },
    timesAskedForPassword: context.timesAskedForPassword + (asked ? 1 : 0),
    // A page that is opened where the password is asked for was not on the way elsewhere.
    interrupted: later ? (asked && interrupted === to ? context.interrupted : interrupted) : null,
    landing: later ? context.landing : null,
  };
}

/** The rows of the table below the one that is done with. */
function goneOn(context: NavigationContext): Change {
  const { to } = decide({ ...context, needsPassword: false, redirect: null });
  return { ...goTo(context, to, 'replace'), interrupted: null, landing: null };
}
