import type { Answer } from '../../../contract/call.ts';
import type { TelegramKnown } from '../../../contract/calls/telegram.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import type { Trouble } from '../../form/trouble.ts';
import type { FlowInput } from '../../root/events.ts';
import { addressProblem } from '../../sign-in/fields.ts';

/** What Telegram put behind the address. */
export interface TelegramAnswer {
  kind: 'answered' | 'declined' | 'missing';
  /** As it stood there; empty where there was none. */
  answer: string;
}

export interface TelegramContext {
  /** The site has a bot, and where its pages may lead. */
  bot: boolean;
  origins: readonly string[];
  remember: boolean;
  /** Telegram's page. */
  url: string;
  /** What stood in the address that Telegram led back to; null: the person came by themselves. */
  state: string | null;
  answer: string;
  /** Whom Telegram named, when nobody here knows them. */
  name: string;
  email: string;
  /** A letter was asked for, and its answer was lost. */
  lost: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  trouble: Trouble | null;
  corrections: number;
}

export const whatTheSiteSays = (site: SiteSettings | null): Pick<TelegramContext, 'bot' | 'origins'> => ({
  bot: site?.telegram_bot !== undefined,
  origins: site?.origins ?? [],
});

export const begun = ({ place: { query }, site, email }: FlowInput): TelegramContext => ({
  ...whatTheSiteSays(site),
  remember: 'remember' in query,
  url: '',
  state: query['state'] ?? null,
  answer: '',
  name: '',
  email: email ?? '',
  lost: false,
  at: 0,
  heldUntil: 0,
  trouble: null,
  corrections: 0,
});

export const isRight = ({ email }: TelegramContext): boolean => addressProblem(email) === null;

/** What the screen says at the field, after a press. */
export const emailProblem = ({ email }: TelegramContext, corrected: boolean): Trouble | null =>
  corrected ? addressProblem(email) : null;

export const whoItIs = ({ payload }: Answer<TelegramKnown>): Pick<TelegramContext, 'name' | 'answer'> => ({
  name: payload.name ?? '',
  answer: '',
});
