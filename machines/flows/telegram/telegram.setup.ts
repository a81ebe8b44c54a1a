import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import {
  authTelegram,
  authTelegramEmail,
  authTelegramStart,
  type TelegramKnown,
} from '../../../contract/calls/telegram.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isPublished } from '../../../contract/outward.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, PortEvent, Signal } from '../../root/events.ts';
import { ask, source } from '../../root/ports.ts';
import { whyNoCode, type CodeOutput } from '../../sign-in/code.context.ts';
import { codeOf } from '../../sign-in/code.machine.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import { isRight, whatTheSiteSays, whoItIs, type TelegramAnswer, type TelegramContext } from './telegram.context.ts';

type TelegramEvent =
  | { type: 'user.confirmed' }
  | { type: 'user.retried' }
  | { type: 'user.remember chosen'; value: boolean }
  | { type: 'user.email typed'; value: string }
  | { type: 'user.submitted' }
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Thrown {
  error: unknown;
}
interface Asked {
  output: Answer<{ url: string }>;
}

const told =
  (code: string) =>
  (_: unknown, { error }: Thrown): boolean =>
    isCallError(error) && error.code === code;

/** What the chart of sign-in by Telegram is made of. */
export const telegramSetup = setup({
  types: {
    context: {} as TelegramContext,
    events: {} as TelegramEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(authTelegramStart, authTelegram),
    'telegram.answer': ask<TelegramAnswer, unknown>('telegram.answer'),
    'page.leave': ask<unknown, { url: string }>('page.leave'),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    code: codeOf(authTelegramEmail),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the proof lapses': added.telegramLifetime,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'Telegram led here': ({ context }) => context.state !== null,
    'there is a bot': ({ context }) => context.bot,
    'there is no bot': ({ context }) => !context.bot,
    'its page is published': ({ context }, { output }: Asked) => isPublished(output.payload.url, context.origins),
    'they agreed': (_, { output }: { output: TelegramAnswer }) => output.kind === 'answered',
    'they declined': (_, { output }: { output: TelegramAnswer }) => output.kind === 'declined',
    'they are known': (_, { output }: { output: Answer<TelegramKnown> }) => output.payload.signed_in,
    'they are signed in': (_, { output }: { output: CodeOutput }) => output.kind === 'signed in',
    'no code was sent': (_, { output }: { output: CodeOutput }) => output.trouble !== null,
    'the proof has lapsed': (_, { output }: { output: CodeOutput }) => output.trouble?.code === 'telegram_stale',
    'the address is right': ({ context }) => isRight(context),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'the bot is gone': told('telegram_off'),
    'another browser asked': told('telegram_elsewhere'),
    'it is not signed by Telegram': told('telegram_refused'),
    'it is too old': told('telegram_stale'),
  },
  actions: {
    'take the settings': assign((_, { site_settings }: { site_settings: SiteSettings }) =>
      whatTheSiteSays(site_settings),
    ),
    'note that the bot is gone': assign({ bot: false }),
    'take the choice': assign((_, { value }: { value: boolean }) => ({ remember: value })),
    'keep its page': assign((_, { output }: Asked) => ({ url: output.payload.url })),
    'keep the answer': assign((_, { output }: { output: TelegramAnswer }) => ({ answer: output.answer })),
    'take who it is': assign((_, { output }: { output: Answer<TelegramKnown> }) => whoItIs(output)),
    'take the address': assign((_, { value }: { value: string }) => ({ email: value, lost: false, trouble: null })),
    'forget the answer': assign({ answer: '', state: null }),
    'forget the trouble': assign({ trouble: null }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'keep what broke': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep why no code was sent': assign((_, { output }: { output: CodeOutput }) => whyNoCode(output)),
    'keep that it cannot be reached': assign({ trouble: { code: 'unavailable' } }),
    'keep that it lapsed': assign({ trouble: { code: 'telegram_stale' } }),
    'keep that it is late': assign({ trouble: late }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'tell the code': sendTo('code', ({ event }) => event),
    'say what is typed': sendParent(({ context }): FlowEvent => ({ type: 'flow.email typed', email: context.email })),
    'say that they are signed in': sendParent({ type: 'flow.signed in' } satisfies FlowEvent),
    'clear the address': sendParent({
      type: 'flow.navigate',
      to: '/login/telegram',
      replace: true,
    } satisfies FlowEvent),
  },
});
