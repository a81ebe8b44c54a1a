import { assign, fromPromise, sendParent, sendTo, setup } from 'xstate';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { given } from '../given.ts';
import { call } from '../root/calls.ts';
import { notWired } from '../root/ports.ts';
import { verbs } from '../verbs.ts';

/** What whoever shows words of the server hears: the answer once more, in the language that is shown now. */
export interface WordsNews<Payload = unknown> {
  type: 'words.read';
  /** What the call was given. */
  asked: unknown;
  output: Answer<Payload>;
}

export interface WordsContext {
  /** What the call is given. */
  asked: unknown;
  /** In how many ms it is to be asked, where that was put off. */
  delay: number;
}

/** What whoever shows them says: now, or in so many ms, when they will have changed by themselves. */
export type WordsWish =
  | { type: 'words.wanted'; asked: unknown }
  | { type: 'words.wanted later'; asked: unknown; delay: number };

const later = [
  { type: 'note what is asked', params: given },
  { type: 'note when', params: given },
] as const;

/**
 * Reads what the server has worded once more, beside whoever shows it: nothing of theirs waits for it, and what does not come
 * leaves what is there. Another wish drops what is on its way. By itself it holds nothing that a page loaded anew would lose.
 */
export const wordsMachine = setup({
  types: {
    context: {} as WordsContext,
    events: {} as WordsWish,
    tags: {} as 'aside',
  },
  actors: { reworded: fromPromise<Answer<unknown>, unknown>(() => Promise.reject(notWired('reworded'))) },
  delays: {
    ...{ 'the answer is overdue': added.answer + 5_000, 'another try': 2 * added.answer },
    'they have changed': ({ context }) => context.delay,
  },
  guards: {
    'the server said no': (_, { error }: { error: unknown }) => isCallError(error) && error.kind === 'refused',
  },
  actions: {
    'note what is asked': assign((_, { asked }: { asked: unknown }) => ({ asked })),
    'note when': assign((_, { delay }: { delay: number }) => ({ delay })),
    'tell the answer': sendParent(({ context: { asked } }, { output }: { output: Answer<unknown> }): WordsNews => ({
      type: 'words.read',
      asked,
      output,
    })),
  },
}).createMachine({
  id: 'words',
  context: { asked: undefined, delay: 0 },
  initial: 'resting',
  on: { 'words.wanted': { target: '.reading', actions: { type: 'note what is asked', params: given } } },
  states: {
    resting: { tags: 'aside', on: { 'words.wanted later': { target: 'put off', actions: later } } },
    'put off': {
      tags: 'aside',
      after: { 'they have changed': 'reading' },
      on: { 'words.wanted later': { target: 'put off', reenter: true, actions: later } },
    },
    reading: {
      tags: 'aside',
      invoke: {
        // No read of an operation that somebody waits for: what it says of money is not what counts.
        src: 'reworded',
        id: 'reworded',
        input: ({ context }: { context: WordsContext }) => context.asked,
        onDone: { target: 'resting', actions: { type: 'tell the answer', params: given } },
        onError: [{ guard: { type: 'the server said no', params: given }, target: 'resting' }, { target: 'missed' }],
      },
      after: { 'the answer is overdue': 'missed' },
    },
    missed: { tags: 'aside', after: { 'another try': 'reading' } },
  },
});

/** The same for everybody; what differs is which call reads. Invoke it with the id `words`. */
export const wordsOf = (spec: CallSpec): typeof wordsMachine =>
  wordsMachine.provide({ actors: { reworded: call(spec) as never } });

/** What a chart that invokes it does: its params are what the call is given. */
export const askingForWords = verbs<object>()({
  'ask for the words': sendTo('words', (_, asked: object) => ({ type: 'words.wanted', asked })),
});

/** For the root of a chart that shows words of the server. */
export const besideIt = { src: 'words', id: 'words', onError: {} } as const;
