import { and, assign, setup } from 'xstate';
import { added, limits } from '../../../contract/limits.ts';
import type { AnnexInput, HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import { ask, effect, source } from '../../root/ports.ts';
import { given } from '../../given.ts';

export interface VersionContext {
  /** The version that this page is; null until it is known. */
  own: string | null;
  /** The version that the server serves now, when it is another one. */
  served: string | null;
  /** Reloads that were done in this tab, as `old→new`. */
  pairs: string[];
  /** What is left of the minute after the last reload, in ms, when the page began. */
  rest: number;
  /** Nothing that is open would lose anything. */
  safe: boolean;
  why: 'version' | 'chunk';
}

export type VersionEvent =
  | { type: 'user.reloaded' }
  | { type: 'user.reload put off' }
  | Extract<Signal, { type: 'signal.fv' }>
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.chunk lost' }>
  | Extract<PortEvent, { type: 'port.reload safety' }>;

/** As many as a tab remembers. */
const mostPairs = 20;

interface Served {
  fv: string;
}

/**
 * Loads the page anew when the server has another one, or when a piece of this one is gone: once a version pair, once a
 * minute at most, never over something that would be lost, and only after it has been written down that it happens.
 * Else a banner leaves it to the person.
 */
export const versionMachine = setup({
  types: {
    context: {} as VersionContext,
    events: {} as VersionEvent,
    input: {} as AnnexInput,
    tags: {} as 'busy' | 'attention',
  },
  actors: {
    'reload.safety': source<Extract<PortEvent, { type: 'port.reload safety' }>>('reload.safety'),
    'reload.note': ask<unknown, { pair: string | null }>('reload.note'),
  },
  delays: {
    'the rest of the minute': ({ context }) => context.rest,
    'the note is overdue': added.statusAnswer,
    'the browser would have done it': added.answer,
  },
  guards: {
    'a minute has passed': ({ context }) => context.rest === 0,
    'a minute begins': ({ context }) => context.rest > 0,
    'nobody knows ours': ({ context }) => context.own === null,
    'it is ours': ({ context }, { fv }: Served) => fv === context.own,
    'it is the one we heard of': ({ context }, { fv }: Served) => fv === context.served,
    'it was not tried': ({ context }, { fv }: Served) => !context.pairs.includes(pairOf(context.own, fv)),
    'the one we heard of was not tried': ({ context }) => !context.pairs.includes(pairOf(context.own, context.served)),
    'nothing would be lost': ({ context }) => context.safe,
    'a new version was heard of': ({ context }) => context.served !== null,
  },
  actions: {
    'note that the minute is over': assign({ rest: 0 }),
    'note whether it is safe': assign((_, { safe }: { safe: boolean }) => ({ safe })),
    'learn our own': assign((_, { fv }: Served) => ({ own: fv })),
    'note the other one': assign((_, { fv }: Served) => ({ served: fv })),
    'forget the other one': assign({ served: null }),
    'note why': assign((_, { why }: { why: VersionContext['why'] }) => ({ why })),
    /** A browser that is slow, or does not do it, is not asked again and again. */
    'note that it was tried': assign(({ context: { own, served, pairs, why } }) => ({
      rest: limits.reloadGuard,
      pairs: why === 'version' ? [...pairs, pairOf(own, served)].slice(-mostPairs) : pairs,
    })),
    'load the page anew': effect('page.reload'),
  },
}).createMachine({
  id: 'version',
  context: ({ input: { at, version } }) => ({
    own: version.own,
    served: null,
    pairs: version.pairs,
    rest: version.reloadedAt === null ? 0 : Math.max(0, limits.reloadGuard - Math.abs(at - version.reloadedAt)),
    safe: false,
    why: 'version',
  }),
  type: 'parallel',
  invoke: { id: 'reload.safety', src: 'reload.safety', onError: {} },
  on: { 'port.reload safety': { actions: { type: 'note whether it is safe', params: given } } },
  states: {
    minute: {
      initial: 'running',
      states: {
        running: {
          always: { guard: 'a minute has passed', target: 'over' },
          after: { 'the rest of the minute': { target: 'over', actions: 'note that the minute is over' } },
        },
        over: { always: { guard: 'a minute begins', target: 'running' } },
      },
    },

    page: {
      initial: 'current',
      on: {
        'house.chunk lost': {
          guard: and(['a minute has passed', 'nothing would be lost']),
          target: '.noting',
          actions: { type: 'note why', params: { why: 'chunk' } },
        },
      },
      states: {
        current: {
          on: {
            'signal.fv': [
              { guard: 'nobody knows ours', actions: { type: 'learn our own', params: given } },
              { guard: { type: 'it is ours', params: given } },
              {
                guard: and([
                  'a minute has passed',
                  'nothing would be lost',
                  { type: 'it was not tried', params: ({ event }: { event: Served }) => event } as never,
                ]),
                target: 'noting',
                actions: [
                  { type: 'note the other one', params: given },
                  { type: 'note why', params: { why: 'version' } },
                ],
              },
              { target: 'offered', actions: { type: 'note the other one', params: given } },
            ],
          },
        },

        /** First it is written down, so that a page which cannot remember is never loaded again and again. */
        noting: {
          tags: 'busy',
          invoke: {
            id: 'reload.note',
            src: 'reload.note',
            input: ({ context: { own, served, why } }) => ({ pair: why === 'version' ? pairOf(own, served) : null }),
            onDone: [
              { guard: 'nothing would be lost', target: 'reloading' },
              { guard: 'a new version was heard of', target: 'offered' },
              { target: 'current' },
            ],
            onError: [{ guard: 'a new version was heard of', target: 'offered' }, { target: 'current' }],
          },
          after: {
            'the note is overdue': [{ guard: 'a new version was heard of', target: 'offered' }, { target: 'current' }],
          },
        },

        reloading: {
          tags: 'busy',
          entry: ['note that it was tried', 'load the page anew'],
          after: {
            'the browser would have done it': [
              { guard: 'a new version was heard of', target: 'offered' },
              { target: 'current' },
            ],
          },
        },

        offered: {
          tags: 'attention',
          on: {
            'user.reloaded': { target: 'reloading', actions: { type: 'note why', params: { why: 'version' } } },
            'user.reload put off': 'put off',
            'signal.fv': [
              {
                guard: { type: 'it is ours', params: given },
                target: 'current',
                actions: 'forget the other one',
              },
              { actions: { type: 'note the other one', params: given } },
            ],
            /** The person goes elsewhere anyway: a good moment. */
            'house.arrived': {
              guard: and(['a minute has passed', 'nothing would be lost', 'the one we heard of was not tried']),
              target: 'noting',
              actions: { type: 'note why', params: { why: 'version' } },
            },
          },
        },

        'put off': {
          on: {
            'signal.fv': [
              {
                guard: { type: 'it is ours', params: given },
                target: 'current',
                actions: 'forget the other one',
              },
              { guard: { type: 'it is the one we heard of', params: given } },
              { target: 'offered', actions: { type: 'note the other one', params: given } },
            ],
            'house.arrived': {
              guard: and(['a minute has passed', 'nothing would be lost', 'the one we heard of was not tried']),
              target: 'noting',
              actions: { type: 'note why', params: { why: 'version' } },
            },
          },
        },
      },
    },
  },
});

const pairOf = (own: string | null, served: string | null): string => `${own ?? ''}→${served ?? ''}`;
