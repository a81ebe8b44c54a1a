import { assign, enqueueActions } from 'xstate';
import { operationRead } from '../../contract/calls/operation.ts';
import type { Operation } from '../../contract/operation.ts';
import { given } from '../given.ts';
import { verbs } from '../verbs.ts';
import { wordsOf, type WordsNews } from '../words/words.machine.ts';
import { around } from './around.chart.ts';
import type { AroundContext } from './around.context.ts';
import { inWordsOf } from './operation.context.ts';

export type AroundWordsNews = WordsNews<Operation>;

/** A step may be under way that began before the language was another: what it brings is read again. */
export interface AroundWordsContext extends AroundContext {
  oldWords: boolean;
}

const { operating, finished } = around.states;
const confirming = operating.on['operation.confirming'];

/** What comes to it where the server words what an operation says: by which way, to which country. Invoke `besideIt` at the root. */
export const aroundWords = {
  actors: { words: wordsOf(operationRead) },

  actions: verbs<AroundWordsContext>()({
    'ask for its words': enqueueActions(({ context: { operation, outcome }, enqueue }) => {
      const id = outcome?.id ?? operation;
      if (id !== null) enqueue.sendTo('words', { type: 'words.wanted', asked: { params: { id } } });
    }),
    'ask for its words if they are old': enqueueActions(({ context: { oldWords, operation, outcome }, enqueue }) => {
      const id = outcome?.id ?? operation;
      if (!oldWords || id === null) return;
      enqueue.sendTo('words', { type: 'words.wanted', asked: { params: { id } } });
      enqueue.assign({ oldWords: false });
    }),
    'note that its words are old': assign({ oldWords: true }),
    'take the words of the outcome': assign(({ context }, { output }: AroundWordsNews) => ({
      outcome: inWordsOf(context.outcome, output),
    })),
  }),

  filling: { 'house.language': { actions: 'forward to the form' } },

  operating: {
    'house.language': { actions: ['note that its words are old', 'ask for its words'] },
    'words.read': { actions: 'forward to the operation' },
    'operation.confirming': { actions: [...confirming.actions, 'ask for its words if they are old'] },
  },

  finished: {
    ...finished,
    entry: 'ask for its words if they are old',
    on: {
      ...finished.on,
      'house.language': { actions: 'ask for its words' },
      'words.read': { actions: { type: 'take the words of the outcome', params: given } },
    },
  },
} as const;
