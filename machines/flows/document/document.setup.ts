import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { verificationNew, verificationSubmit } from '../../../contract/calls/verification.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import type { DocumentSide, VerificationDocument } from '../../../contract/verification.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import { isNo, takesNothing, type UploadNews } from '../../upload/upload.context.ts';
import { uploadMachine } from '../../upload/upload.machine.ts';
import {
  begun,
  heldIn,
  isAnother,
  isOfHand,
  obstacle,
  toldOf,
  troubleOfHand,
  withAnswer,
  withHand,
  type DocumentContext,
  type Held,
} from './document.context.ts';

type DocumentEvent =
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | { type: 'user.asked again' }
  | UploadNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.hidden' | 'port.shown' | 'port.offline' | 'port.online' | 'port.ticked' }>;

interface Thrown {
  error: unknown;
}
interface Told {
  output: Answer<VerificationDocument>;
}

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const documentSetup = setup({
  types: {
    context: {} as DocumentContext,
    events: {} as DocumentEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'finished' | 'safe to reload',
  },
  actors: {
    ...calls(verificationNew, verificationSubmit),
    upload: uploadMachine,
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the next question': ({ context }) => context.pause,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'it is another document': ({ context }, { place }: { place: Place }) => isAnother(context, place),
    'it is looked at': ({ context }) => context.paper?.status === 'in_review',
    'it was verified while they waited': ({ context }) => context.awaited && context.paper?.status === 'verified',
    'it is verified': ({ context }) => context.paper?.status === 'verified',
    'nothing more is taken': (_, { output }: Told) => takesNothing(output.payload),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'something is unsent': ({ context }) => context.holding.length > 0,
    'what was said of a file is past': ({ context }, news: Held) =>
      isOfHand(context.trouble) && troubleOfHand(withHand(context, news))?.code !== context.trouble.code,
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'the server said no': (_, { error }: Thrown) =>
      isNo(error) && isCallError(error) && error.code !== 'document_incomplete',
    'it can be handed in': ({ context }) => obstacle(context) === null,
  },
  actions: {
    'turn to the other document': assign((_, { place }: { place: Place }) => begun(place)),
    'take the document': assign((_, { output }: Told) => ({
      ...{ paper: output.payload, told: output.now, holding: [], leaving: [], trouble: null },
    })),
    'take the sides': assign(({ context }, { output }: Told) => withAnswer(context, output.payload, output.now)),
    'take what is told': assign(
      ({ context }, { paper, side, now }: { paper: VerificationDocument; side: DocumentSide; now: string }) => ({
        ...withAnswer(context, paper, now, side),
        trouble: null,
      }),
    ),
    'note what is in hand': assign(({ context }, news: Held) => withHand(context, news)),
    'say what is held': sendParent(({ context }): FlowEvent => ({ type: 'flow.holding', holding: heldIn(context) })),
    'say that nothing is held': sendParent({ type: 'flow.holding', holding: null } satisfies FlowEvent),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that it broke': assign({ trouble: { code: 'internal' } }),
    'keep what is in the way': assign(({ context }) => ({ trouble: obstacle(context) })),
    'forget the trouble': assign({ trouble: null }),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note that it is awaited': assign({ awaited: true, corrections: 0 }),
    'note that it is sent anew': assign({ awaited: false }),
    'wait longer next time': assign(({ context }) => ({ pause: Math.min(context.pause * 2, added.pollLongest) })),
    'ask soon': assign({ pause: added.pollFirst }),
    'tell the first side what is there': sendTo('first', ({ context }) => toldOf(context, 0)),
    'tell the second side what is there': sendTo('second', ({ context }) => toldOf(context, 1)),
    'tell the first side': sendTo('first', ({ event }) => event),
    'tell the second side': sendTo('second', ({ event }) => event),
    'show that it went well': sendParent({
      type: 'flow.navigate',
      to: '/settings/verification_success',
      replace: true,
    } satisfies FlowEvent),
  },
});
