import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { configMailing, configSaveMailing } from '../../../contract/calls/settings.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { optionalLetters, type LetterSetting, type OptionalLetter } from '../../../contract/mailing.ts';
import { isOfSession } from '../../form/lost-session.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';

export interface MailingContext {
  /** Null before they were read. */
  items: LetterSetting[] | null;
  /** What the person wants, until it is known to be saved. */
  wish: { kind: OptionalLetter; on: boolean } | null;
  trouble: Trouble | null;
}

type MailingEvent =
  | { type: 'user.letters chosen'; field: string; value: boolean }
  | { type: 'user.letters wanted' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: Answer<{ items: LetterSetting[] }>;
}

const isOptional = (kind: string): kind is OptionalLetter => (optionalLetters as readonly string[]).includes(kind);

/** Which letters a person gets, each kind by itself: a choice is saved at once, and what stands there is what was saved. */
export const mailingMachine = setup({
  types: {
    context: {} as MailingContext,
    events: {} as MailingEvent,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(configMailing, configSaveMailing) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  guards: {
    'it can be chosen': (_, { field }: { field: string }) => isOptional(field),
    'nobody is signed in': (_, { error }: Thrown) => isOfSession(troubleOf(error)),
    'the server said no': (_, { error }: Thrown) => isCallError(error) && error.kind === 'refused',
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'it is as it was wanted': ({ context: { wish } }, { output }: Read) =>
      output.payload.items.some(({ kind, on }) => kind === wish?.kind && on === wish.on),
  },
  actions: {
    'take the letters': assign((_, { output }: Read) => ({ items: output.payload.items, wish: null })),
    'note the wish': assign((_, { field, value }: { field: string; value: boolean }) => ({
      wish: { kind: field as OptionalLetter, on: value },
      trouble: null,
    })),
    'forget the wish': assign({ wish: null }),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'mailing',
  context: { items: null, wish: null, trouble: null },
  initial: 'reading',
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'config.mailing',
        id: 'config.mailing',
        onDone: { target: 'shown', actions: { type: 'take the letters', params: given } },
        onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.letters wanted': { target: 'reading', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    shown: {
      tags: 'safe to reload',
      on: {
        'user.letters chosen': {
          guard: { type: 'it can be chosen', params: given },
          target: 'saving',
          actions: { type: 'note the wish', params: given },
        },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
      },
    },

    saving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'config.save_mailing',
        id: 'config.save_mailing',
        input: ({ context: { wish } }) => ({ body: { kind: wish?.kind ?? 'operations', on: wish?.on ?? false } }),
        onDone: { target: 'shown', actions: { type: 'take the letters', params: given } },
        onError: [
          {
            guard: { type: 'nobody is signed in', params: given },
            target: 'unsaved',
            actions: { type: 'keep the trouble', params: given },
          },
          {
            guard: { type: 'the server said no', params: given },
            target: 'shown',
            actions: [{ type: 'keep the trouble', params: given }, 'forget the wish'],
          },
          { target: 'finding out', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'finding out', actions: 'keep that it is late' } },
    },

    /** Nobody knows whether it was saved: what stands there now is read. */
    'finding out': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'config.mailing',
        id: 'config.mailing',
        onDone: [
          {
            guard: { type: 'it is as it was wanted', params: given },
            target: 'shown',
            actions: ['forget the trouble', { type: 'take the letters', params: given }],
          },
          { target: 'shown', actions: { type: 'take the letters', params: given } },
        ],
        onError: { target: 'unsaved', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unsaved', actions: 'keep that it is late' } },
    },

    /** Saved once more it is the same. */
    unsaved: {
      tags: 'attention',
      on: {
        'user.letters wanted': { target: 'saving', actions: 'forget the trouble' },
        'house.signed in': { target: 'saving', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'saving', actions: 'forget the trouble' },
      },
    },
  },
});

/** How a kind stands on the screen: as it is wanted while that is on its way. */
export const isOn = ({ wish }: MailingContext, { kind, on }: LetterSetting): boolean =>
  wish?.kind === kind ? wish.on : on;
