import * as z from 'zod/mini';
import { currency, decimal } from './money.ts';
import { operationStatus } from './operation.ts';
import { hasUnseen } from './unseen.ts';
import { hasCardNumber } from './fields/card-number.ts';
import { lengthOf } from './fields/length.ts';
import type { ErrorCode } from './error-codes.ts';

/** The programme of referral. Basis: assumed (the specification names its calls, not their shapes). */

/** What an invited person does that earns a bonus: proves who they are; as a verified person settles a first exchange. */
export const bonusEvents = ['verified', 'exchange'] as const;
export type BonusEvent = (typeof bonusEvents)[number];

/** How far somebody has come, the furthest that counts. `earning`: their first exchange has earned a bonus. */
export const referralStates = ['invited', 'signed_up', 'verified', 'earning'] as const;
export type ReferralState = (typeof referralStates)[number];

/** The part of a link that names whose it is: `/?ref={id}`. */
export const recruitId = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/));

const mistaken: Record<string, string> = { O: '0', I: '1', L: '1' };
/** The same as somebody typed it, or as a sentence ended with it: small letters, signs that none of them has, a full stop. */
export const recruitIdOf = (typed: string): string =>
  typed
    .trim()
    .toUpperCase()
    .replace(/[^0-9A-Z]+$/, '')
    .replaceAll(/[OIL]/g, (letter) => mistaken[letter] ?? letter);

/** Longest note of a letter, in code points. */
export const longestNote = 140;
/** Letters in 24 hours. */
export const invitesADay = 10;
/** Days for which a browser keeps whose link it opened. */
export const recruitDays = 30;

const link = /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/** What is wrong with a note: it goes to strangers in a letter of ours, so it leads nowhere. */
export const problemOfNote = (note: string): ErrorCode | null => {
  if (lengthOf(note) > longestNote) return 'too_long';
  if (hasUnseen(note)) return 'bad_format';
  if (hasCardNumber(note)) return 'card_number';
  return link.test(note) ? 'no_links' : null;
};

/** `hold`: seconds from what earned a bonus until it is paid. Numbers of `funnel` hold those that went further. */
export const referralInfo = z.object({
  id: recruitId,
  url: z.string(),
  funnel: z.object({ invited: z.int(), signed_up: z.int(), verified: z.int(), earning: z.int() }),
  totals: z.array(z.object({ currency, pending: decimal, paid: decimal })),
  terms: z.array(z.object({ event: z.enum(bonusEvents), amount: decimal, currency })),
  hold: z.int(),
});
export type ReferralInfo = z.infer<typeof referralInfo>;

/** Somebody who was invited: by the address as it was typed, from the sign-up on by a masked name. `at`: since when so. */
export const referred = z.object({
  id: z.string(),
  who: z.string(),
  state: z.enum(referralStates),
  at: z.iso.datetime(),
  bonuses: z.array(
    z.object({
      event: z.enum(bonusEvents),
      status: operationStatus,
      amount: decimal,
      currency,
      due: z.optional(z.iso.datetime()),
    }),
  ),
});
export type Referred = z.infer<typeof referred>;

/** Newest first; `next` is where the page after it is asked for, below `/api`. */
export const referredPage = z.object({ items: z.array(referred), next: z.nullable(z.string()) });

/** Letters: how many may be sent still, and what the next one says. `again_at`: when one may be sent, where none may now. */
export const inviteForm = z.object({
  left: z.int(),
  again_at: z.optional(z.iso.datetime()),
  locale: z.enum(['ru', 'en']),
  note: z.string(),
  letter: z.object({ subject: z.string(), text: z.string() }),
});
export type InviteForm = z.infer<typeof inviteForm>;

/** Whose link it is, by a masked name. `own`: the asker's; `member`: whoever asks has an account. */
export const recruiter = z.object({ name: z.string(), asker: z.enum(['visitor', 'member', 'own']) });
export type Recruiter = z.infer<typeof recruiter>;
