import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { cardDetailsRead, cardFreeze, cardOperations, cardUnfreeze } from '../../../contract/calls/card.ts';
import type { Card, CardDetails } from '../../../contract/card.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { signedInAgain } from '../../form/lost-session.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { listOf } from '../../list/list.machine.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import { become, begun, cardOfPlace, changing, isUnderWay, limitsIn, type CardContext } from './card.context.ts';
import type { LimitsNews, LimitsTold } from './limits.context.ts';
import { limitsMachine } from './limits.machine.ts';
import { lookMachine } from './look.machine.ts';

type CardEvent =
  | { type: 'user.frozen' }
  | { type: 'user.unfrozen' }
  | { type: 'user.order opened' }
  | { type: 'user.state asked again' }
  | { type: 'user.retried' }
  | LimitsNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' | 'house.session lost' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.hidden' | 'port.shown' | 'port.offline' | 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Told {
  output: Answer<CardDetails>;
}
interface Changed {
  output: Answer<Card>;
}

const takeWhatIsTold = { type: 'take what is told', params: given } as const;
const takeWhatItBecame = [{ type: 'take what it became', params: given }, 'tell the limits how they stand'] as const;
const reading = {
  src: 'card.details',
  id: 'card.details',
  input: ({ context }: { context: CardContext }) => ({ params: { id: context.id } }),
} as const;
/** What may be done with it, whether or not it is being looked at. */
const changes = {
  'user.frozen': { guard: 'it can be frozen', target: 'freezing', actions: 'want it frozen' },
  'user.unfrozen': { guard: 'it is frozen', target: 'unfreezing', actions: 'want it unfrozen' },
} as const;
const findOutAgain = {
  target: 'finding out',
  actions: ['forget the trouble', 'tell the limits', 'tell the list'],
} as const;
const lineIsBack = { target: 'looking', actions: ['tell the limits', 'tell the list'] } as const;
/** Something may have been paid with it. */
const moneyMoved = { target: 'looking', reenter: true, actions: 'tell the list' } as const;
/** What is on its way was read before them. */
const limitsMoved = { target: 'looking', reenter: true, actions: { type: 'take the limits', params: given } } as const;
const tellTheList = { actions: 'tell the list' } as const;
const afterAChange = [
  {
    guard: { type: 'it was refused', params: given },
    target: 'resting',
    actions: { type: 'keep the trouble', params: given },
  },
  { target: 'finding out' },
] as const;
/** A call that stops it, or lets it go on. */
const change = <const Name extends 'card.freeze' | 'card.unfreeze'>(name: Name) =>
  ({
    ...{ src: name, id: name, input: changing },
    onDone: { target: 'resting', actions: { type: 'take the card', params: given } },
    onError: [...afterAChange],
  }) as const;

/** One card: how it stands, its number for a moment, its limits, what was paid with it. Each part lives by itself. */
export const cardMachine = setup({
  types: {
    context: {} as CardContext,
    events: {} as CardEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(cardDetailsRead, cardFreeze, cardUnfreeze),
    look: lookMachine,
    limits: limitsMachine,
    list: listOf(cardOperations),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
  },
  delays: { 'the answer is overdue': added.answer + 5_000, 'another look': added.pollLongest },
  guards: {
    'it is another card': ({ context }, { place }: { place: Place }) => cardOfPlace(place) !== context.id,
    'there is none': ({ context }) => context.known === null,
    'it is being made': ({ context }) => context.known?.status === 'ordered',
    'it changes by itself': ({ context }) => isUnderWay(context),
    'it can be frozen': ({ context }) => context.known?.status === 'active',
    'its month is over': ({ context }) => context.known?.status === 'expired',
    'it is frozen': ({ context }) => context.known?.status === 'frozen',
    'it is not there': (_, { error }: Thrown) => isCallError(error) && error.statusCode === 404,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'it is as it was wanted': ({ context: { wish } }, { output }: Told) => output.payload.card?.status === wish,
    'it was refused': (_, { error }: Thrown) => isCallError(error) && error.kind === 'refused',
  },
  actions: {
    'take the place': assign(({ context }, { place }: { place: Place }) => ({ ...begun(place, context) })),
    'take what is told': assign((_, { output: { payload } }: Told) => ({
      known: payload.card ?? null,
      order: payload.place ?? null,
    })),
    'take what it became': assign(({ context }, { output: { payload } }: Told) => become(context, payload)),
    'take the card': assign((_, { output }: Changed) => ({ known: output.payload })),
    'take the limits': assign(({ context }, { card }: LimitsNews) => ({ known: card ?? context.known })),
    'want it frozen': assign({ wish: 'frozen', trouble: null }),
    'want it unfrozen': assign({ wish: 'active', trouble: null }),
    'keep that it was not done': assign(({ context: { wish } }) => ({
      trouble: { code: wish === 'frozen' ? 'not_frozen' : 'still_frozen' },
    })),
    'forget that nobody was signed in': assign(({ context: { trouble } }) => ({
      trouble: signedInAgain(trouble),
    })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
    'open the order': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: context.order ?? `/cards/order/confirm?operation=${context.id}`,
    })),
    'tell the look': sendTo('look', ({ event }) => event),
    'tell the limits how they stand': sendTo('limits', ({ context: { known } }): LimitsTold => ({
      type: 'card.changed',
      limits: (known as Card).limits,
    })),
    'tell the limits': sendTo('limits', ({ event }) => event),
    'tell the list': sendTo('list', ({ event }) => event),
  },
}).createMachine({
  id: 'card',
  context: ({ input }) => begun(input.place, { origins: input.site?.origins ?? [] }),
  initial: 'loading',
  on: {
    'house.arrived': {
      guard: { type: 'it is another card', params: given },
      target: '.loading',
      actions: { type: 'take the place', params: given },
    },
  },
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        ...reading,
        onDone: { target: 'sorting', actions: takeWhatIsTold },
        onError: [
          { guard: { type: 'it is not there', params: given }, target: 'absent' },
          { target: 'unread', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'loading', actions: 'forget the trouble' },
        'house.signed in': { target: 'loading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'loading', actions: 'forget the trouble' },
      },
    },

    absent: { tags: ['attention', 'safe to reload'] },

    sorting: {
      always: [
        { guard: 'there is none', target: 'absent' },
        { guard: 'it is being made', target: 'making' },
        { target: 'made' },
      ],
    },

    /** Its issuer has not made it yet: the order says how it goes on. */
    making: {
      tags: 'safe to reload',
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      on: {
        'user.order opened': { actions: 'open the order' },
        'port.hidden': '.paused',
        'port.offline': '.paused',
      },
      initial: 'resting',
      states: {
        resting: { after: { 'another look': 'looking' } },
        looking: {
          tags: 'waiting',
          invoke: { ...reading, onDone: { target: '#card.sorting', actions: takeWhatIsTold }, onError: 'resting' },
          after: { 'the answer is overdue': 'resting' },
        },
        paused: { on: { 'port.shown': 'looking', 'port.online': 'looking' } },
      },
    },

    /** Nothing is done with it any more: what was paid stays. */
    over: {
      tags: 'safe to reload',
      invoke: { src: 'list', id: 'list', input: ({ context }) => ({ query: { card: context.id } }), onError: {} },
      on: { 'signal.wallets': tellTheList, 'house.signed in': tellTheList, 'port.online': tellTheList },
    },

    made: {
      always: { guard: 'its month is over', target: 'over' },
      invoke: [
        { src: 'look', id: 'look', input: ({ context: { id, origins } }) => ({ card: id, origins }), onError: {} },
        {
          src: 'limits',
          id: 'limits',
          input: ({ context: { id, known } }) => ({ card: id, ...limitsIn(known) }),
          onError: {},
        },
        { src: 'list', id: 'list', input: ({ context }) => ({ query: { card: context.id } }), onError: {} },
        { src: 'page.life', id: 'page.life', onError: {} },
      ],
      on: {
        'limits.saved': { actions: { type: 'take the limits', params: given } },
        'house.session lost': { actions: 'tell the look' },
        'signal.wallets': { actions: 'tell the list' },
        'house.signed in': { actions: ['forget that nobody was signed in', 'tell the limits', 'tell the list'] },
      },
      initial: 'resting',
      states: {
        resting: {
          tags: 'safe to reload',
          on: {
            ...changes,
            // What was paid meanwhile has changed what is left.
            'port.shown': 'looking',
            'port.hidden': 'paused',
            'port.offline': 'paused',
            'port.online': lineIsBack,
            'signal.wallets': moneyMoved,
          },
          after: { 'another look': { guard: 'it changes by itself', target: 'looking' } },
        },
        looking: {
          tags: ['waiting', 'safe to reload'],
          on: { ...changes, 'signal.wallets': moneyMoved, 'limits.saved': limitsMoved },
          invoke: { ...reading, onDone: { target: 'resting', actions: [...takeWhatItBecame] }, onError: 'resting' },
          after: { 'the answer is overdue': 'resting' },
        },
        /** Nobody looks at it, or nothing can be asked. */
        paused: {
          tags: 'safe to reload',
          on: { ...changes, 'port.shown': 'looking', 'port.online': lineIsBack },
        },
        freezing: {
          tags: ['busy', 'waiting'],
          invoke: change('card.freeze'),
          after: { 'the answer is overdue': 'finding out' },
        },
        unfreezing: {
          tags: ['busy', 'waiting'],
          invoke: change('card.unfreeze'),
          after: { 'the answer is overdue': 'finding out' },
        },
        /** Nobody knows whether it was done: how the card stands tells. */
        'finding out': {
          tags: ['busy', 'waiting', 'safe to reload'],
          invoke: {
            ...reading,
            onDone: [
              {
                guard: { type: 'it is as it was wanted', params: given },
                target: 'resting',
                actions: [...takeWhatItBecame],
              },
              { target: 'resting', actions: [...takeWhatItBecame, 'keep that it was not done'] },
            ],
            onError: { target: 'unknown', actions: { type: 'keep the trouble', params: given } },
          },
          after: { 'the answer is overdue': { target: 'unknown', actions: 'keep that it is late' } },
        },
        unknown: {
          tags: ['attention', 'safe to reload'],
          on: {
            'user.state asked again': { target: 'finding out', actions: 'forget the trouble' },
            'port.online': findOutAgain,
            'house.signed in': findOutAgain,
          },
        },
      },
    },
  },
});
