import { assign, raise, setup } from 'xstate';
import { added, limits } from '../../../contract/limits.ts';
import { given } from '../../given.ts';
import type { FlowEvent, HouseEvent } from '../../root/events.ts';
import { ask } from '../../root/ports.ts';

type Wanted = Extract<FlowEvent, { type: 'flow.toast wanted' }>;

/** `msg` is a key of the messages, `delay` in ms. The id tells two equal toasts apart. */
export interface ShownToast {
  id: number;
  msg: string;
  variant: Wanted['variant'];
  delay: number;
  params: Record<string, string>;
}

export interface ToastsContext {
  toast: ShownToast | null;
  queue: ShownToast[];
  made: number;
  /** Each stays until it is closed. */
  kept: boolean;
  /** What goes to the clipboard. */
  text: string;
}

export type ToastsEvent =
  | Wanted
  | { type: 'user.copied'; value: string }
  | Extract<FlowEvent, { type: 'flow.copy wanted' }>
  | { type: 'user.toast held' }
  | { type: 'user.toast released' }
  | { type: 'user.toast closed' }
  | Extract<HouseEvent, { type: 'house.signed out' | 'house.messages' }>;

const longestQueue = 4;
const copied: Wanted = { type: 'flow.toast wanted', msg: 'copied-toast', variant: 'success', delay: limits.copyToast };
const notCopied: Wanted = { type: 'flow.toast wanted', msg: 'copy.failed', variant: 'danger' };
/** What came of a press that was made just now. */
const isAnswer = ({ msg }: { msg: string }): boolean => msg === copied.msg || msg === notCopied.msg;

/** One toast at a time, each for its delay; a pointer or the focus on it stops the clock, and it starts anew after. */
export const toastsMachine = setup({
  types: {
    context: {} as ToastsContext,
    events: {} as ToastsEvent,
    tags: {} as 'active' | 'busy',
  },
  actors: { 'clipboard.copy': ask<unknown, { text: string }>('clipboard.copy') },
  delays: {
    'the delay of the toast': ({ context }) => context.toast?.delay ?? added.toast,
    'the clipboard is overdue': added.toast,
  },
  guards: {
    'it is on the screen': ({ context }, { wanted }: { wanted: Wanted }) =>
      context.toast !== null && same(context.toast, wanted),
    'it is in the queue': ({ context }, { wanted }: { wanted: Wanted }) =>
      context.queue.some((toast) => same(toast, wanted)),
    'it answers a press': (_, { wanted }: { wanted: Wanted }) => isAnswer(wanted),
    'another one waits': ({ context }) => context.queue.length > 0,
    'they go by themselves': ({ context }) => !context.kept,
  },
  actions: {
    'put it into the queue': assign(({ context }, { wanted }: { wanted: Wanted }) => ({
      queue: [...context.queue, toastOf(wanted, context.made + 1)].slice(-longestQueue),
      made: context.made + 1,
    })),
    /** What it interrupts is shown anew behind it; an answer before it says nothing any more. */
    'put it before the others': assign(({ context: { toast, queue, made } }, { wanted }: { wanted: Wanted }) => ({
      queue: [
        toastOf(wanted, made + 1),
        ...[...(toast ? [toast] : []), ...queue].filter((one) => !isAnswer(one)).slice(-longestQueue),
      ],
      made: made + 1,
    })),
    'show the next one': assign(({ context }) => ({ toast: context.queue[0] ?? null, queue: context.queue.slice(1) })),
    'take it away': assign({ toast: null }),
    'forget them all': assign({ toast: null, queue: [] }),
    'note whether they stay': assign((_, { kept }: { kept: boolean }) => ({ kept })),
    'keep the text': assign((_, { text }: { text: string }) => ({ text })),
    'say that it is copied': raise(copied),
    'say that it is not copied': raise(notCopied),
  },
}).createMachine({
  id: 'toasts',
  type: 'parallel',
  context: { toast: null, queue: [], made: 0, kept: false, text: '' },
  on: { 'house.messages': { actions: { type: 'note whether they stay', params: given } } },
  states: {
    line: {
      initial: 'quiet',
      on: { 'house.signed out': { target: '.quiet', actions: 'forget them all' } },
      states: {
        quiet: {
          entry: 'take it away',
          always: { guard: 'another one waits', target: 'showing' },
          on: {
            'flow.toast wanted': {
              target: 'showing',
              actions: { type: 'put it into the queue', params: ({ event }) => ({ wanted: event }) },
            },
          },
        },
        showing: {
          tags: 'active',
          initial: 'running',
          entry: 'show the next one',
          on: {
            'user.toast closed': 'quiet',
            'flow.toast wanted': [
              { guard: { type: 'it is on the screen', params: ({ event }) => ({ wanted: event }) } },
              {
                guard: { type: 'it answers a press', params: ({ event }) => ({ wanted: event }) },
                target: 'showing',
                reenter: true,
                actions: { type: 'put it before the others', params: ({ event }) => ({ wanted: event }) },
              },
              { guard: { type: 'it is in the queue', params: ({ event }) => ({ wanted: event }) } },
              { actions: { type: 'put it into the queue', params: ({ event }) => ({ wanted: event }) } },
            ],
          },
          states: {
            running: {
              after: { 'the delay of the toast': { guard: 'they go by themselves', target: '#toasts.line.quiet' } },
              on: {
                'user.toast held': 'paused',
                // Where they are to go by themselves again, the time of one that stayed begins anew.
                'house.messages': {
                  target: 'running',
                  reenter: true,
                  actions: { type: 'note whether they stay', params: given },
                },
                'flow.toast wanted': {
                  guard: { type: 'it is on the screen', params: ({ event }) => ({ wanted: event }) },
                  target: 'running',
                  reenter: true,
                },
              },
            },
            paused: { on: { 'user.toast released': 'running' } },
          },
        },
      },
    },
    clipboard: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'user.copied': {
              target: 'copying',
              actions: { type: 'keep the text', params: ({ event }) => ({ text: event.value }) },
            },
            'flow.copy wanted': {
              target: 'copying',
              actions: { type: 'keep the text', params: ({ event }) => ({ text: event.value }) },
            },
          },
        },
        copying: {
          tags: 'busy',
          invoke: {
            id: 'clipboard.copy',
            src: 'clipboard.copy',
            input: ({ context }) => ({ text: context.text }),
            onDone: { target: 'idle', actions: 'say that it is copied' },
            onError: { target: 'idle', actions: 'say that it is not copied' },
          },
          after: { 'the clipboard is overdue': { target: 'idle', actions: 'say that it is not copied' } },
          on: {
            'user.copied': {
              target: 'copying',
              reenter: true,
              actions: { type: 'keep the text', params: ({ event }) => ({ text: event.value }) },
            },
            'flow.copy wanted': {
              target: 'copying',
              reenter: true,
              actions: { type: 'keep the text', params: ({ event }) => ({ text: event.value }) },
            },
          },
        },
      },
    },
  },
});

const toastOf = ({ msg, variant, delay = added.toast, params = {} }: Wanted, id: number): ShownToast => ({
  id,
  msg,
  variant,
  delay,
  params,
});

const same = (toast: ShownToast, { msg, params = {} }: Wanted): boolean =>
  toast.msg === msg && JSON.stringify(toast.params) === JSON.stringify(params);
