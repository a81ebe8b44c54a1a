import { assign, sendParent, setup, type PromiseActorLogic } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import {
  verificationFile,
  verificationNew,
  verificationRemove,
  verificationUpload,
} from '../../contract/calls/verification.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import type { VerificationDocument } from '../../contract/verification.ts';
import { isOfSession } from '../form/lost-session.ts';
import { isOfLine, late, troubleOf } from '../form/trouble.ts';
import { call, calls } from '../root/calls.ts';
import type { HouseEvent, PortEvent } from '../root/events.ts';
import { ask, effect, source } from '../root/ports.ts';
import { mustWait, waitUntil } from '../sign-in/wait.ts';
import {
  afterRemoval,
  fileIn,
  goesOnceMore,
  isClosed,
  isNo,
  isOther,
  isRefused,
  isUnlooked,
  portTrouble,
  problemOf,
  sendTrouble,
  takesNothing,
  turned,
  type FileFacts,
  type UploadContext,
  type UploadInput,
  type UploadNews,
  type UploadTold,
} from './upload.context.ts';

/** `field` is the side: both stand on one screen. */
type UploadEvent =
  | { type: 'user.file given'; field: string; value: string }
  | { type: 'user.file removed'; value: string }
  | { type: 'user.camera wanted'; field: string }
  | { type: 'user.camera closed'; field: string }
  | { type: 'user.shot taken'; field: string }
  | { type: 'user.turned'; field: string; value: 'left' | 'right' }
  | { type: 'user.sent'; field: string }
  | { type: 'user.sending stopped'; field: string }
  | { type: 'user.side wanted'; field: string }
  | { type: 'user.look wanted'; field: string }
  | { type: 'user.copy wanted'; field: string }
  | UploadTold
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<
      PortEvent,
      { type: 'port.upload progressed' | 'port.camera elsewhere' | 'port.camera lost' | 'port.ticked' | 'port.online' }
    >;

interface Thrown {
  error: unknown;
}
interface Looked {
  output: FileFacts;
}
type Told = Omit<UploadTold, 'type'>;
interface Answered {
  output: Answer<VerificationDocument>;
}

/** The file is named by its handle; it itself is put in where the call leaves. */
type Sending = PromiseActorLogic<
  Answer<VerificationDocument>,
  { params: { id: string }; body: { file0: { handle: string }; side0: string; turn0: string } }
>;

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const uploadSetup = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(verificationFile, verificationNew, verificationRemove),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    'verification.upload': call(verificationUpload) as unknown as Sending,
    'file.look': ask<FileFacts, { handle: string }>('file.look'),
    'camera.open': ask<unknown, undefined>('camera.open'),
    'camera.take': ask<{ handle: string }, undefined>('camera.take'),
    /** A camera is on for as long as somebody listens, and off however the page is left; of two who listen the last one has it. */
    'camera.life': source<Extract<PortEvent, { type: 'port.camera elsewhere' | 'port.camera lost' }>>('camera.life'),
    'upload.progress': source<Extract<PortEvent, { type: 'port.upload progressed' }>, { handle: string }>(
      'upload.progress',
    ),
  },
  delays: {
    'a look is overdue': added.answer,
    'nobody allows the camera': 60_000,
    'nothing more goes': added.uploadStalls,
    'the answer is overdue': added.uploadAnswer + 5_000,
    'the removal is overdue': added.answer + 5_000,
    'what there is is overdue': added.answer + 5_000,
    'the copy is overdue': added.fileAnswer + 5_000,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'one waits to be looked at': ({ context }) => context.given !== '',
    'a file is in hand': ({ context }) => context.file !== null,
    'it was turned down': ({ context }) => context.stored?.reason !== undefined,
    'it was accepted': ({ context }) => context.stored?.accepted === true,
    'something is stored': ({ context }) => context.stored !== null,
    'it will do': (_, { output }: Looked) => problemOf(output) === null,
    'nobody has looked at it': (_, { error }: Thrown) => isUnlooked(error),
    'it is a picture': ({ context }) => context.file !== null && context.file.kind !== 'pdf',
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'it goes once more': ({ context }, { output }: Answered) =>
      goesOnceMore(context, fileIn(output.payload, context.side)),
    'nobody was signed in': ({ context }) => isOfSession(context.trouble),
    'it was to go, and nobody was signed in': ({ context: { pressed, trouble } }) =>
      pressed !== null && isOfSession(trouble),
    'the server will not have it': (_, { error }: Thrown) => isRefused(error),
    'the document is closed': (_, { error }: Thrown) => isClosed(error),
    'it is not there any more': (_, { error }: Thrown) => isCallError(error) && error.code === 'not_found',
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'the server said no': (_, { error }: Thrown) => isNo(error),
    'it is not known what is there': ({ context }) => context.unsure,
    'it takes no files': (_, { output }: Answered) => takesNothing(output.payload),
    'it came all the same': ({ context }, { output }: Answered) => {
      const now = fileIn(output.payload, context.side);
      return context.file !== null && now !== null && isOther(context, now);
    },
    'it was not sent': ({ context: { file, pressed, trouble } }) =>
      file !== null && pressed !== null && trouble !== null,
    'it is news': ({ context }, { stored }: Told) =>
      context.unsure || JSON.stringify(stored) !== JSON.stringify(context.stored),
  },
  actions: {
    'note which is looked at': assign((_, { value }: { value: string }) => ({ given: value, trouble: null })),
    'note the shot': assign((_, { output }: { output: { handle: string } }) => ({ given: output.handle })),
    'forget what was given': assign({ given: '' }),
    'take the file': assign((_, { output }: Looked) => ({
      ...{ file: output, turn: '0' as const, percent: 0 },
      ...{ given: '', pressed: null },
    })),
    'keep why it will not do': assign((_, { output }: Looked) => ({ trouble: problemOf(output) })),
    'keep what the browser said': assign((_, { error }: Thrown) => ({ trouble: portTrouble(error) })),
    'keep why it was not sent': assign((_, { error }: Thrown) => ({ trouble: sendTrouble(error) })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that nobody allowed it': assign({ trouble: { code: 'camera_denied' } }),
    'keep that the camera is lost': assign({ trouble: { code: 'camera_lost' } }),
    'keep that no picture came': assign({ trouble: { code: 'camera_failed' } }),
    'keep that the look is slow': assign({ trouble: { code: 'file_slow' } }),
    'forget the trouble': assign({ trouble: null }),
    'forget the file': assign({ file: null, trouble: null, percent: 0 }),
    'lose the file': assign({ file: null, percent: 0 }),
    turn: assign(({ context }, { value }: { value: 'left' | 'right' }) => ({ turn: turned(context.turn, value) })),
    'begin anew': assign(({ context: { stored } }) => ({
      ...{ percent: 0, trouble: null, online: false },
      pressed: { over: stored?.id ?? null },
    })),
    'note that the line is back': assign({ online: true }),
    'note that they stopped it': assign({ pressed: null }),
    'note that it is not known': assign({ unsure: true }),
    'note how much has gone': assign((_, { percent }: { percent: number }) => ({ percent })),
    'take what is stored': assign(({ context }, { output }: Answered) => ({
      stored: fileIn(output.payload, context.side),
      ...{ file: null, unsure: false, trouble: null },
    })),
    /** Whatever is in hand stays there. */
    'take what is there': assign(({ context }, { output }: Answered) => {
      const stored = fileIn(output.payload, context.side);
      const trouble = context.file ? context.trouble : afterRemoval(context, stored);
      return { stored, unsure: false, trouble };
    }),
    'take what the document says': assign((_, { stored }: Told) => ({ stored, unsure: false, trouble: null })),
    'note what the document says': assign((_, { stored }: Told) => ({ stored })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'tell the document': sendParent(({ context: { side } }, { output }: Answered): UploadNews => ({
      type: 'upload.changed',
      paper: output.payload,
      side,
      now: output.now,
    })),
    'tell that it is in hand': sendParent(({ context: { side } }): UploadNews => ({
      type: 'upload.holding',
      side,
      holding: true,
    })),
    'tell that it is taken back': sendParent(({ context: { side } }): UploadNews => ({
      type: 'upload.holding',
      ...{ side, holding: true, leaving: true },
    })),
    'tell that nothing is in hand': sendParent(({ context: { side } }): UploadNews => ({
      type: 'upload.holding',
      side,
      holding: false,
    })),
    'tell that it is closed': sendParent({ type: 'upload.closed' } satisfies UploadNews),
    'let the file go': effect<{ handle: string }>('file.drop'),
  },
});
