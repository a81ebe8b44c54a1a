import { given } from '../given.ts';
import type { UploadContext } from './upload.context.ts';

interface Of {
  context: UploadContext;
}

/** The page’s memory keeps no file that nobody needs any more. */
export const letGo = {
  type: 'let the file go',
  params: ({ context }: Of) => ({ handle: context.file?.handle ?? '' }),
} as const;
export const letGivenGo = [
  {
    type: 'let the file go',
    params: ({ context: { file, given: handle } }: Of) => ({
      handle: handle === file?.handle ? '' : handle,
    }),
  },
  'forget what was given',
] as const;
export const forget = [letGo, 'forget the file'] as const;
/** What another answer has told of this side, where nothing of it is in hand. */
export const told = {
  guard: { type: 'it is news', params: given },
  target: '#upload.deciding',
  actions: { type: 'take what the document says', params: given },
} as const;
/** What becomes of a file that was sent: it is saved, taken back, or found out about where an answer was lost. */
export const afterwards = {
  removing: {
    tags: ['busy', 'waiting'],
    entry: 'tell that it is taken back',
    invoke: {
      src: 'verification.remove',
      id: 'verification.remove',
      input: ({ context: { paper, stored } }: Of) => ({ params: { id: paper }, body: { file: stored?.id ?? '' } }),
      onDone: {
        target: 'deciding',
        actions: [
          { type: 'take what is stored', params: given },
          { type: 'tell the document', params: given },
        ],
      },
      onError: [
        {
          guard: { type: 'the document is closed', params: given },
          target: 'deciding',
          actions: 'tell that it is closed',
        },
        {
          guard: { type: 'they must wait', params: given },
          target: 'held',
          actions: [{ type: 'keep how long to wait', params: given }, 'tell that nothing is in hand'],
        },
        {
          guard: { type: 'the server said no', params: given },
          target: 'deciding',
          actions: { type: 'keep the trouble', params: given },
        },
        { target: 'finding out', actions: { type: 'keep the trouble', params: given } },
      ],
    },
    on: { 'document.changed': {} },
    after: { 'the removal is overdue': { target: 'finding out', actions: 'keep that it is late' } },
  },

  /** An answer was lost, or a sending was stopped: what the server has of this side now is read. */
  'finding out': {
    tags: ['busy', 'waiting'],
    entry: 'note that it is not known',
    invoke: {
      src: 'verification.new',
      id: 'verification.new',
      input: ({ context: { paper } }: Of) => ({ params: { id: paper } }),
      onDone: [
        {
          guard: { type: 'it takes no files', params: given },
          target: 'deciding',
          actions: [letGo, { type: 'take what is stored', params: given }, 'tell that it is closed'],
        },
        {
          guard: { type: 'it came all the same', params: given },
          target: 'deciding',
          actions: [
            letGo,
            { type: 'take what is stored', params: given },
            { type: 'tell the document', params: given },
          ],
        },
        {
          guard: { type: 'it goes once more', params: given },
          target: 'sending',
          actions: [
            { type: 'take what is there', params: given },
            { type: 'tell the document', params: given },
          ],
        },
        {
          guard: 'it was not sent',
          target: 'failed',
          actions: [
            { type: 'take what is there', params: given },
            { type: 'tell the document', params: given },
          ],
        },
        {
          target: 'deciding',
          actions: [
            { type: 'take what is there', params: given },
            { type: 'tell the document', params: given },
          ],
        },
      ],
      onError: [
        { guard: 'a file is in hand', target: 'failed', actions: { type: 'keep the trouble', params: given } },
        { target: 'unknown', actions: { type: 'keep the trouble', params: given } },
      ],
    },
    on: { 'document.changed': {} },
    initial: 'looking',
    states: {
      looking: { on: { 'port.online': 'on a new line' } },
      /** What only the line kept from going may go once more. */
      'on a new line': { entry: 'note that the line is back' },
    },
    after: {
      'what there is is overdue': [
        { guard: 'a file is in hand', target: 'failed', actions: 'keep that it is late' },
        { target: 'unknown', actions: 'keep that it is late' },
      ],
    },
  },

  /** It could not be found out yet, and nothing is in hand. */
  unknown: {
    tags: ['attention', 'safe to reload'],
    entry: 'tell that nothing is in hand',
    on: {
      'user.side wanted': { target: 'finding out', actions: 'forget the trouble' },
      'house.signed in': { target: 'finding out', actions: 'forget the trouble' },
      'port.online': { target: 'finding out', actions: 'forget the trouble' },
      'document.changed': told,
    },
  },

  /** Too many files: what was in hand, or stored, is there again by itself. Nobody has to wait to take back what is in hand. */
  held: {
    tags: ['waiting', 'attention', 'countdown'],
    invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
    on: {
      'port.ticked': { actions: { type: 'note the time', params: given } },
      'user.file removed': { guard: 'a file is in hand', target: 'deciding', actions: forget },
    },
    after: { 'the wait is over': { target: 'deciding', actions: 'forget the trouble' } },
  },

  /** A copy of what is kept is asked for; one that is gone is a sign that something else is there. */
  saving: {
    tags: ['busy', 'waiting'],
    invoke: {
      src: 'verification.file',
      id: 'verification.file',
      input: ({ context: { stored } }: Of) => ({ params: { file: stored?.id ?? '' } }),
      onDone: 'deciding',
      onError: [
        {
          guard: { type: 'they must wait', params: given },
          target: 'held',
          actions: { type: 'keep how long to wait', params: given },
        },
        {
          guard: { type: 'it is not there any more', params: given },
          target: 'finding out',
          actions: { type: 'keep the trouble', params: given },
        },
        { target: 'deciding', actions: { type: 'keep the trouble', params: given } },
      ],
    },
    on: { 'document.changed': {} },
    after: { 'the copy is overdue': { target: 'deciding', actions: 'keep that it is late' } },
  },
} as const;
