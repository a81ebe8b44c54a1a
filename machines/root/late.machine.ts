import { assign, enqueueActions, sendParent, sendTo, setup, type AnyEventObject } from 'xstate';
import { added } from '../../contract/limits.ts';
import type { AnnexInput } from './events.ts';
import type { Library } from './flows.ts';
import { ask } from './ports.ts';

export interface LateContext {
  /** The last event of each type that came before the annex, in the order of their coming. */
  words: AnyEventObject[];
  /** How often in a row the annex did not come. */
  tries: number;
}

/** A page that is busy for long forgets what flows have said, and nothing of who is here. */
const longest = 50;

/** Brings the annex when the page is idle. Who lives there misses nothing: the last word of each kind, and every one of a flow and of who came and went, is kept until then. */
export const createLate = (library: Library) =>
  setup({
    types: {
      context: {} as LateContext,
      events: {} as AnyEventObject,
    },
    actors: { 'annex.load': ask<AnnexInput, undefined>('annex.load') },
    delays: {
      'the annex is overdue': added.answer + 5_000,
      'a pause that grows': ({ context }) => Math.min(added.chunkPause * 2 ** (context.tries - 1), added.annexPause),
    },
    actions: {
      'count the try': assign(({ context }) => ({ tries: context.tries + 1 })),
      'count anew': assign({ tries: 0 }),
      'keep the word': assign(({ context, event }) => ({
        words: [...context.words.filter(({ type }) => type !== event.type), event],
      })),
      'keep every word': assign(({ context: { words }, event }) => ({
        words: [...(words.length < longest ? words : words.filter(({ type }) => !type.startsWith('flow.'))), event],
      })),
      'open the annex': enqueueActions(({ context: { words }, enqueue }, { input }: { input: AnnexInput }) => {
        const logic = library.annex?.();
        if (!logic) return;
        enqueue.spawnChild(logic as never, { id: 'annex', input } as never);
        for (const word of words) enqueue.sendTo('annex' as never, word as never);
      }),
      'forget the words': assign({ words: [] }),
      'tell the house': sendParent(({ event }: { event: AnyEventObject }) => event),
      'tell the annex': sendTo('annex', ({ event }: { event: AnyEventObject }) => event),
    },
  }).createMachine({
    id: 'late',
    context: { words: [], tries: 0 },
    initial: 'loading',
    on: {
      'signal.*': { actions: 'keep the word' },
      'house.*': { actions: 'keep the word' },
      'house.signed in': { actions: 'keep every word' },
      'house.signed out': { actions: 'keep every word' },
      'tabs.*': { actions: 'keep the word' },
      'flow.*': { actions: 'keep every word' },
    },
    states: {
      loading: {
        invoke: {
          id: 'annex.load',
          src: 'annex.load',
          onDone: {
            target: 'open',
            actions: [{ type: 'open the annex', params: ({ event }) => ({ input: event.output }) }, 'forget the words'],
          },
          onError: 'failed',
        },
        after: { 'the annex is overdue': 'failed' },
      },
      failed: {
        entry: 'count the try',
        after: { 'a pause that grows': 'loading' },
        on: { 'port.online': { target: 'loading', actions: 'count anew' } },
      },
      open: {
        on: {
          'signal.*': { actions: 'tell the annex' },
          'house.*': { actions: 'tell the annex' },
          'tabs.*': { actions: 'tell the annex' },
          'port.*': { actions: 'tell the annex' },
          'flow.*': { actions: 'tell the annex' },
          'annex.*': { actions: 'tell the house' },
          'xstate.error.actor.annex': 'fallen',
        },
      },
      /** The page goes on without it. */
      fallen: {},
    },
  });

export type LateMachine = ReturnType<typeof createLate>;
