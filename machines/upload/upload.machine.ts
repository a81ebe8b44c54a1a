import { given } from '../given.ts';
import { afterwards, forget, letGivenGo, letGo, told } from './afterwards.chart.ts';
import { begun } from './upload.context.ts';
import { uploadSetup } from './upload.setup.ts';

const take = { target: '#upload.looking', actions: { type: 'note which is looked at', params: given } } as const;
const takeInstead = {
  target: '#upload.looking',
  actions: [...letGivenGo, { type: 'note which is looked at', params: given }],
} as const;
const toRemoving = { target: '#upload.removing', actions: 'forget the trouble' } as const;
const signedIn = { guard: 'nobody was signed in', actions: 'forget the trouble' } as const;
const lineBack = { guard: 'only the line had failed', actions: 'forget the trouble' } as const;
const toCamera = { target: '#upload.camera', actions: 'forget the trouble' } as const;

/** One side of a document: chosen or photographed, looked at, turned, sent, and kept by the server from then on. */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  context: ({ input }) => begun(input),
  initial: 'deciding',
  on: { 'document.changed': { actions: { type: 'note what the document says', params: given } } },
  states: {
    deciding: {
      always: [
        { guard: 'one waits to be looked at', target: 'not looked at' },
        { guard: 'a file is in hand', target: 'ready' },
        { guard: 'it is not known what is there', target: 'finding out' },
        { guard: 'it was accepted', target: 'accepted' },
        { guard: 'it was turned down', target: 'turned down' },
        { guard: 'something is stored', target: 'stored' },
        { target: 'empty' },
      ],
    },

    empty: {
      tags: ['form', 'safe to reload'],
      entry: 'tell that nothing is in hand',
      on: {
        'user.file given': take,
        'user.camera wanted': toCamera,
        'port.online': lineBack,
        'document.changed': told,
      },
    },

    /** Somebody has looked at it, and it will not do. Only this one has to be sent again. */
    'turned down': {
      tags: ['form', 'attention', 'safe to reload'],
      entry: 'tell that nothing is in hand',
      on: {
        'user.file given': take,
        'user.camera wanted': toCamera,
        'user.file removed': toRemoving,
        'house.signed in': signedIn,
        'port.online': lineBack,
        'document.changed': told,
      },
    },

    accepted: {
      tags: 'safe to reload',
      entry: 'tell that nothing is in hand',
      on: { 'document.changed': told },
    },

    stored: {
      tags: ['form', 'safe to reload'],
      entry: 'tell that nothing is in hand',
      on: {
        'user.file given': take,
        'user.camera wanted': toCamera,
        'user.file removed': toRemoving,
        'user.copy wanted': { target: 'saving', actions: 'forget the trouble' },
        'house.signed in': signedIn,
        'port.online': lineBack,
        'document.changed': told,
      },
    },

    /** Whatever becomes of it, a file can be chosen, and what is in hand stays there until another is given. */
    camera: {
      tags: 'form',
      invoke: { src: 'camera.life', id: 'camera.life', onError: {} },
      initial: 'opening',
      on: {
        'user.file given': takeInstead,
        'user.camera closed': 'deciding',
        'port.camera elsewhere': 'deciding',
        'port.camera lost': { target: 'deciding', actions: 'keep that the camera is lost' },
      },
      states: {
        opening: {
          tags: 'waiting',
          invoke: {
            src: 'camera.open',
            id: 'camera.open',
            onDone: 'shown',
            onError: { target: '#upload.deciding', actions: { type: 'keep what the browser said', params: given } },
          },
          after: { 'nobody allows the camera': { target: '#upload.deciding', actions: 'keep that nobody allowed it' } },
        },
        shown: { on: { 'user.shot taken': 'taking' } },
        taking: {
          tags: ['busy', 'waiting'],
          invoke: {
            src: 'camera.take',
            id: 'camera.take',
            onDone: { target: '#upload.looking', actions: [...letGivenGo, { type: 'note the shot', params: given }] },
            onError: { target: '#upload.deciding', actions: { type: 'keep what the browser said', params: given } },
          },
          after: { 'a look is overdue': { target: '#upload.deciding', actions: 'keep that no picture came' } },
        },
      },
    },

    /** What kind of file it is, by its content, and how large. One that was in hand stays until another will do. */
    looking: {
      tags: ['busy', 'waiting'],
      entry: 'tell that it is in hand',
      invoke: {
        src: 'file.look',
        id: 'file.look',
        input: ({ context }) => ({ handle: context.given }),
        onDone: [
          {
            guard: { type: 'it will do', params: given },
            target: 'ready',
            actions: [letGo, { type: 'take the file', params: given }],
          },
          { target: 'deciding', actions: [...letGivenGo, { type: 'keep why it will not do', params: given }] },
        ],
        onError: [
          {
            guard: { type: 'nobody has looked at it', params: given },
            target: 'not looked at',
            actions: { type: 'keep what the browser said', params: given },
          },
          { target: 'deciding', actions: [...letGivenGo, { type: 'keep what the browser said', params: given }] },
        ],
      },
      after: { 'a look is overdue': { target: 'not looked at', actions: 'keep that the look is slow' } },
    },

    /** The file is as it was given, and can be looked at again; one that was in hand before stays. */
    'not looked at': {
      tags: ['form', 'attention'],
      on: {
        'user.look wanted': { target: 'looking', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'looking', actions: 'forget the trouble' },
        'user.file given': takeInstead,
        'user.camera wanted': toCamera,
        'user.file removed': { target: 'deciding', actions: [...letGivenGo, 'forget the trouble'] },
      },
    },

    ready: {
      tags: 'form',
      entry: 'tell that it is in hand',
      on: {
        'user.file given': take,
        'user.camera wanted': toCamera,
        'port.online': lineBack,
        'user.turned': { guard: 'it is a picture', actions: { type: 'turn', params: given } },
        'user.file removed': { target: 'deciding', actions: forget },
        'user.sent': 'sending',
      },
    },

    /** Sent again it takes the place of itself. */
    sending: {
      tags: 'busy',
      entry: 'begin anew',
      invoke: [
        {
          src: 'upload.progress',
          id: 'upload.progress',
          input: ({ context }) => ({ handle: context.file?.handle ?? '' }),
          onError: {},
        },
        {
          src: 'verification.upload',
          id: 'verification.upload',
          input: ({ context: { paper, side, file, turn } }) => ({
            params: { id: paper },
            body: { file0: { handle: file?.handle ?? '' }, side0: side, turn0: turn },
          }),
          onDone: {
            target: 'deciding',
            actions: [
              letGo,
              { type: 'take what is stored', params: given },
              { type: 'tell the document', params: given },
            ],
          },
          onError: [
            {
              guard: { type: 'the document is closed', params: given },
              target: 'deciding',
              actions: [...forget, 'tell that it is closed'],
            },
            {
              guard: { type: 'the server will not have it', params: given },
              target: 'deciding',
              actions: [letGo, 'lose the file', { type: 'keep why it was not sent', params: given }],
            },
            {
              guard: { type: 'they must wait', params: given },
              target: 'held',
              actions: { type: 'keep how long to wait', params: given },
            },
            {
              guard: { type: 'the server said no', params: given },
              target: 'failed',
              actions: { type: 'keep why it was not sent', params: given },
            },
            { target: 'finding out', actions: { type: 'keep why it was not sent', params: given } },
          ],
        },
      ],
      on: {
        'user.sending stopped': { target: 'finding out', actions: 'note that they stopped it' },
        'document.changed': {},
        // What was on its way went down with the line before.
        'port.online': { target: 'finding out.on a new line', actions: 'keep that it is late' },
      },
      after: { 'the answer is overdue': { target: 'finding out', actions: 'keep that it is late' } },
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
          after: { 'nothing more goes': { target: '#upload.finding out', actions: 'keep that it is late' } },
        },
      },
    },

    /** The line, the server or the session failed; the file is still in hand. */
    failed: {
      tags: ['form', 'attention'],
      on: {
        'user.sent': 'sending',
        'user.file given': take,
        'user.camera wanted': toCamera,
        'user.file removed': { target: 'deciding', actions: forget },
        'house.signed in': [
          { guard: 'it was to go, and nobody was signed in', target: 'sending' },
          { guard: 'nobody was signed in', target: 'finding out', actions: 'forget the trouble' },
        ],
        'port.online': {
          guard: 'only the line had failed',
          target: 'finding out.on a new line',
        },
      },
    },

    ...afterwards,
  },
});
