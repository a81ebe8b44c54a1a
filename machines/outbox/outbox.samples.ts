import type { Asked } from '../model.ts';
import { answered, failures, refused } from '../operation/operation.samples.ts';
import { lookOutcomes, progressOutcomes } from '../upload/upload.samples.ts';
import type { FileFacts } from '../upload/upload.context.ts';
import type { Kept, OutMessage } from './outbox.context.ts';

/** Names that a browser gives to messages, one after the other. */
export const nameOf = (number: number): string => `opsample00000000000${String(number).padStart(2, '0')}`;

const text = 'Where is my transfer?';
const waiting: OutMessage = { id: nameOf(11), text: 'Are you there?', files: [], is: 'waiting', trouble: null };

export const outboxOutcomes = {
  done: {
    'nothing was kept': { text: '', messages: [] },
    'a draft was kept': { text, messages: [] },
    'of the files of a draft one went with its page': {
      ...{ text, messages: [] },
      files: [
        { handle: 'file 6', kind: 'pdf', size: 90_000 },
        { handle: 'file 9', kind: 'jpeg', size: 240_000, gone: true },
        { handle: 'file 7', kind: 'jpeg', size: 240_000, elsewhere: true },
      ],
    },
    'a message was not sent yet': { text: '', messages: [waiting] },
    'a message with a file was not sent yet': {
      text: '',
      messages: [{ ...waiting, files: [{ handle: 'file 8', kind: 'pdf', size: 90_000 }] }],
    },
    'one has lost its file in a reload': {
      text: '',
      messages: [
        {
          ...waiting,
          ...{ id: nameOf(12), text: 'Here it is.' },
          files: [
            { handle: 'file 9', kind: 'jpeg', size: 240_000, gone: true },
            { handle: 'file 8', kind: 'pdf', size: 90_000 },
          ],
        },
      ],
    },
    'another page sends one, and a draft was kept': {
      text,
      messages: [
        {
          ...{ ...waiting, id: nameOf(13), text: 'It goes from there.' },
          files: [{ handle: 'file 7', kind: 'jpeg', size: 240_000, elsewhere: true }],
        },
        waiting,
      ],
    },
  } satisfies Record<string, Kept>,
  error: { 'the device tells nothing': { name: 'PortError', code: 'not_stored', message: 'none' } },
};

export const leftOutcomes = {
  next: { 'a tab that is gone left one': { type: 'port.messages left', messages: [{ ...waiting, id: nameOf(1) }] } },
};

export const nameOutcomes = {
  done: { 'a name': { id: nameOf(1) } },
  error: {
    'nothing is in it': { name: 'PortError', code: 'message_empty', message: 'none' },
    'it is too long': { name: 'PortError', code: 'message_long', message: 'none' },
    'a card number in it': { name: 'PortError', code: 'card_number', message: 'none' },
    'no name': { name: 'PortError', code: 'not_stored', message: 'none' },
  },
};

const { done: looked } = lookOutcomes;
/** As it is, under the handle that was asked about. */
const asAsked =
  (facts: object) =>
  ({ input }: Asked): unknown => ({ ...facts, handle: (input as FileFacts).handle });

export const lookedOutcomes = {
  done: {
    'a photo': asAsked(looked['a photo']),
    'a scan': asAsked(looked['a scan']),
    'something else': asAsked(looked['something else']),
    'too large a file': asAsked(looked['too large a file']),
    'a HEIC that cannot be opened': asAsked(looked['a HEIC that cannot be opened']),
    'a damaged picture': asAsked(looked['a damaged picture']),
    'a picture as large as may be': asAsked(looked['a picture as large as may be, and as narrow']),
  },
  error: lookOutcomes.error,
};

export const journalOutcomes = {
  done: { 'what happened here': { handle: 'file 5', size: 64_000, count: 120 } },
  error: {
    'there is none': { name: 'PortError', code: 'journal_absent', message: 'none' },
    'it is too large': { name: 'PortError', code: 'journal_large', message: 'large' },
  },
};
export { progressOutcomes };

export const postOutcomes = {
  done: {
    'it is there': answered({
      chat: 'support',
      message: {
        ...{ seq: 45, side: 'own', text, created_at: '2026-01-15T12:00:00.000Z', files: [] },
        client_id: nameOf(1),
      },
    }),
  },
  error: {
    'a card number in it': refused('invalid', 422, { fields: { text: 'card_number' } }),
    'there is no such account': refused('not_found', 404),
    'a file of it is damaged': refused('invalid', 422, { fields: { file0: 'file_broken' } }),
    'another one has its name': refused('message_differs', 409),
    'its form broke on the way': refused('bad_request', 400),
    'a file of it is gone': { name: 'PortError', code: 'file_gone', message: 'gone' },
    'too many': refused('wait_before_retry', 429, { retryAfter: 30 }),
    'nobody is signed in': refused('no_session', 401),
    ...failures,
  },
};
