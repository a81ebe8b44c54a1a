import { assign, sendParent, setup } from 'xstate';
import { ask, effect, source } from '../../../machines/root/ports.ts';

/** A child that is waited for: two rounds of knocking, or a minute. */
export const doorMachine = setup({
  types: { events: {} as { type: 'user.knocked' }, output: {} as 'opened' | 'silent' },
}).createMachine({
  id: 'door',
  initial: 'shut',
  output: ({ event }) => (event as unknown as { output: 'opened' | 'silent' }).output,
  states: {
    shut: { on: { 'user.knocked': 'knocked' }, after: { 60_000: 'silent' } },
    knocked: { on: { 'user.knocked': 'opened' }, after: { 60_000: 'silent' } },
    opened: { type: 'final', output: 'opened' },
    silent: { type: 'final', output: 'silent' },
  },
});

interface ToyContext {
  word: string;
  tries: number;
}

type ToyEvent =
  | { type: 'user.typed'; value: string }
  | { type: 'user.asked' }
  | { type: 'house.closed' }
  | { type: 'port.online'; at: number }
  | { type: 'port.offline'; at: number };

/** One of everything that a chart can hold, for the tests of the paths themselves. */
export const toyMachine = setup({
  types: { context: {} as ToyContext, events: {} as ToyEvent, input: {} as { word: string } },
  actors: {
    'toy.check': ask<{ known: boolean }, { word: string }>('toy.check'),
    'page.life': source<Extract<ToyEvent, { at: number }>>('page.life'),
    door: doorMachine,
  },
  delays: { 'an answer is overdue': 5000 },
  guards: {
    'there is a word': ({ context }) => context.word !== '',
    'it is known': (_, { known }: { known: boolean }) => known,
    'it was tried twice': ({ context }) => context.tries > 1,
  },
  actions: {
    'keep the word': assign((_, { value }: { value: string }) => ({ word: value })),
    'count the try': assign({ tries: ({ context }) => context.tries + 1 }),
    'tell the house': sendParent({ type: 'flow.confirming', confirming: true }),
    'page.title': effect<{ title: string }>('page.title'),
  },
}).createMachine({
  id: 'toy',
  context: ({ input }) => ({ word: input.word, tries: 0 }),
  type: 'parallel',
  invoke: { src: 'page.life', id: 'page.life', onError: {} },
  states: {
    line: {
      initial: 'up',
      states: { up: { on: { 'port.offline': 'down' } }, down: { on: { 'port.online': 'up' } } },
    },
    talk: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'user.typed': { actions: { type: 'keep the word', params: ({ event }) => event } },
            'user.asked': { guard: 'there is a word', target: 'checking', actions: 'tell the house' },
          },
        },
        checking: {
          entry: ['count the try', { type: 'page.title', params: { title: 'asking' } }],
          invoke: {
            src: 'toy.check',
            id: 'toy.check',
            input: ({ context }) => ({ word: context.word }),
            onDone: [
              { guard: { type: 'it is known', params: ({ event }) => event.output }, target: 'waiting at the door' },
              { guard: 'it was tried twice', target: 'refused' },
              { target: 'editing' },
            ],
            onError: 'editing',
          },
          after: { 'an answer is overdue': 'editing' },
          on: { 'house.closed': 'refused' },
        },
        'waiting at the door': {
          invoke: { src: 'door', id: 'door', onDone: 'inside', onError: 'refused' },
        },
        refused: { type: 'final' },
        inside: { type: 'final' },
      },
    },
  },
});
