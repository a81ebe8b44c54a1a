import { chatSend } from '../../contract/calls/chat.ts';
import { supportSend } from '../../contract/calls/support.ts';
import { given } from '../given.ts';
import { call } from '../root/calls.ts';
import { naming } from './name.chart.ts';
import { begun, firstFile, formOf } from './outbox.context.ts';
import { filesLeft, outboxSetup, whose } from './outbox.setup.ts';
import { draft, forgetting, kept, letGivenGo, letMoreGo, reading, type Of } from './outbox.verbs.ts';

/**
 * What is written for a chat, and what of it has not come there yet. Each message has a name of its own from the moment it
 * leaves the form, and is sent under it until the server has said that it has it: sent twice it is the same message. One goes
 * at a time, so that their order is kept.
 */
const outboxMachine = outboxSetup.createMachine({
  id: 'outbox',
  context: ({ input }) => begun(input),
  initial: 'opening',
  on: {
    'thread.named': { actions: { type: 'note its id', params: given } },
    'chat.report wanted': [
      { guard: 'a record is there', actions: 'say that it was done' },
      { actions: 'note that a report is wanted' },
    ],
  },
  states: {
    opening: {
      initial: 'asking',
      states: {
        asking: { ...reading(true), after: { 'the device is overdue': 'hurrying' } },
        /** Only the other pages are slow: whatever is not theirs is there, and nothing is written over it. */
        hurrying: { ...reading(false), after: { 'the device is overdue': '#outbox.open' } },
      },
    },

    open: {
      type: 'parallel',
      invoke: [
        { src: 'page.life', id: 'page.life', onError: {} },
        { src: 'outbox.left', id: 'outbox.left', input: whose, onError: {} },
      ],
      on: {
        'port.messages left': { actions: { type: 'take what was left', params: given } },
        'user.message retried': {
          guard: { type: 'it may go another time', params: given },
          actions: { type: 'let it wait again', params: given },
        },
        'user.message dropped': {
          actions: [
            ...forgetting(({ event }: Of & { event: { value: string } }) => [event.value]),
            { type: 'drop it', params: given },
          ],
        },
        'thread.written': {
          actions: [
            ...forgetting(({ event }: Of & { event: { names: string[] } }) => event.names),
            { type: 'drop what stands in the chat', params: given },
          ],
        },
      },
      states: {
        name: naming,

        form: {
          initial: 'writing',
          states: {
            writing: {
              tags: 'form',
              always: [
                {
                  guard: 'it is about an operation',
                  actions: ['begin with its id', draft, 'say that it was done'],
                },
                { guard: 'a report is wanted', target: 'taking' },
                { guard: 'another has room', target: 'looking', actions: 'take the next one' },
                { guard: 'another has no room', actions: [letMoreGo, 'keep that there is no room'] },
              ],
              on: {
                'user.message typed': { actions: [{ type: 'note the text', params: given }, draft] },
                'user.file given': [
                  {
                    guard: 'there is room',
                    target: 'looking',
                    actions: { type: 'note what is given', params: given },
                  },
                  {
                    actions: [
                      {
                        type: 'let files go',
                        params: ({ event: { value, handles = [] } }) => ({ handles: [value, ...handles] }),
                      },
                      'keep that there is no room',
                    ],
                  },
                ],
                'user.attachment removed': {
                  actions: [
                    { type: 'let files go', params: ({ event }) => ({ handles: [event.value] }) },
                    { type: 'take the file out', params: given },
                    draft,
                  ],
                },
                'user.message taken back': [
                  {
                    guard: { type: 'it fits into the form', params: given },
                    actions: [
                      { type: 'let files go', params: ({ context, event }) => filesLeft(context, event.value) },
                      { type: 'take it back', params: given },
                      draft,
                      {
                        type: 'forget them on this device',
                        params: ({ context, event }) => ({ ...whose({ context }), ids: [event.value] }),
                      },
                    ],
                  },
                  { actions: 'keep that there is no room' },
                ],
                'user.report wanted': { guard: 'it goes to support', target: 'taking' },
                'user.submitted': 'naming',
              },
              initial: 'light',
              states: {
                light: {
                  tags: 'safe to reload',
                  always: { guard: 'a reload would lose something', target: 'laden' },
                },
                laden: { always: { guard: 'a reload would lose nothing', target: 'light' } },
              },
            },
            looking: {
              tags: ['busy', 'waiting'],
              invoke: {
                src: 'file.look',
                id: 'file.look',
                input: ({ context }) => ({ handle: context.given }),
                onDone: [
                  {
                    guard: { type: 'it will do', params: given },
                    target: 'writing',
                    actions: [{ type: 'add the file', params: given }, draft],
                  },
                  { target: 'writing', actions: [letGivenGo, { type: 'keep why it will not do', params: given }] },
                ],
                onError: {
                  target: 'writing',
                  actions: [letGivenGo, { type: 'keep what the browser said', params: given }],
                },
              },
              after: { 'a look is overdue': { target: 'writing', actions: [letGivenGo, 'keep that it is late'] } },
            },
            /** What happened on this page, masked: it is shown before it is sent. */
            taking: {
              tags: ['busy', 'waiting'],
              invoke: {
                src: 'journal.take',
                id: 'journal.take',
                onDone: {
                  target: 'writing',
                  actions: [{ type: 'add the report', params: given }, draft, 'say that it was done'],
                },
                onError: {
                  target: 'writing',
                  actions: [{ type: 'keep why there is no report', params: given }, 'say that it was done'],
                },
              },
              after: {
                'a look is overdue': {
                  target: 'writing',
                  actions: ['keep that there is no report', 'say that it was done'],
                },
              },
            },
            naming: {
              tags: ['busy', 'waiting'],
              invoke: {
                src: 'message.name',
                id: 'message.name',
                input: ({ context: { text, files } }) => ({ text, files: files.length }),
                onDone: {
                  target: 'writing',
                  actions: [{ type: 'put it into the outbox', params: given }, kept, draft],
                },
                onError: [
                  {
                    guard: { type: 'it cannot be sent so', params: given },
                    target: 'writing',
                    actions: { type: 'keep what is wrong', params: given },
                  },
                  { target: 'writing', actions: { type: 'keep what the browser said', params: given } },
                ],
              },
              after: { 'the device is overdue': { target: 'writing', actions: 'keep that it is late' } },
            },
          },
        },

        post: {
          initial: 'idle',
          states: {
            idle: { always: { guard: 'one waits', target: 'sending' } },
            sending: {
              tags: 'busy',
              entry: 'begin to send',
              invoke: [
                {
                  src: 'upload.progress',
                  id: 'upload.progress',
                  input: ({ context }) => ({ handle: firstFile(context) }),
                  onError: {},
                },
                {
                  src: 'post',
                  id: 'post',
                  input: ({ context }) => formOf(context),
                  onDone: {
                    target: 'idle',
                    actions: [
                      ...forgetting(({ context }: Of) => [context.sending]),
                      'note that it is there',
                      'say that it is there',
                    ],
                  },
                  onError: [
                    {
                      guard: { type: 'they must wait', params: given },
                      target: 'held',
                      actions: { type: 'keep how long to wait', params: given },
                    },
                    {
                      guard: { type: 'the server will not have it', params: given },
                      target: 'idle',
                      actions: [{ type: 'note why it was refused', params: given }, kept],
                    },
                    {
                      guard: { type: 'nobody is signed in', params: given },
                      target: 'stuck',
                      actions: { type: 'keep why it does not go', params: given },
                    },
                    { target: 'resting', actions: { type: 'keep why it does not go', params: given } },
                  ],
                },
              ],
              // What was on its way when the line went may hang on it for minutes.
              on: { 'port.online': { target: 'resting', actions: 'count anew' } },
              after: { 'the answer is overdue': { target: 'resting', actions: 'keep that no answer came' } },
              initial: 'going',
              states: {
                going: {
                  on: {
                    'port.upload progressed': {
                      target: 'going',
                      reenter: true,
                      actions: { type: 'note how much has gone', params: given },
                    },
                  },
                  after: {
                    'nothing more goes': {
                      target: '#outbox.open.post.resting',
                      actions: 'keep that no answer came',
                    },
                  },
                },
              },
            },
            /** No answer is not a no: the same is sent again under the same name. */
            resting: {
              always: { guard: 'it was tried enough', target: 'stuck' },
              after: { 'a pause': 'idle' },
              on: { 'port.online': 'idle' },
            },
            stuck: {
              tags: 'attention',
              always: { guard: 'none waits', target: 'idle' },
              exit: 'count anew',
              on: { 'user.retried': 'idle', 'house.signed in': 'idle', 'port.online': 'idle' },
            },
            held: {
              tags: ['waiting', 'countdown'],
              invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
              on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
              after: { 'the wait is over': 'idle' },
            },
          },
        },
      },
    },
  },
});

export type OutboxMachine = typeof outboxMachine;

/** The same chart for both kinds of chats. Invoke it with the id `outbox`. */
export const outboxOf = (kind: 'support' | 'private'): OutboxMachine =>
  outboxMachine.provide({ actors: { post: call(kind === 'support' ? supportSend : chatSend) as never } });
