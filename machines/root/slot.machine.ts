import { assign, enqueueActions, sendParent, sendTo, setup, type AnyEventObject } from 'xstate';
import type { SiteSettings, User } from '../../contract/entities.ts';
import { faultOf } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import type { About, AddressDoubt, FlowEvent, HouseEvent, Place, PortEvent, Signal } from './events.ts';
import { flowOfPlace, type FlowName, type Library } from './flows.ts';
import { ask } from './ports.ts';
import { begun, inputOf, type SlotContext, type SlotInput } from './slot.context.ts';
import { given } from '../given.ts';

export type SlotEvent =
  | { type: 'user.retried' }
  | FlowEvent
  | Exclude<HouseEvent, { type: 'house.login dismissed' }>
  | Extract<PortEvent, { type: 'port.online' }>
  | Extract<Signal, { type: 'signal.site_settings' | 'signal.user' | 'signal.wallets' | 'signal.total_balance' }>
  | { type: 'xstate.done.actor.flow' }
  | { type: 'xstate.error.actor.flow'; error: unknown };

/**
 * Where one flow lives: it is loaded, started as the child `flow`, told of the house, and stopped. The same flow at
 * another place goes on; another person never finds what the last one left.
 */
export const createSlot = (library: Library) =>
  setup({
    types: {
      context: {} as SlotContext,
      events: {} as SlotEvent,
      input: {} as SlotInput,
      tags: {} as 'busy' | 'attention' | 'open',
    },
    actors: { 'flow.load': ask<unknown, { flow: FlowName | null }>('flow.load') },
    delays: {
      'the flow is overdue': added.answer,
      'a pause': added.chunkPause,
      'the page would have been loaded anew': added.chunkPause,
    },
    guards: {
      'it is over a page': ({ context }) => context.over,
      'no flow shows it': (_, { place }: { place: Place }) => flowOfPlace(place) === null,
      'the flow here shows it': ({ context }, { place }: { place: Place }) =>
        !context.over && flowOfPlace(place) === context.flow,
      'its flow is loaded': ({ context: { flow, loaded } }) => flow !== null && loaded.includes(flow),
      'it was asked for twice': ({ context }) => context.tries > 0,
      'the library has it': ({ context }) => context.flow !== null && library.get(context.flow) !== undefined,
      'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
      'it has ended': ({ context }) => context.ended,
      'it has ended over a page': ({ context: { ended, over } }) => ended && over,
      'it is the same person': ({ context }, { account }: { account: string }) => account === context.account,
    },
    actions: {
      'note the place': assign((_, { place }: { place: Place }) => ({ place })),
      'note the flow': assign((_, { flow }: { flow: FlowName | null }) => ({
        ...{ flow, tries: 0, why: null, fault: null, ended: false },
      })),
      /** One whose last words brought another flow here tells its end when it is gone already. */
      'note whether the one here has ended': assign(({ self }) => ({
        ended: self.getSnapshot().children['flow']?.getSnapshot().status === 'done',
      })),
      'note the person': assign((_, { account }: { account: string | null }) => ({ account })),
      'note the settings': assign((_, { site_settings: site }: { site_settings: SiteSettings }) => ({ site })),
      'note who is here': assign(({ context }, { user }: { user: User }) => ({
        email: user.is_authenticated ? user.email : context.email,
        needsPassword: user.is_authenticated && user.need_set_password,
        doubt: user.is_authenticated ? null : context.doubt,
      })),
      'note what may be the address': assign((_, { doubt }: { doubt: AddressDoubt | null }) => ({ doubt })),
      'note what was typed': assign((_, { email }: { email: string }) => ({ email })),
      'note that it is loaded': assign(({ context }) => ({
        loaded: [...context.loaded, context.flow!],
      })),
      'count the try': assign(({ context }) => ({ tries: context.tries + 1 })),
      'count anew': assign({ tries: 0 }),
      'note why': assign(({ context }, { why, error }: { why: SlotContext['why']; error?: unknown }) => ({
        why,
        fault: error ? faultOf(error) : context.fault,
      })),
      'note what the modal is about': assign((_, { about = null }: { about?: About | null }) => ({ about })),
      'start the flow': enqueueActions(({ context, enqueue }) => {
        const logic = context.flow ? library.get(context.flow) : undefined;
        if (logic) enqueue.spawnChild(logic as never, { id: 'flow', input: inputOf(context) } as never);
      }),
      'stop the flow': enqueueActions(({ enqueue }) => {
        enqueue.stopChild('flow');
      }),
      'tell the flow': sendTo('flow', ({ event }: { event: AnyEventObject }) => event),
      'tell the house': sendParent(({ event }: { event: AnyEventObject }) => event),
      'say that no step is left': enqueueActions(({ context, enqueue }) => {
        if (context.over) return;
        enqueue.sendParent({ type: 'flow.confirming', confirming: false });
        enqueue.sendParent({ type: 'flow.holding', holding: null });
      }),
      'say that it did not open': sendParent(({ context }) => ({ type: 'flow.not opened', flow: context.flow ?? '' })),
      'say that a piece is lost': sendParent({ type: 'house.chunk lost' }),
      'say that the flow left': sendParent(({ context }) => ({ type: 'flow.left', flow: context.flow ?? '' })),
    },
  }).createMachine({
    id: 'slot',
    context: ({ input }) => begun(input),
    initial: 'empty',
    on: {
      'house.arrived': [
        {
          guard: 'it is over a page',
          actions: { type: 'note the place', params: given },
        },
        {
          guard: { type: 'no flow shows it', params: given },
          target: '.empty',
          actions: { type: 'note the place', params: given },
        },
        {
          target: '.wanted',
          actions: [
            { type: 'note the place', params: given },
            { type: 'note the flow', params: ({ event }) => ({ flow: flowOfPlace(event.place) }) },
          ],
        },
      ],
      'house.modal opened': {
        target: '.wanted',
        actions: [
          { type: 'note the flow', params: given },
          { type: 'note what the modal is about', params: given },
        ],
      },
      'house.modal closed': '.empty',
      'house.signed in': {
        guard: { type: 'it is another person', params: given },
        target: '.empty',
        actions: { type: 'note the person', params: given },
      },
      'house.signed out': { target: '.empty', actions: { type: 'note the person', params: { account: null } } },
      'signal.site_settings': {
        actions: { type: 'note the settings', params: given },
      },
      'signal.user': { actions: { type: 'note who is here', params: given } },
      'flow.address in doubt': { actions: { type: 'note what may be the address', params: given } },
    },
    states: {
      empty: { entry: { type: 'note the flow', params: { flow: null } } },
      wanted: { always: [{ guard: 'its flow is loaded', target: 'open' }, { target: 'loading' }] },
      loading: {
        tags: 'busy',
        invoke: {
          id: 'flow.load',
          src: 'flow.load',
          input: ({ context }) => ({ flow: context.flow }),
          onDone: [
            { guard: 'the library has it', target: 'open', actions: 'note that it is loaded' },
            { target: 'lost' },
          ],
          onError: [
            {
              guard: 'it was asked for twice',
              target: 'lost',
              actions: { type: 'note why', params: ({ event }) => ({ why: 'not loaded', error: event.error }) },
            },
            { target: 'pausing' },
          ],
        },
        // What was asked for without a line may wait for it in vain.
        on: { 'port.online': { target: 'loading', reenter: true, actions: 'count anew' } },
        after: {
          'the flow is overdue': {
            target: 'failed',
            actions: { type: 'note why', params: { why: 'late', error: { message: 'late', statusCode: 504 } } },
          },
        },
      },
      /** The network may have hiccuped: it is asked for once more. */
      pausing: {
        tags: 'busy',
        entry: 'count the try',
        on: { 'port.online': { target: 'loading', actions: 'count anew' } },
        after: { 'a pause': 'loading' },
      },
      /** The house may load the page anew now; when it does not, the person reads why. */
      lost: {
        tags: 'busy',
        entry: 'say that a piece is lost',
        on: { 'port.online': { target: 'loading', actions: 'count anew' } },
        after: {
          'the page would have been loaded anew': {
            target: 'failed',
            actions: { type: 'note why', params: { why: 'not loaded' } },
          },
        },
      },
      open: {
        tags: 'open',
        entry: 'start the flow',
        exit: ['stop the flow', 'say that no step is left'],
        initial: 'running',
        on: {
          'flow.email typed': { actions: { type: 'note what was typed', params: given } },
          'flow.address in doubt': [
            { guard: 'it is over a page', actions: { type: 'note what may be the address', params: given } },
            { actions: [{ type: 'note what may be the address', params: given }, 'tell the house'] },
          ],
          'flow.*': { actions: 'tell the house' },
          'xstate.error.actor.flow': {
            target: 'failed',
            actions: { type: 'note why', params: ({ event }) => ({ why: 'crashed', error: event.error }) },
          },
        },
        states: {
          running: {
            on: {
              'house.arrived': {
                guard: { type: 'the flow here shows it', params: given },
                actions: [{ type: 'note the place', params: given }, 'tell the flow'],
              },
              'house.signed in': {
                guard: { type: 'it is the same person', params: given },
                actions: 'tell the flow',
              },
              'house.session lost': { actions: 'tell the flow' },
              'house.language': { actions: 'tell the flow' },
              'port.online': { actions: 'tell the flow' },
              'signal.site_settings': {
                actions: [{ type: 'note the settings', params: given }, 'tell the flow'],
              },
              'signal.wallets': { actions: 'tell the flow' },
              'signal.total_balance': { actions: 'tell the flow' },
              'xstate.done.actor.flow': { actions: 'note whether the one here has ended' },
            },
            always: [
              { guard: 'it has ended over a page', target: 'finished', actions: 'say that the flow left' },
              { guard: 'it has ended', target: 'finished' },
            ],
          },
          /** Its last state stays on the screen; another arrival starts it anew. */
          finished: {},
        },
      },
      failed: {
        tags: 'attention',
        entry: 'say that it did not open',
        on: {
          'user.retried': { target: 'loading', actions: 'count anew' },
          'port.online': { target: 'loading', actions: 'count anew' },
        },
      },
    },
  });

export type SlotMachine = ReturnType<typeof createSlot>;
