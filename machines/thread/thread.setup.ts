import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import { chatFile } from '../../contract/calls/chat.ts';
import type { MessagesPage } from '../../contract/chat.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import * as chats from '../../contract/limits/chats.ts';
import { signedInAgain } from '../form/lost-session.ts';
import { isOfLine, late, troubleOf } from '../form/trouble.ts';
import { calls } from '../root/calls.ts';
import type { HouseEvent, PortEvent } from '../root/events.ts';
import { ask, effect, notWired, source } from '../root/ports.ts';
import {
  followsOn,
  isUnread,
  mayBegin,
  namesIn,
  withFirst,
  withNewer,
  withOlder,
  type ThreadContext,
  type ThreadInput,
} from './thread.context.ts';

/** What another tab of this person has read of this chat. */
export interface ThreadTold {
  type: 'port.thread told';
  page: MessagesPage;
}

/** What the flow hears. Own messages stand in the chat, by the names that this browser gave them. */
export type ThreadNews =
  | { type: 'thread.written'; names: string[] }
  /** What is written on this device for it is to stand under this name, whatever the address calls it. */
  | { type: 'thread.named'; id: string }
  /** The messages of this chat have been read: the counts of the list are others. */
  | { type: 'thread.read'; id: string };

type ThreadEvent =
  | { type: 'user.retried' }
  | { type: 'user.older wanted' }
  | { type: 'user.end left' }
  | { type: 'user.end reached' }
  | { type: 'user.file wanted'; value: string }
  | { type: 'user.picture opened'; value: string }
  | { type: 'user.picture closed' }
  /** Somebody writes on this page: what they sent is there by now. */
  | { type: 'outbox.sent' }
  | ThreadTold
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.offline' | 'port.shown' | 'port.hidden' }>;

interface Thrown {
  error: unknown;
}
export interface Told {
  output: Answer<MessagesPage>;
}
export interface Marked {
  output: Answer<{ last_read_message: number }>;
}
interface Whose {
  account: string;
  thread: string;
}

const isAbsent = (error: unknown): boolean => isCallError(error) && error.code === 'not_found';
const isOwn = (error: unknown): boolean => isCallError(error) && error.code === 'own_account';
const waitsFor = (answer: number): number => answer + 5_000;
export const nameOf = ({ account, thread }: ThreadContext): Whose => ({ account: account ?? '', thread });

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const threadSetup = setup({
  types: {
    context: {} as ThreadContext,
    events: {} as ThreadEvent,
    input: {} as ThreadInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(chatFile),
    messages: fromPromise<Answer<MessagesPage>, { params: { id: string }; query: { page?: string } }>(() =>
      Promise.reject(notWired('messages')),
    ),
    mark: fromPromise<
      Answer<{ last_read_message: number }>,
      { params: { id: string }; body: { last_read_message: number } }
    >(() => Promise.reject(notWired('mark'))),
    'picture.open': ask<{ handle: string }, { file: string }>('picture.open'),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
    'thread.news': source<ThreadTold, Whose>('thread.news'),
  },
  delays: {
    'the answer is overdue': waitsFor(added.answer),
    'the file is overdue': waitsFor(added.fileAnswer),
    'the next question': ({ context: { away, trouble, heard } }) =>
      away ? chats.hidden : trouble ? chats.lost : heard ? chats.follows : chats.leads,
    'it is marked again': added.pollLongest,
  },
  guards: {
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'what is older lacked only the line': ({ context }) => isOfLine(context.olderTrouble),
    'it may begin': ({ context }, { error }: Thrown) => isAbsent(error) && mayBegin(context.thread),
    'it is not there': (_, { error }: Thrown) => isAbsent(error),
    'it is their own number': (_, { error }: Thrown) => isOwn(error),
    'it follows on': ({ context }, { page }: { page: MessagesPage }) => followsOn(context, page),
    'more has been written': ({ context }, { output: { payload } }: Told) =>
      payload.items.length > 0 && !followsOn(context, payload),
    'its id is known': ({ context: { thread, head } }) => mayBegin(thread) && head !== null,
    'there is more': ({ context }) => context.older !== null,
    'it is read further': ({ context: { read } }, { output }: Marked) => output.payload.last_read_message > read.own,
    'somebody has seen what is new': ({ context }) => context.atEnd && !context.away && isUnread(context),
  },
  actions: {
    'take the first page': assign((_, { output }: Told) => ({
      ...withFirst(output.payload),
      ...{ now: output.now, trouble: null },
    })),
    'take what is new': assign(({ context }, { output }: Told) => ({
      ...withNewer(context, output.payload),
      ...{ now: output.now, trouble: null, heard: false },
    })),
    'take what another tab told': assign(({ context }, { page }: { page: MessagesPage }) => ({
      ...withNewer(context, page),
      ...{ trouble: null, heard: true },
    })),
    'take what is older': assign(({ context }, { output }: Told) => ({
      ...withOlder(context, output.payload),
      olderTrouble: null,
    })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error), heard: false })),
    'keep that it is late': assign({ trouble: late, heard: false }),
    'keep why what is older is not there': assign((_, { error }: Thrown) => ({ olderTrouble: troubleOf(error) })),
    'keep that what is older is late': assign({ olderTrouble: late }),
    'note that nobody looks': assign({ away: true }),
    'note that somebody looks': assign({ away: false }),
    'note that the end is there': assign({ atEnd: true }),
    'note that the end is not there': assign({ atEnd: false }),
    'note how far it is read': assign(({ context: { read } }, { output }: Marked) => ({
      read: { ...read, own: Math.max(read.own, output.payload.last_read_message) },
    })),
    'say that it is read': sendParent(({ context }): ThreadNews => ({
      type: 'thread.read',
      id: context.head?.id ?? '',
    })),
    'forget the trouble': assign({ trouble: null }),
    'choose the file': assign((_, { value }: { value: string }) => ({ file: value, fileTrouble: null })),
    'keep the picture': assign((_, { output }: { output: { handle: string } }) => ({ picture: output.handle })),
    'forget the file': assign({ file: '', picture: '' }),
    'keep why the file did not come': assign((_, { error }: Thrown) => ({
      fileTrouble: isCallError(error) ? troubleOf(error) : { code: 'file_broken' },
    })),
    'keep that the file is late': assign({ fileTrouble: late }),
    'forget that nobody was signed in': assign(({ context: { fileTrouble } }) => ({
      fileTrouble: signedInAgain(fileTrouble),
    })),
    'let the picture go': effect<{ handle: string }>('file.drop'),
    'tell the other tabs': effect<Whose & { page: MessagesPage }>('thread.tell'),
    'say its id': sendParent(({ context }): ThreadNews => ({ type: 'thread.named', id: context.head?.id ?? '' })),
    'say what stands there': sendParent((_, { output }: Told): ThreadNews => ({
      type: 'thread.written',
      names: namesIn(output.payload.items),
    })),
    'say what another tab has read': sendParent((_, { page }: { page: MessagesPage }): ThreadNews => ({
      type: 'thread.written',
      names: namesIn(page.items),
    })),
  },
});
