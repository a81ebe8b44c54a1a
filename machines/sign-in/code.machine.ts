import type { authLogin, authRegister } from '../../contract/calls/auth.ts';
import type { authTelegramEmail } from '../../contract/calls/telegram.ts';
import { given } from '../given.ts';
import { call } from '../root/calls.ts';
import { begun, bodyOf, type CodeOutput } from './code.context.ts';
import { codeSetup } from './code.setup.ts';
import { dropLetter, keepLetter } from './letter.chart.ts';

/** Sends a code to an address and takes it back: six digits, five tries, ten minutes; a new code voids the old. */
export const codeMachine = codeSetup.createMachine({
  id: 'code',
  context: ({ input }) => begun(input),
  initial: 'opening',
  output: ({ event }) => (event as unknown as { output: CodeOutput }).output,
  states: {
    opening: {
      always: [{ guard: 'a code was sent', target: 'asking', actions: keepLetter }, { target: 'sending' }],
    },

    sending: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'send',
        id: 'send',
        input: ({ context }) => ({ body: bodyOf(context) }),
        onDone: {
          target: 'asking',
          actions: [
            { type: 'keep what was sent', params: given },
            keepLetter,
            { type: 'remember the address', params: ({ context }) => ({ key: 'email', value: context.email }) },
          ],
        },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          { guard: { type: 'a puzzle is asked for', params: given }, target: 'puzzled' },
          {
            guard: 'a code was sent',
            target: 'asking.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
          { target: 'address wanted', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: {
        'the answer is overdue': [
          {
            guard: 'a code was sent',
            target: 'asking.corrected',
            actions: ['keep that it is late', 'count a correction'],
          },
          { target: 'address wanted', actions: 'keep that it is late' },
        ],
      },
    },

    /** Some wrong codes: a puzzle, a chart of its own, and then the letter is asked for once more. */
    puzzled: {
      invoke: {
        src: 'puzzle',
        id: 'puzzle',
        onDone: [
          { guard: { type: 'it is solved', params: given }, target: 'sending' },
          { target: 'address wanted', actions: 'forget the trouble' },
        ],
        onError: { target: 'address wanted', actions: { type: 'keep the trouble', params: given } },
      },
    },

    asking: {
      tags: ['form', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      after: { 'a new code is allowed': { actions: 'allow a new code' } },
      initial: 'entering',
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.code typed': { actions: { type: 'take the code', params: given } },
        'user.remember chosen': { actions: { type: 'take the choice', params: given } },
        'user.submitted': [
          { guard: 'the code may be right', target: 'checking' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'user.resent': { guard: 'a new code may be asked for', target: 'sending again' },
        'user.other address wanted': { target: 'address wanted', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the line' },
      },
      states: {
        entering: { after: { 'the code expires': { target: '#code.over', actions: 'keep that the code expired' } } },
        corrected: {
          tags: ['corrected', 'attention'],
          after: { 'the code expires': { target: '#code.over', actions: 'keep that the code expired' } },
        },
      },
    },

    /** Another letter for what this browser has asked for: neither address nor password go over the line again. */
    'sending again': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.send_confirmation_instructions',
        id: 'auth.send_confirmation_instructions',
        input: {},
        onDone: { target: 'asking', actions: [{ type: 'keep that it was sent again', params: given }, keepLetter] },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'asking.corrected',
            actions: [{ type: 'keep that the next letter waits', params: given }, keepLetter, 'count a correction'],
          },
          {
            guard: { type: 'the code is spent', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          { target: 'asking.corrected', actions: [{ type: 'keep the trouble', params: given }, 'count a correction'] },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'asking.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
    },

    checking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.code',
        id: 'auth.code',
        input: ({ context }) => ({ body: { code: context.code, remember: context.remember } }),
        onDone: 'signed in',
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the code is spent', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          {
            target: 'asking.corrected',
            actions: ['count a try', { type: 'keep the trouble', params: given }, 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'asking.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
    },

    /** This code signs nobody in any more; a new one does. */
    over: {
      tags: ['attention', 'countdown'],
      entry: dropLetter,
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      after: { 'a new code is allowed': { actions: 'allow a new code' } },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.resent': { guard: 'a new letter may be asked for', target: 'sending' },
        'user.other address wanted': { target: 'address wanted', actions: 'forget the trouble' },
      },
    },

    /** Asked too often. After the wait the code, if there is one, may be typed again. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.other address wanted': { target: 'address wanted', actions: 'forget the trouble' },
      },
      after: {
        'the wait is over': [
          { guard: 'a code was sent', target: 'asking', actions: 'forget the trouble' },
          { target: 'address wanted', actions: 'forget the trouble' },
        ],
      },
    },

    'signed in': { type: 'final', output: { kind: 'signed in', trouble: null } satisfies CodeOutput },
    'address wanted': {
      type: 'final',
      entry: dropLetter,
      output: ({ context }): CodeOutput => ({ kind: 'address wanted', trouble: context.trouble }),
    },
  },
});

/** The same for every letter; what differs is which call asks for it. Invoke it with the id `code`. */
export const codeOf = (spec: typeof authLogin | typeof authRegister | typeof authTelegramEmail): typeof codeMachine =>
  codeMachine.provide({ actors: { send: call(spec) as never } });
