import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { authLink, authLinkInfo, type LinkInfo } from '../../../contract/calls/auth.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, late, type Trouble } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { PortEvent } from '../../root/events.ts';
import { given } from '../../given.ts';
import { linkTrouble } from '../../sign-in/link-trouble.ts';

export interface LinkContext {
  token: string;
  info: LinkInfo | null;
  /** ms that the link lives, from when it was read. */
  lives: number;
  remember: boolean;
  trouble: Trouble | null;
}

/** How the page of a link ends: with a person signed in here, or with the wish for the form. */
export interface LinkOutput {
  kind: 'signed in' | 'form wanted';
}

type LinkEvent =
  | { type: 'user.confirmed' }
  | { type: 'user.remember chosen'; value: boolean }
  | { type: 'user.retried' }
  | { type: 'user.form wanted' }
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}

/**
 * The page that the link of a letter opens. Reading it changes nothing. In the browser that asked, a button signs in;
 * anywhere else nobody is signed in, and the page shows the code and who asked for it.
 */
export const linkMachine = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    input: {} as { token: string },
    output: {} as LinkOutput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(authLinkInfo, authLink) },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the link expires': ({ context }) => context.lives,
  },
  guards: {
    'this browser asked': (_, { output }: { output: Answer<LinkInfo> }) => output.payload.same_browser,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'the server said no': (_, { error }: Thrown) => isCallError(error) && error.kind === 'refused',
  },
  actions: {
    'take what the link says': assign((_, { output }: { output: Answer<LinkInfo> }) => ({
      info: output.payload,
      lives: Math.max(0, Date.parse(output.payload.expires_at) - Date.parse(output.now)),
      trouble: null,
    })),
    'take the choice': assign((_, { value }: { value: boolean }) => ({ remember: value })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: linkTrouble(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that it expired': assign({ trouble: { code: 'code_expired' } }),
  },
}).createMachine({
  id: 'link',
  context: ({ input }) => ({ token: input.token, info: null, lives: 0, remember: false, trouble: null }),
  initial: 'reading',
  output: ({ event }) => (event as unknown as { output: LinkOutput }).output,
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'auth.link_info',
        id: 'auth.link_info',
        input: ({ context }) => ({ params: { token: context.token } }),
        onDone: [
          {
            guard: { type: 'this browser asked', params: given },
            target: 'ready',
            actions: { type: 'take what the link says', params: given },
          },
          { target: 'elsewhere', actions: { type: 'take what the link says', params: given } },
        ],
        onError: [
          {
            guard: { type: 'the server said no', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          { target: 'unread', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    ready: {
      tags: 'safe to reload',
      after: { 'the link expires': { target: 'over', actions: 'keep that it expired' } },
      on: {
        'user.confirmed': 'consuming',
        'user.remember chosen': { actions: { type: 'take the choice', params: given } },
      },
    },

    consuming: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.link',
        id: 'auth.link',
        input: ({ context }) => ({ params: { token: context.token }, body: { remember: context.remember } }),
        onDone: 'signed in',
        onError: [
          {
            guard: { type: 'the server said no', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          { target: 'unread', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    elsewhere: {
      tags: 'safe to reload',
      after: { 'the link expires': { target: 'over', actions: 'keep that it expired' } },
      on: { 'user.form wanted': 'form wanted' },
    },

    /** Nobody knows whether the link was consumed; reading it again tells. */
    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': 'reading',
        'port.online': { guard: 'only the line had failed', target: 'reading' },
        'user.form wanted': 'form wanted',
      },
    },
    over: { tags: ['attention', 'safe to reload'], on: { 'user.form wanted': 'form wanted' } },

    'signed in': { type: 'final', output: { kind: 'signed in' } satisfies LinkOutput },
    'form wanted': { type: 'final', output: { kind: 'form wanted' } satisfies LinkOutput },
  },
});
