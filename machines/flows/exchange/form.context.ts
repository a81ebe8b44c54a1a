import type { ExchangeForm } from '../../../contract/calls/exchange-form.ts';
import type { LandingQuote } from '../../../contract/calls/exchange.ts';
import type { Entry, Side } from '../../form/amount.ts';
import { currencyOf, limitsOf, previewOf, problemOf, type Preview } from '../../form/quote.ts';
import type { FlowEvent } from '../../root/events.ts';
import { isPremature, needs, withCurrencies, type Trouble } from '../../form/trouble.ts';

/**
 * A pair, and what was typed and read before; `swapped`: on its other side; `refused` is what the server said about the amount, `trouble` about all
 * else, `quoted` what the home page showed.
 */
export interface FormInput {
  account: string;
  src: string;
  dst: string;
  entry: Entry;
  form: ExchangeForm | null;
  formPath: string;
  swapped: boolean;
  refused: Trouble | null;
  trouble: Trouble | null;
  quoted?: LandingQuote | null;
}

/** `rateAt` is the server's time of the rate; `corrections` grows with each press that led to errors. */
export interface FormContext extends FormInput {
  rateAt: string | null;
  corrections: number;
}

/** How the form ends: its amount is to be checked, or the same amount is to stand on the other side. */
export interface FormOutput {
  kind: 'asked' | 'swapped';
  entry: Entry;
  form: ExchangeForm | null;
  formPath: string;
}

export type FormNews =
  | { type: 'form.list wanted' }
  /** The person has put an amount into the field, or emptied it. */
  | { type: 'form.holding'; holding: boolean }
  | Extract<FlowEvent, { type: 'flow.quote changed' }>;

export const begun = (input: FormInput): FormContext => ({
  ...input,
  refused: input.refused && named(input.refused, input),
  rateAt: null,
  corrections: 0,
});

/** Drafts are kept for each account and pair. */
export const draftOf = ({ account, src, dst }: Pick<FormInput, 'account' | 'src' | 'dst'>) => ({
  account,
  key: `exchange ${src}/${dst}`,
});

/** A refusal in the page's own numbers where it would say the same, else in the server's. */
function named(trouble: Trouble, { form, entry }: FormInput): Trouble {
  if (!form || !(trouble.code in needs)) return withCurrencies(trouble, form?.src, form?.dst);
  const own = problemOf(form, entry);
  if (own?.code === trouble.code) return own;
  const { minimum, maximum, available } = limitsOf(form, 'give');
  const known = {
    minimum: minimum.amount,
    maximum: maximum.amount,
    available: available?.amount ?? '0',
    reserve: form.reserve,
  };
  return withCurrencies(
    { ...trouble, params: { ...known, scale: currencyOf(form, entry.side).scale, ...trouble.params } },
    form.src,
    form.dst,
  );
}

/** What is wrong with the amount, whoever says so; null until the form is there. */
export const amountProblem = ({ form, entry, refused }: FormContext): Trouble | null =>
  refused ?? (form && problemOf(form, entry));

/** What of it the screen says now: not before a press what more typing may cure. */
export function shownProblem(context: FormContext, corrected: boolean): Trouble | null {
  const problem = amountProblem(context);
  return problem && (corrected || !isPremature(problem)) ? problem : null;
}

export const shownPreview = ({ form, entry }: FormContext): Preview | null => form && previewOf(form, entry);

export const scaleOf = ({ form }: FormContext, side: Side): number => (form ? currencyOf(form, side).scale : 0);
