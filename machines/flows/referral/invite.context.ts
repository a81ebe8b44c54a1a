import type { Answer } from '../../../contract/call.ts';
import { lengthOf } from '../../../contract/fields/length.ts';
import { longestNote, type InviteForm } from '../../../contract/referral.ts';
import { late, tooLong, type Trouble } from '../../form/trouble.ts';
import { addressProblem, objectionsTo } from '../../sign-in/fields.ts';

export interface InviteContext {
  /** Null before it was read. */
  form: InviteForm | null;
  email: string;
  /** The answer to the same invitation was lost. */
  again: boolean;
  /** Where the last letter went. */
  sentTo: string;
  /** What stands in the form of the letter. */
  locale: 'ru' | 'en';
  note: string;
  /** What the server said about a field, and about the whole. */
  refused: { email?: Trouble; note?: Trouble };
  trouble: Trouble | null;
  corrections: number;
}

export const begun: InviteContext = {
  ...{ form: null, email: '', again: false, sentTo: '', locale: 'ru', note: '' },
  ...{ refused: {}, trouble: null, corrections: 0 },
};

/** What is left of a note. */
export const signsLeft = ({ note }: Pick<InviteContext, 'note'>): number => longestNote - lengthOf(note);

/** What the screen says at the address; its own problem only after a press. */
export const emailProblem = ({ email, refused }: InviteContext, corrected: boolean): Trouble | null =>
  refused.email ?? (corrected ? addressProblem(email) : null);

/** How long it is, the page counts; what else a note must not hold, the server says. */
export const noteProblem = (context: InviteContext): Trouble | null =>
  context.refused.note ?? (signsLeft(context) < 0 ? tooLong(-signsLeft(context)) : null);

export const taken = ({ payload }: Answer<InviteForm>): Partial<InviteContext> => ({ form: payload });

/** The letter as it reads in the language of the page, as long as no other one was chosen for it. */
export const inWordsOf = ({ form }: InviteContext, { payload: { locale, letter } }: Answer<InviteForm>) => ({
  form: form && { ...form, locale, letter },
});

/** What a refusal says of a field stands there, all else above the form. */
export const objections = (error: unknown): Partial<InviteContext> => objectionsTo(error, ['email', 'note'] as const);
export const lateness = { trouble: late, refused: {} } as const;
