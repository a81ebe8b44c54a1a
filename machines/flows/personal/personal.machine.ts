import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { userInfo, userSaveInfo, type PersonalInfo } from '../../../contract/calls/user.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import type { Field } from '../../../contract/payment.ts';
import { personalFields } from '../../../contract/personal.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { FlowInput, HouseEvent, PortEvent } from '../../root/events.ts';
import { ask, effect, source } from '../../root/ports.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import {
  begun,
  comparedWith,
  draftFrom,
  draftOf,
  isFromHere,
  isSaved,
  objections,
  readFrom,
  typedInto,
  withoutTyped,
  wrongWith,
  type PersonalContext,
} from './personal.context.ts';

type PersonalEvent =
  | { type: 'user.field filled'; field: string; value: string }
  | { type: 'user.submitted' }
  | { type: 'user.changes dropped' }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.ticked' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: Answer<PersonalInfo>;
}
interface Checked {
  output: { fields: Record<string, string> };
}

const draftName = ({ account }: PersonalContext) => ({ account, key: 'personal' });
const keepDraft = {
  type: 'keep the draft',
  params: ({ context }: { context: PersonalContext }) => ({ ...draftName(context), value: draftOf(context) }),
} as const;
const dropDraft = {
  type: 'drop the draft',
  params: ({ context }: { context: PersonalContext }) => draftName(context),
} as const;

/**
 * What a person tells of themselves. What is typed waits on this device until it is saved; what another place saved
 * meanwhile is told before it can be written over.
 */
export const personalMachine = setup({
  types: {
    context: {} as PersonalContext,
    events: {} as PersonalEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(userInfo, userSaveInfo),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    'draft.read': ask<unknown, { account: string; key: string }>('draft.read'),
    'fields.check': ask<Checked['output'], { fields: Field[]; values: Record<string, string> }>('fields.check'),
  },
  delays: {
    'the draft is overdue': 1_000,
    'the check is overdue': added.answer,
    'the answer is overdue': added.answer + 5_000,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'something was typed': ({ context }) => context.typed.length > 0,
    'nothing is wrong': (_, { output }: Checked) => Object.keys(output.fields).length === 0,
    'something else was saved meanwhile': (_, { error }: Thrown) => isCallError(error) && error.code === 'conflict',
    'it was saved from here': ({ context }, { output }: Read) => isFromHere(context, output.payload),
    'the draft is saved': ({ context }, { output }: Read) => isSaved(context, output.payload),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    'take the draft': assign((_, { output }: { output: unknown }) => ({ draft: draftFrom(output) })),
    'take what is saved': assign(({ context }, { output }: Read) => readFrom(context, output)),
    'take what was saved elsewhere': assign(({ context }, { output }: Read) => comparedWith(context, output)),
    'take the new edition': assign((_, { output }: Read) => ({ saved: output.payload, unheard: [] })),
    'note that it may be saved': assign(({ context: { unheard, values } }) => ({ unheard: [...unheard, values] })),
    'take the text': assign(({ context }, typed: { field: string; value: string }) => typedInto(context, typed)),
    'take back what was typed': assign(({ context }) => withoutTyped(context)),
    'keep what is wrong': assign((_, { output }: Checked) => ({ wrong: wrongWith(output.fields) })),
    'keep the trouble': assign((_, { error }: Thrown) => objections(error)),
    'keep why it is not read': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null, wrong: {} }),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the draft': effect<{ account: string; key: string; value: unknown }>('draft.keep'),
    'drop the draft': effect<{ account: string; key: string }>('draft.drop'),
  },
}).createMachine({
  id: 'personal',
  context: ({ input }) => begun(input),
  initial: 'reading',
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
      initial: 'draft',
      states: {
        draft: {
          invoke: {
            src: 'draft.read',
            id: 'draft.read',
            input: ({ context }) => draftName(context),
            onDone: { target: 'info', actions: { type: 'take the draft', params: given } },
            onError: 'info',
          },
          after: { 'the draft is overdue': 'info' },
        },
        info: {
          invoke: {
            src: 'user.info',
            id: 'user.info',
            onDone: [
              {
                guard: { type: 'the draft is saved', params: given },
                target: '#personal.form',
                actions: [{ type: 'take what is saved', params: given }, dropDraft],
              },
              { target: '#personal.form', actions: { type: 'take what is saved', params: given } },
            ],
            onError: { target: '#personal.unread', actions: { type: 'keep why it is not read', params: given } },
          },
        },
      },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'reading', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    form: {
      tags: ['form', 'safe to reload'],
      initial: 'entering',
      on: {
        'user.field filled': { actions: [{ type: 'take the text', params: given }, keepDraft] },
        'user.changes dropped': {
          guard: 'something was typed',
          target: '.entering',
          actions: ['take back what was typed', dropDraft],
        },
        'user.submitted': 'checking',
        'house.signed in': { actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
      },
      states: {
        entering: {},
        corrected: { tags: ['corrected', 'attention'] },
        saved: {
          on: {
            'user.field filled': {
              target: 'entering',
              actions: [{ type: 'take the text', params: given }, keepDraft],
            },
          },
        },
      },
    },

    /** By the same check that the server makes; where it cannot be had here, the server's is enough. */
    checking: {
      tags: ['busy', 'waiting', 'safe to reload'],
      entry: 'forget the trouble',
      invoke: {
        src: 'fields.check',
        id: 'fields.check',
        input: ({ context: { today, values } }) => ({ fields: personalFields(today), values }),
        onDone: [
          { guard: { type: 'nothing is wrong', params: given }, target: 'saving' },
          {
            target: 'form.corrected',
            actions: [{ type: 'keep what is wrong', params: given }, 'count a correction'],
          },
        ],
        onError: 'saving',
      },
      after: { 'the check is overdue': 'saving' },
    },

    /** The server answers the same when it is sent again after a lost answer. */
    saving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.save_info',
        id: 'user.save_info',
        input: ({ context: { values, saved } }) => ({
          body: { ...values, edition: String(saved?.edition ?? 0) },
        }),
        onDone: {
          target: 'form.saved',
          actions: [{ type: 'take what is saved', params: given }, dropDraft],
        },
        onError: [
          { guard: { type: 'something else was saved meanwhile', params: given }, target: 'comparing' },
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            target: 'form.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'note that it may be saved', 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'form.corrected',
          actions: ['keep that it is late', 'note that it may be saved', 'count a correction'],
        },
      },
    },

    /** Saved too often: the form comes back by itself, with what is in it. */
    held: {
      tags: ['waiting', 'attention', 'countdown', 'safe to reload'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': { target: 'form', actions: 'forget the trouble' } },
    },

    /** Another place was faster, or a press whose answer was lost: what stands there now is read before anything is written over it. */
    comparing: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'user.info',
        id: 'user.info',
        onDone: [
          {
            guard: { type: 'it was saved from here', params: given },
            target: 'saving',
            actions: [{ type: 'take the new edition', params: given }, keepDraft],
          },
          {
            target: 'form.corrected',
            actions: [{ type: 'take what was saved elsewhere', params: given }, 'count a correction', keepDraft],
          },
        ],
        onError: {
          target: 'form.corrected',
          actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
        },
      },
      after: {
        'the answer is overdue': {
          target: 'form.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
    },
  },
});
