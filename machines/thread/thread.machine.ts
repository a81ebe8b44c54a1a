import { chatMessages, chatRead } from '../../contract/calls/chat.ts';
import { supportMessages, supportRead } from '../../contract/calls/support.ts';
import { given } from '../given.ts';
import { call } from '../root/calls.ts';
import { begun, lastOf, type ThreadContext } from './thread.context.ts';
import { nameOf, threadSetup, type Told } from './thread.setup.ts';

const read = [
  { type: 'take what is new', params: given },
  { type: 'say what stands there', params: given },
  {
    type: 'tell the other tabs',
    params: ({ context, event }: { context: ThreadContext; event: Told }) => ({
      ...nameOf(context),
      page: event.output.payload,
    }),
  },
] as const;
const letGo = {
  type: 'let the picture go',
  params: ({ context }: { context: ThreadContext }) => ({ handle: context.picture }),
} as const;

/**
 * What stands in a chat: it is read, asked again for what is new, and back for what is older. Of several tabs the one that asked
 * last asks first again; the others hear it, and ask only where it falls silent.
 */
export const threadMachine = threadSetup.createMachine({
  id: 'thread',
  context: ({ input }) => begun(input),
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      on: { 'house.language': { target: 'loading', reenter: true } },
      invoke: {
        src: 'messages',
        id: 'messages',
        input: ({ context }) => ({ params: { id: context.thread }, query: {} }),
        onDone: {
          target: 'open',
          actions: [
            { type: 'take the first page', params: given },
            { type: 'say what stands there', params: given },
          ],
        },
        onError: [
          { guard: { type: 'it may begin', params: given }, target: 'open' },
          { guard: { type: 'it is not there', params: given }, target: 'absent', actions: 'forget the trouble' },
          {
            guard: { type: 'it is their own number', params: given },
            target: 'absent',
            actions: { type: 'keep the trouble', params: given },
          },
          { target: 'failed', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'failed', actions: 'keep that it is late' } },
    },

    failed: {
      tags: ['attention', 'safe to reload'],
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      on: {
        'user.retried': 'loading',
        'house.signed in': 'loading',
        'port.online': { guard: 'only the line had failed', target: 'loading' },
      },
    },

    /** Somebody else's, or none; with oneself there is none, and that is said. */
    absent: { tags: ['attention', 'safe to reload'] },

    open: {
      tags: 'safe to reload',
      type: 'parallel',
      invoke: [
        { src: 'page.life', id: 'page.life', onError: {} },
        { src: 'thread.news', id: 'thread.news', input: ({ context }) => nameOf(context), onError: {} },
      ],
      on: {
        'port.hidden': { actions: 'note that nobody looks' },
        'user.end reached': { actions: 'note that the end is there' },
        'user.end left': { actions: 'note that the end is not there' },
      },
      states: {
        /** Asked anew here and not above: what is older, and a picture that is open, stay as they are. */
        news: {
          initial: 'listening',
          on: {
            'port.shown': { target: '.asking', actions: 'note that somebody looks' },
            'port.online': '.asking',
            'port.offline': '.offline',
            'house.signed in': '.asking',
            'house.language': '.asking',
            'outbox.sent': '.asking',
          },
          states: {
            listening: {
              after: { 'the next question': 'asking' },
              on: {
                'port.thread told': [
                  {
                    guard: { type: 'it follows on', params: given },
                    target: 'listening',
                    reenter: true,
                    actions: [
                      { type: 'take what another tab told', params: given },
                      { type: 'say what another tab has read', params: given },
                    ],
                  },
                  { target: 'asking' },
                ],
              },
            },
            asking: {
              invoke: {
                src: 'messages',
                id: 'messages',
                input: ({ context }) => ({ params: { id: context.thread }, query: { page: context.newer } }),
                onDone: [
                  {
                    guard: { type: 'more has been written', params: given },
                    target: 'asking',
                    reenter: true,
                    actions: read,
                  },
                  { target: 'listening', actions: read },
                ],
                onError: [
                  {
                    guard: { type: 'it may begin', params: given },
                    target: 'listening',
                    actions: 'forget the trouble',
                  },
                  { target: 'listening', actions: { type: 'keep the trouble', params: given } },
                ],
              },
              after: { 'the answer is overdue': { target: 'listening', actions: 'keep that it is late' } },
            },
            /** The frame says so, of all that stands on the page. It is asked again as soon as somebody looks: a page that slept may not have heard of the line. */
            offline: { entry: 'forget the trouble', on: { 'house.language': {} } },
          },
        },

        older: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'there is more', target: 'more' }, { target: 'all' }] },
            more: { on: { 'user.older wanted': 'reading' } },
            reading: {
              invoke: {
                src: 'messages',
                id: 'older',
                input: ({ context }) => ({ params: { id: context.thread }, query: { page: context.older ?? '' } }),
                onDone: {
                  target: 'deciding',
                  actions: [
                    { type: 'take what is older', params: given },
                    { type: 'say what stands there', params: given },
                  ],
                },
                onError: {
                  target: 'failed',
                  actions: { type: 'keep why what is older is not there', params: given },
                },
              },
              after: {
                'the answer is overdue': { target: 'failed', actions: 'keep that what is older is late' },
              },
            },
            failed: {
              tags: 'attention',
              on: {
                'user.older wanted': 'reading',
                'house.signed in': 'reading',
                'port.online': { guard: 'what is older lacked only the line', target: 'reading' },
              },
            },
            all: {},
          },
        },

        /** How far the person has read, said once they have seen it. */
        marks: {
          initial: 'quiet',
          states: {
            quiet: { always: { guard: 'somebody has seen what is new', target: 'marking' } },
            marking: {
              invoke: {
                src: 'mark',
                id: 'mark',
                input: ({ context }) => ({
                  params: { id: context.thread },
                  body: { last_read_message: lastOf(context.items) },
                }),
                // Something may have come since it was said: then it is said once more.
                onDone: [
                  {
                    guard: { type: 'it is read further', params: given },
                    target: 'quiet',
                    actions: [{ type: 'note how far it is read', params: given }, 'say that it is read'],
                  },
                  { target: 'resting' },
                ],
                onError: 'resting',
              },
              after: { 'the answer is overdue': 'resting' },
            },
            resting: { after: { 'it is marked again': 'quiet' } },
          },
        },

        /** What is written on this device for a chat stands under one name, whatever the address calls it. */
        name: {
          initial: 'of the address',
          states: {
            'of the address': { always: { guard: 'its id is known', target: 'of its own', actions: 'say its id' } },
            'of its own': {},
          },
        },

        files: {
          initial: 'quiet',
          states: {
            quiet: {
              on: {
                'user.file wanted': { target: 'saving', actions: { type: 'choose the file', params: given } },
                'user.picture opened': { target: 'opening', actions: { type: 'choose the file', params: given } },
                'house.signed in': { actions: 'forget that nobody was signed in' },
              },
            },
            saving: {
              invoke: {
                src: 'chat.file',
                id: 'chat.file',
                input: ({ context }) => ({ params: { file: context.file } }),
                onDone: { target: 'quiet', actions: 'forget the file' },
                onError: { target: 'quiet', actions: { type: 'keep why the file did not come', params: given } },
              },
              after: { 'the file is overdue': { target: 'quiet', actions: 'keep that the file is late' } },
            },
            opening: {
              invoke: {
                src: 'picture.open',
                id: 'picture.open',
                input: ({ context }) => ({ file: context.file }),
                onDone: { target: 'shown', actions: { type: 'keep the picture', params: given } },
                onError: { target: 'quiet', actions: { type: 'keep why the file did not come', params: given } },
              },
              after: { 'the file is overdue': { target: 'quiet', actions: 'keep that the file is late' } },
            },
            shown: {
              exit: [letGo, 'forget the file'],
              on: { 'user.picture closed': 'quiet' },
            },
          },
        },
      },
    },
  },
});

/** The same chart for both kinds of chats. Invoke it with the id `thread`. */
export const threadOf = (kind: 'support' | 'private'): typeof threadMachine =>
  threadMachine.provide({
    actors:
      kind === 'support'
        ? { messages: call(supportMessages) as never, mark: call(supportRead) as never }
        : { messages: call(chatMessages) as never, mark: call(chatRead) as never },
  });
