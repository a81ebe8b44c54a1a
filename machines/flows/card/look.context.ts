import type { Answer } from '../../../contract/call.ts';
import type { Reveal, RevealAsked } from '../../../contract/card.ts';
import type { Trouble } from '../../form/trouble.ts';

/** `origins`: those of pages that may show a number, as the site publishes them. */
export interface LookInput {
  card: string;
  origins: readonly string[];
}

/** Moments are of the page's clock, in ms. */
interface Sent {
  to: string;
  left: number;
  expiresAt: number;
  againAt: number;
}

export interface LookContext extends LookInput {
  sent: Sent | null;
  code: string;
  /** The page of the issuer and a token that it takes once. */
  shown: Reveal | null;
  /** The last moment heard of, and until when the number stands. */
  at: number;
  until: number;
  /** Why it stands there no longer: its time was over, nobody looked at the page, its page did not come. */
  why: 'over' | 'left' | 'missing' | null;
  /** What is wrong with the code, and with all else. */
  wrong: Trouble | null;
  trouble: Trouble | null;
  corrections: number;
}

/** Neither a code nor a token is left. */
export const nothingShown = {
  ...{ sent: null, code: '', shown: null, until: 0, wrong: null, trouble: null },
} as const;

export const begun = (input: LookInput): LookContext => ({
  ...input,
  ...nothingShown,
  ...{ at: 0, why: null, corrections: 0 },
});

const codeLength = 6;
export const digitsOf = (value: string): string => value.replace(/\D/g, '').slice(0, codeLength);
export const codeIsWhole = ({ code }: Pick<LookContext, 'code'>): boolean => code.length === codeLength;

/** Moments of the page's clock, worked out from the server's. */
export function whatWasSent({ payload, now, at }: Answer<RevealAsked>): Partial<LookContext> {
  const onPage = (moment: string) => at + Date.parse(moment) - Date.parse(now);
  const { sent_to: to, tries_left: left } = payload;
  return {
    sent: { to, left, expiresAt: onPage(payload.expires_at), againAt: onPage(payload.again_at) },
    ...{ at, code: '' },
  };
}

/** ms until another letter may be asked for, and until the number goes. */
export const untilAnotherLetter = ({ sent, at }: LookContext): number => Math.max(0, (sent?.againAt ?? 0) - at);
export const untilHidden = ({ until, at }: LookContext): number => Math.max(0, until - at);

/** The token stands behind the #, which no server is sent. */
export const frameOf = ({ shown }: LookContext): string | null => shown && `${shown.frame}#${shown.token}`;
