import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { cardDetailsRead, cardSetLimits } from '../../../contract/calls/card.ts';
import type { Card, CardDetails } from '../../../contract/card.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';
import {
  begun,
  bothAreRight,
  following,
  isSaved,
  objections,
  sentOf,
  taken,
  typedIn,
  type LimitName,
  type LimitsContext,
  type LimitsInput,
  type LimitsNews,
  type LimitsTold,
} from './limits.context.ts';

type LimitsEvent =
  | { type: 'user.limit typed'; field: LimitName; value: string }
  | { type: 'user.limits saved' }
  | { type: 'user.limits asked again' }
  | LimitsTold
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Saved {
  output: Answer<Card>;
}
interface Told {
  output: Answer<CardDetails>;
}

/** How much may be paid at once and in a day. What was lost is looked up. */
export const limitsMachine = setup({
  types: {
    context: {} as LimitsContext,
    events: {} as LimitsEvent,
    input: {} as LimitsInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(cardSetLimits, cardDetailsRead) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  guards: {
    'both are right': ({ context }) => bothAreRight(context),
    'it was refused': (_, { error }: Thrown) => isCallError(error) && error.kind === 'refused',
    'they are what was typed': ({ context }, { output }: Told) => isSaved(context, output.payload),
  },
  actions: {
    'take the limit': assign(({ context }, { field, value }: { field: LimitName; value: string }) =>
      typedIn(context, field, value),
    ),
    'take what was saved': assign((_, { output }: Saved) => taken(output.payload)),
    'take what is there': assign((_, { output }: Told) => (output.payload.card ? taken(output.payload.card) : {})),
    'follow the card': assign(({ context }, { limits }: LimitsTold) => following(context, limits)),
    'tell the card': sendParent((_, { output }: Saved): LimitsNews => ({ type: 'limits.saved', card: output.payload })),
    'tell what is there': sendParent((_, { output }: Told): LimitsNews => ({
      type: 'limits.saved',
      card: output.payload.card,
    })),
    'keep what was said': assign(({ context }, { error }: Thrown) => objections(error, context)),
    'keep that they are not saved': assign({ trouble: { code: 'limits_not_saved' } }),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null, refused: {}, saved: false }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
  },
}).createMachine({
  id: 'card-limits',
  context: ({ input }) => begun(input),
  initial: 'typing',
  on: { 'card.changed': { actions: { type: 'follow the card', params: given } } },
  states: {
    typing: {
      tags: 'form',
      initial: 'untouched',
      on: {
        'user.limit typed': { target: '.touched', actions: { type: 'take the limit', params: given } },
        'user.limits saved': [
          { guard: 'both are right', target: 'saving', actions: 'forget the trouble' },
          { target: 'corrected', actions: 'count a correction' },
        ],
        'house.signed in': { actions: 'forget the trouble' },
      },
      // What is typed is kept nowhere else.
      states: { untouched: { tags: 'safe to reload' }, touched: {} },
    },
    corrected: {
      tags: ['form', 'corrected', 'attention'],
      on: {
        'user.limit typed': { actions: { type: 'take the limit', params: given } },
        'user.limits saved': [
          { guard: 'both are right', target: 'saving', actions: 'forget the trouble' },
          { actions: 'count a correction' },
        ],
        'house.signed in': { actions: 'forget the trouble' },
      },
    },

    saving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'card.limits',
        id: 'card.limits',
        input: ({ context }) => ({ body: { card: context.card, ...sentOf(context) } }),
        onDone: {
          target: 'typing',
          actions: [
            { type: 'take what was saved', params: given },
            { type: 'tell the card', params: given },
          ],
        },
        onError: [
          {
            guard: { type: 'it was refused', params: given },
            target: 'corrected',
            actions: [{ type: 'keep what was said', params: given }, 'count a correction'],
          },
          { target: 'finding out' },
        ],
      },
      after: { 'the answer is overdue': 'finding out' },
    },

    /** Whatever was lost: what stands there now is read. */
    'finding out': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'card.details',
        id: 'card.details',
        input: ({ context }) => ({ params: { id: context.card } }),
        onDone: [
          {
            guard: { type: 'they are what was typed', params: given },
            target: 'typing',
            actions: [
              { type: 'take what is there', params: given },
              { type: 'tell what is there', params: given },
            ],
          },
          { target: 'typing.touched', actions: 'keep that they are not saved' },
        ],
        onError: { target: 'unknown', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unknown', actions: 'keep that it is late' } },
    },
    unknown: {
      tags: 'attention',
      on: {
        'user.limits asked again': { target: 'finding out', actions: 'forget the trouble' },
        'port.online': { target: 'finding out', actions: 'forget the trouble' },
        'house.signed in': { target: 'finding out', actions: 'forget the trouble' },
      },
    },
  },
});
