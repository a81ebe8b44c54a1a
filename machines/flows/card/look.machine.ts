import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { cardAskReveal, cardReveal } from '../../../contract/calls/card.ts';
import type { Reveal, RevealAsked } from '../../../contract/card.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isPublished } from '../../../contract/outward.ts';
import { late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import {
  begun,
  codeIsWhole,
  digitsOf,
  frameOf,
  nothingShown,
  whatWasSent,
  type LookContext,
  type LookInput,
} from './look.context.ts';

type LookEvent =
  | { type: 'user.number wanted' }
  | { type: 'user.number unwanted' }
  | { type: 'user.code typed'; value: string }
  | { type: 'user.code sent' }
  | { type: 'user.code wanted' }
  | Extract<HouseEvent, { type: 'house.session lost' }>
  | Extract<PortEvent, { type: 'port.ticked' | 'port.hidden' | 'port.card frame ready' }>;

interface Thrown {
  error: unknown;
}
interface Opened {
  output: Answer<Reveal>;
}

const spent = ['code_expired', 'code_used', 'too_many_tries', 'not_found', 'conflict'];

/**
 * One look at the number of a card: a code by e-mail, then the page of its issuer in a frame, which is taken away after half a
 * minute, with the tab and with the session. The number itself never comes here.
 */
export const lookMachine = setup({
  types: {
    context: {} as LookContext,
    events: {} as LookEvent,
    input: {} as LookInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(cardAskReveal, cardReveal),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    'page.life': source<Extract<PortEvent, { type: 'port.hidden' }>>('page.life'),
    'card.tokens': source<Extract<PortEvent, { type: 'port.card frame ready' }>, { frame: string | null }>(
      'card.tokens',
    ),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the code expires': ({ context }) => Math.max(0, (context.sent?.expiresAt ?? 0) - context.at),
    'the frame is overdue': 15_000,
    'the look is over': added.shown,
  },
  guards: {
    'a letter was sent': ({ context }) => context.sent !== null,
    'another letter may be asked for': ({ context }) => context.at >= (context.sent?.againAt ?? 0),
    /** Each try counts, and the same code is not tried twice. */
    'something is wrong with the code': ({ context }) => context.wrong !== null,
    'the code is whole': ({ context }) => codeIsWhole(context),
    'the code is spent': (_, { error }: Thrown) => isCallError(error) && spent.includes(error.code),
    'the code is wrong': (_, { error }: Thrown) => isCallError(error) && error.code === 'wrong_code',
    'its page is published': ({ context }, { output: { payload } }: Opened) =>
      isPublished(payload.frame, context.origins),
  },
  actions: {
    'keep what was sent': assign((_, { output }: { output: Answer<RevealAsked> }) => whatWasSent(output)),
    'take the code': assign((_, { value }: { value: string }) => ({
      code: digitsOf(value),
      wrong: null,
      trouble: null,
    })),
    'keep that it is incomplete': assign({ wrong: { code: 'six_digits' } }),
    'keep that it is wrong': assign(({ context: { sent } }, { error }: Thrown) => {
      const { code, params } = troubleOf(error);
      if (sent === null) return {};
      const left = typeof params?.['left'] === 'number' ? params['left'] : sent.left - 1;
      return { wrong: { code, params: { left } }, sent: { ...sent, left } };
    }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'take the look': assign(({ context }, { output: { payload, at } }: Opened) => ({
      ...nothingShown,
      shown: payload,
      at: Math.max(at, context.at),
    })),
    'note until when it stands': assign(({ context }) => ({ until: context.at + added.shown })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'forget everything': assign(nothingShown),
    'say that its time is over': assign({ why: 'over' as const }),
    'say that the page was hidden': assign({ why: 'left' as const }),
    'say that the frame did not come': assign({ why: 'missing' as const }),
    'say nothing': assign({ why: null, trouble: null }),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that the code expired': assign({ trouble: { code: 'code_expired' } }),
    'keep that no page shows it': assign({ trouble: { code: 'unavailable' } }),
    'forget the trouble': assign({ trouble: null, wrong: null }),
  },
}).createMachine({
  id: 'card-look',
  context: ({ input }) => begun(input),
  initial: 'hidden',
  invoke: { src: 'page.life', id: 'page.life', onError: {} },
  on: { 'house.session lost': { target: '.hidden', actions: ['forget everything', 'say nothing'] } },
  states: {
    hidden: { tags: 'safe to reload', on: { 'user.number wanted': { target: 'asking', actions: 'say nothing' } } },

    asking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'card.ask_reveal',
        id: 'card.ask_reveal',
        input: ({ context }) => ({ body: { card: context.card } }),
        onDone: { target: 'entering', actions: { type: 'keep what was sent', params: given } },
        onError: [
          { guard: 'a letter was sent', target: 'entering', actions: { type: 'keep the trouble', params: given } },
          { target: 'hidden', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: {
        'the answer is overdue': [
          { guard: 'a letter was sent', target: 'entering', actions: 'keep that it is late' },
          { target: 'hidden', actions: 'keep that it is late' },
        ],
      },
    },

    entering: {
      tags: ['form', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.code typed': { actions: { type: 'take the code', params: given } },
        'user.code sent': [
          { guard: 'something is wrong with the code', target: '.corrected', actions: 'count a correction' },
          { guard: 'the code is whole', target: 'proving', actions: 'forget the trouble' },
          { target: '.corrected', actions: ['keep that it is incomplete', 'count a correction'] },
        ],
        'user.code wanted': {
          guard: 'another letter may be asked for',
          target: 'asking',
          actions: 'forget the trouble',
        },
        'user.number unwanted': { target: 'hidden', actions: 'forget everything' },
      },
      after: { 'the code expires': { target: 'hidden', actions: ['forget everything', 'keep that the code expired'] } },
      initial: 'reading',
      states: { reading: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    proving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'card.reveal',
        id: 'card.reveal',
        input: ({ context: { card, code } }) => ({ body: { card, code } }),
        onDone: [
          {
            guard: { type: 'its page is published', params: given },
            target: 'shown',
            actions: { type: 'take the look', params: given },
          },
          { target: 'hidden', actions: ['forget everything', 'keep that no page shows it'] },
        ],
        onError: [
          {
            guard: { type: 'the code is spent', params: given },
            target: 'hidden',
            actions: ['forget everything', { type: 'keep the trouble', params: given }],
          },
          {
            guard: { type: 'the code is wrong', params: given },
            target: 'entering.corrected',
            actions: [{ type: 'keep that it is wrong', params: given }, 'count a correction'],
          },
          { target: 'entering', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'entering', actions: 'keep that it is late' } },
      // What would come now would stand on a page that nobody looks at.
      on: { 'port.hidden': { target: 'hidden', actions: ['forget everything', 'say that the page was hidden'] } },
    },

    shown: {
      tags: 'countdown',
      invoke: [
        {
          src: 'card.tokens',
          id: 'card.tokens',
          input: ({ context }) => ({ frame: frameOf(context) }),
          onError: {},
        },
        { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      ],
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.number unwanted': { target: 'hidden', actions: 'forget everything' },
        'port.hidden': { target: 'hidden', actions: ['forget everything', 'say that the page was hidden'] },
      },
      initial: 'awaited',
      states: {
        awaited: {
          tags: 'waiting',
          on: { 'port.card frame ready': { target: 'standing', actions: 'note until when it stands' } },
          after: {
            'the frame is overdue': {
              target: '#card-look.hidden',
              actions: ['forget everything', 'say that the frame did not come'],
            },
          },
        },
        standing: {
          after: {
            'the look is over': {
              target: '#card-look.hidden',
              actions: ['forget everything', 'say that its time is over'],
            },
          },
        },
      },
    },
  },
});
