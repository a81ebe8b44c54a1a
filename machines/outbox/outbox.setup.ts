import { assign, fromPromise, sendParent, setup, stateIn } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import { plainText, type SentMessage } from '../../contract/chat.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { late, troubleOf } from '../form/trouble.ts';
import type { HouseEvent, PortEvent } from '../root/events.ts';
import { ask, effect, notWired, source } from '../root/ports.ts';
import { mustWait, waitUntil } from '../sign-in/wait.ts';
import { portTrouble, problemOfFile, type FileFacts } from '../upload/upload.context.ts';
import {
  askedAbout,
  broughtTogether,
  firstFile,
  type formOf,
  hasRoom,
  holdsSomething,
  isRefused,
  isReporting,
  isReport,
  mark,
  mayGoAgain,
  mostTries,
  nextOf,
  pauseOf,
  takenBack,
  takenUp,
  textTrouble,
  withLeft,
  withRefused,
  type Kept,
  type Named,
  type OutboxContext,
  type OutboxInput,
  type OutFile,
  type OutMessage,
} from './outbox.context.ts';

/** What the flow hears: something that was written here stands in the chat; what the address asked for has been done. */
export interface OutboxNews {
  type: 'outbox.sent' | 'outbox.reported';
}

/** What was written for the chat on another page of this device, which is gone. */
export interface MessagesLeft {
  type: 'port.messages left';
  messages: OutMessage[];
}

type OutboxEvent =
  | { type: 'user.message typed'; value: string }
  /** `handles`: those that were chosen along with it. */
  | { type: 'user.file given'; value: string; handles?: string[] }
  | { type: 'user.attachment removed'; value: string }
  | { type: 'user.report wanted' }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | { type: 'user.message retried'; value: string }
  | { type: 'user.message dropped'; value: string }
  | { type: 'user.message taken back'; value: string }
  /** The address asks for a record of the page. */
  | { type: 'chat.report wanted' }
  /** Own messages stand in the chat, by the names that this browser gave them. */
  | { type: 'thread.written'; names: string[] }
  | MessagesLeft
  /** The chat has answered: its id is known. */
  | { type: 'thread.named'; id: string }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.upload progressed' | 'port.ticked' | 'port.online' | 'port.offline' }>;

interface Thrown {
  error: unknown;
}
interface Chosen {
  value: string;
}
interface Given extends Chosen {
  handles?: string[];
}
interface Looked {
  output: FileFacts;
}
interface Whose {
  account: string;
  thread: string;
}
/**
 * `asking`: other pages, whether they live; unasked, each is taken for one that does. `called`: what stands under this id, where
 * what is written for the chat does not stand there yet.
 */
export type Reading = Whose & { asking: boolean; called?: string };
type Context = OutboxContext;

const isTooLarge = (error: unknown): boolean => (Object(error) as { code?: unknown }).code === 'journal_large';

export const whose = ({ context: { account, thread } }: { context: Context }): Whose => ({
  account: account ?? '',
  thread,
});

/** Files of these messages are needed no more. */
export const filesOf = ({ messages }: Context, ids: readonly string[]) => ({
  handles: messages.flatMap(({ id, files }) => (ids.includes(id) ? files.map(({ handle }) => handle) : [])),
});

/** Files of a refused message that do not come back with it. */
export const filesLeft = (context: Context, id: string) => {
  const back = takenBack(context, id)?.files ?? [];
  return { handles: filesOf(context, [id]).handles.filter((one) => !back.some(({ handle }) => handle === one)) };
};

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const outboxSetup = setup({
  types: {
    context: {} as Context,
    events: {} as OutboxEvent,
    input: {} as OutboxInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    post: fromPromise<Answer<SentMessage>, ReturnType<typeof formOf>>(() => Promise.reject(notWired('post'))),
    'outbox.read': ask<Kept, Reading>('outbox.read'),
    'message.name': ask<{ id: string }, Named>('message.name'),
    'file.look': ask<FileFacts, { handle: string }>('file.look'),
    'journal.take': ask<{ handle: string; size: number; count: number }, undefined>('journal.take'),
    'upload.progress': source<Extract<PortEvent, { type: 'port.upload progressed' }>, { handle: string }>(
      'upload.progress',
    ),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    'outbox.left': source<MessagesLeft, Whose>('outbox.left'),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
  },
  delays: {
    'the device is overdue': 1_000,
    'a look is overdue': added.answer,
    'the answer is overdue': ({ context }) => (firstFile(context) === '' ? added.answer : added.uploadAnswer) + 5_000,
    'nothing more goes': added.uploadStalls,
    'a pause': ({ context }) => pauseOf(context.tries),
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'it has another name': ({ context: { called, thread } }) => called !== '' && called !== thread,
    'a message is written': stateIn({ open: { form: 'writing' } }),
    'it fits before what is written': ({ context }) => broughtTogether(context) !== null,
    'a report is wanted': ({ context }) => isReporting(context),
    'a reload would lose something': ({ context }) => holdsSomething(context),
    'a reload would lose nothing': ({ context }) => !holdsSomething(context),
    'it is about an operation': ({ context }) => context.about !== null,
    'it goes to support': ({ context }) => context.kind === 'support' && !context.files.some(isReport),
    'a record is there': ({ context }) => context.files.some(isReport),
    'it may go another time': ({ context }, { value }: Chosen) => mayGoAgain(context, value),
    'it fits into the form': ({ context }, { value }: Chosen) => takenBack(context, value) !== null,
    'there is room': ({ context }) => hasRoom(context),
    'another has room': ({ context }) => context.more.length > 0 && hasRoom(context),
    'another has no room': ({ context }) => context.more.length > 0 && !hasRoom(context),
    'it will do': (_, { output }: Looked) => problemOfFile(output) === null,
    'it cannot be sent so': (_, { error }: Thrown) => textTrouble(error) !== null,
    'one waits': ({ context }) => nextOf(context) !== undefined,
    'none waits': ({ context }) => nextOf(context) === undefined,
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'the server will not have it': (_, { error }: Thrown) => isRefused(error),
    'nobody is signed in': (_, { error }: Thrown) => isCallError(error) && error.statusCode === 401,
    'it was tried enough': ({ context }) => context.tries >= mostTries,
  },
  actions: {
    'take what was kept': assign(({ context }, { output }: { output: Kept }) => takenUp(context, output)),
    'take what was left': assign(({ context }, { messages }: MessagesLeft) => ({
      messages: withLeft(context, messages),
    })),
    'note its id': assign((_, { id }: { id: string }) => ({ called: id })),
    'note what stands under its id': assign((_, { output }: { output: Kept }) => ({ found: output })),
    'put it before what is written': assign(({ context }) => broughtTogether(context) ?? {}),
    'note that a report is wanted': assign({ reporting: true }),
    'note the text': assign((_, { value }: Chosen) => ({ text: value, trouble: null })),
    'begin with its id': assign(({ context }) => ({ text: askedAbout(context), about: null })),
    'note what is given': assign((_, { value, handles = [] }: Given) => ({
      given: value,
      more: handles,
      trouble: null,
    })),
    'take the next one': assign(({ context: { more } }) => ({ given: more[0] ?? '', more: more.slice(1) })),
    'add the file': assign(({ context }, { output: { handle, kind, size } }: Looked) => ({
      files: [...context.files, { handle, kind, size }],
    })),
    'add the report': assign(({ context }, { output }: { output: Omit<OutFile, 'kind'> }) => ({
      files: [...context.files, { ...output, kind: 'journal' as const }],
      ...{ reporting: false, trouble: null },
    })),
    'take the file out': assign(({ context }, { value }: Chosen) => ({
      files: context.files.filter(({ handle }) => handle !== value),
      trouble: null,
    })),
    'keep that there is no room': assign({ trouble: { code: 'too_many_files' }, more: [] }),
    'keep why it will not do': assign((_, { output }: Looked) => ({ trouble: problemOfFile(output) })),
    'keep what the browser said': assign((_, { error }: Thrown) => ({ trouble: portTrouble(error) })),
    'keep that there is no report': assign({ trouble: { code: 'journal_absent' }, reporting: false }),
    'keep why there is no report': assign((_, { error }: Thrown) => ({
      trouble: { code: isTooLarge(error) ? 'journal_large' : 'journal_absent' },
      reporting: false,
    })),
    'keep that it is late': assign({ trouble: late }),
    'keep what is wrong': assign(({ context }, { error }: Thrown) => ({
      trouble: textTrouble(error),
      corrections: context.corrections + 1,
    })),
    'put it into the outbox': assign(({ context }, { output: { id } }: { output: { id: string } }) => ({
      // Under one name there is one message.
      messages: [
        ...context.messages.filter((message) => message.id !== id),
        { id, text: plainText(context.text), files: context.files, is: 'waiting', trouble: null },
      ],
      ...{ text: '', files: [], trouble: null },
    })),
    'begin to send': assign(({ context }) => ({ sending: nextOf(context)?.id ?? '', percent: 0, lineTrouble: null })),
    'note how much has gone': assign((_, { percent }: { percent: number }) => ({ percent })),
    'note that it is there': assign(({ context }) => ({
      messages: mark(context.messages, context.sending, { is: 'sent' }),
      ...{ tries: 0, sending: '' },
    })),
    'note why it was refused': assign(({ context }, { error }: Thrown) => ({
      messages: withRefused(context, error),
      ...{ tries: 0, sending: '' },
    })),
    'keep why it does not go': assign(({ context }, { error }: Thrown) => ({
      lineTrouble: troubleOf(error),
      ...{ tries: context.tries + 1, sending: '' },
    })),
    'keep that no answer came': assign(({ context }) => ({
      lineTrouble: late,
      ...{ tries: context.tries + 1, sending: '' },
    })),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => {
      const { trouble, ...wait } = waitUntil(error, context.at);
      return { ...wait, lineTrouble: trouble, sending: '' };
    }),
    'count anew': assign({ tries: 0, sending: '' }),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'let it wait again': assign(({ context }, { value }: Chosen) => ({
      messages: mark(context.messages, value, { is: 'waiting', trouble: null }),
    })),
    'drop it': assign(({ context }, { value }: Chosen) => ({
      messages: context.messages.filter(({ id }) => id !== value),
    })),
    'take it back': assign(({ context }, { value }: Chosen) => ({
      ...takenBack(context, value),
      messages: context.messages.filter(({ id }) => id !== value),
      corrections: context.corrections + 1,
    })),
    'drop what stands in the chat': assign(({ context }, { names }: { names: string[] }) => ({
      messages: context.messages.filter(({ id }) => !names.includes(id)),
    })),
    'keep the draft': effect<{ account: string; key: string; value: unknown }>('draft.keep'),
    'call it by its id': effect<Whose & { id: string }>('chat.name'),
    'keep them on this device': effect<Whose & { messages: OutMessage[] }>('outbox.keep'),
    'forget them on this device': effect<Whose & { ids: string[] }>('outbox.drop'),
    'let files go': effect<{ handles: string[] }>('files.drop'),
    'say that it is there': sendParent({ type: 'outbox.sent' } satisfies OutboxNews),
    'say that it was done': sendParent({ type: 'outbox.reported' } satisfies OutboxNews),
  },
});
