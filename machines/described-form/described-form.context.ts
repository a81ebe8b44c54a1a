import { isCallError } from '../../contract/errors.ts';
import { inCapitals } from '../../contract/fields/capitals.ts';
import { isPublished } from '../../contract/outward.ts';
import type { DescribedForm, Field } from '../../contract/payment.ts';
import { entryFrom, type Entry } from '../form/amount.ts';
import { mayKeep } from '../form/kept-text.ts';
import { currencyOf, limitsOf, previewOf, problemOf, type Pair, type Preview } from '../form/quote.ts';
import { readAmount } from '../form/read-amount.ts';
import { isPremature, needs, troubleOf, withCurrencies, type Trouble } from '../form/trouble.ts';

/** A card that its provider has seen: what is sent, and what is shown of it. Both are gone with the page. */
export interface GivenCard {
  token: string;
  shown: string;
}

/** A file that the page holds: its handle there, and what is known of it. `size` in bytes, `media` a media type. */
export interface GivenFile {
  handle: string;
  name: string;
  size: number;
  media: string;
}

/** Everything that a person put in. Texts stand by the names of their fields. */
export interface Filling {
  entry: Entry;
  values: Record<string, string>;
  card: GivenCard | null;
  files: Record<string, GivenFile>;
}

/** What of a form says which fields it has. */
export interface Asking {
  form: Pick<DescribedForm, 'fields'> | null;
}

/**
 * A method, and what was put in and read before. `path` leads to the form where it is known; `wrong` is what the server said
 * about each field, `amount` among them, `trouble` about all else; `origins` are those that the site publishes.
 */
export interface DescribedFormInput extends Filling {
  account: string;
  kind: string;
  method: string;
  path: string;
  form: DescribedForm | null;
  wrong: Record<string, Trouble>;
  trouble: Trouble | null;
  origins: readonly string[];
}

/** `recipient` is the saved one that fills the fields; `corrections` grows with each press that led to errors. */
export interface DescribedFormContext extends DescribedFormInput {
  recipient: string;
  corrections: number;
  /** How many times the frame for a card was asked for anew. */
  frames: number;
  /** Why this method cannot be used. */
  closed: string;
}

export interface DescribedFormOutput extends Filling {
  form: DescribedForm | null;
  path: string;
}

export type DescribedFormNews =
  | { type: 'form.methods wanted' }
  /** The person has put an amount into the field, or emptied it. */
  | { type: 'form.holding'; holding: boolean };

export const nothingFilled: Omit<Filling, 'entry'> = { values: {}, card: null, files: {} };

const most = '9'.repeat(30);
/** Both sides, the fee and the limits as a pair has them; where nothing is paid out of a reserve, none is ever too low. */
export const pairOf = ({ method, rate, available, reserve, today }: DescribedForm): Pair => ({
  src: method.give,
  dst: method.get,
  rate,
  fee: method.fee,
  minimum: method.minimum,
  maximum: method.maximum,
  reserve: reserve ?? most,
  ...(available === undefined ? {} : { available }),
  ...(today && { today }),
});

/** A rate between two currencies moves; one between a currency and itself does not. */
export const hasRate = ({ form }: Pick<DescribedFormContext, 'form'>): boolean =>
  form !== null && form.method.give.code !== form.method.get.code;

export const draftOf = ({ account, kind, method }: Pick<DescribedFormInput, 'account' | 'kind' | 'method'>) => ({
  account,
  key: `${kind} ${method}`,
});

/** Texts that a device may keep, by the names of their fields. */
export const keptTexts = ({ form, values }: Pick<Filling, 'values'> & Asking): Record<string, string> => {
  const kinds = new Map(form?.fields.map(({ name, kind }) => [name, kind]));
  return Object.fromEntries(Object.entries(values).filter(([name, text]) => mayKeep(kinds.get(name), text)));
};

/** What a device may keep: texts. Never a card, its number in words, a file. */
export const kept = (context: Filling & Asking) => ({ ...context.entry, values: keptTexts(context) });

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

/** A kept draft, whatever it holds; what an operation has filled in stands before it. */
export function fillingFrom(value: unknown, before: Filling): Partial<Filling> {
  const { values } = Object(value) as { values?: unknown };
  return {
    entry: (before.entry.text === '' && entryFrom(value)) || before.entry,
    values: { ...(isTexts(values) && values), ...before.values },
  };
}

const cardFieldOf = ({ form }: Pick<DescribedFormContext, 'form'>): Field | undefined =>
  form?.fields.find(({ kind }) => kind === 'card');

/** Under which name a card is sent; empty where none is asked for. */
export const cardName = (context: Pick<DescribedFormContext, 'form'>): string => cardFieldOf(context)?.name ?? '';

/** The saved recipient fills the fields; a card among them is known by its name alone. */
export function filledBy({ form, values, card }: DescribedFormContext, id: string): Partial<DescribedFormContext> {
  const recipient = form?.recipients?.find((one) => one.id === id);
  if (!recipient) return { recipient: '' };
  const field = cardName({ form });
  const { [field]: token, ...texts } = recipient.values;
  return {
    recipient: id,
    values: { ...values, ...texts },
    card: token === undefined ? card : { token, shown: recipient.name },
    wrong: {},
    trouble: null,
  };
}

/** An IBAN reads in groups of four. */
const typedIban = (before: string, after: string): string =>
  after.startsWith(before)
    ? after
        .replaceAll(/[\s-]/g, '')
        .toUpperCase()
        .replaceAll(/(.{4})(?=.)/g, '$1 ')
    : after;

/** As it is typed; what is changed in its middle stays as it is, so that the caret does too. */
export const typedInto = ({ form, values }: Pick<Filling, 'values'> & Asking, name: string, text: string): string => {
  const { kind, capitals } = form?.fields.find((field) => field.name === name) ?? {};
  const before = values[name] ?? '';
  if (kind === 'iban') return typedIban(before, text);
  return capitals && text.startsWith(before) ? inCapitals(text) : text;
};

export const without = <Value>(record: Record<string, Value>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));

const sentText = ({ kind }: Field, text: string): string => {
  const read = kind === 'amount' ? readAmount(text, 18) : null;
  return read && 'amount' in read ? read.amount : text.trim();
};

/** Each field's value as it is checked and sent; a file stands by its handle, and its facts are looked at. */
export function valuesOf({ form, values, card, files }: Omit<Filling, 'entry'> & Partial<Filling> & Asking) {
  const sent: Record<string, string | { handle: string; size: number; type: string }> = {};
  for (const field of form?.fields ?? []) {
    const file = files[field.name];
    const text = field.kind === 'card' ? (card?.token ?? '') : sentText(field, values[field.name] ?? '');
    if (file) sent[field.name] = { handle: file.handle, size: file.size, type: file.media };
    else if (text !== '') sent[field.name] = text;
  }
  return sent;
}

/** What the check of the fields found, in words: some of them say a number. */
export function foundIn(form: Asking['form'], found: Record<string, string>): Record<string, Trouble> {
  return Object.fromEntries(
    Object.entries(found).map(([name, code]) => {
      const { shortest, kind } = form?.fields.find((field) => field.name === name) ?? {};
      // What stands in the frame of a card is not known here: it may be full, and its button not pressed.
      if (kind === 'card' && code === 'required') return [name, { code: 'card_unused' }];
      return [name, code === 'too_short' ? { code, params: { minimum: shortest ?? 1 } } : { code }];
    }),
  );
}

/** A refusal of the amount in the page's own numbers where it would say the same, else in the server's. */
function named(trouble: Trouble, form: DescribedForm | null, entry: Entry): Trouble {
  const pair = form && pairOf(form);
  if (!pair || !(trouble.code in needs)) return withCurrencies(trouble, pair?.src, pair?.dst);
  const own = problemOf(pair, entry);
  if (own?.code === trouble.code) return own;
  const { minimum, maximum, available } = limitsOf(pair, 'give');
  const known = {
    minimum: minimum.amount,
    maximum: maximum.amount,
    available: available?.amount ?? '0',
    scale: currencyOf(pair, entry.side).scale,
  };
  return withCurrencies({ ...trouble, params: { ...known, ...trouble.params } }, pair.src, pair.dst);
}

/** What was said no to: about a field it stands there, `amount` at the one of that name, about all else above the form. */
export function objections(
  error: unknown,
  form: Asking['form'],
  amount: Trouble | null,
): Pick<DescribedFormInput, 'wrong' | 'trouble'> {
  const fields = isCallError(error) ? (error.fields ?? {}) : {};
  const ours = Object.fromEntries(
    Object.entries(fields).filter(([name]) => form?.fields.some((field) => field.name === name)),
  );
  const wrong = { ...foundIn(form, ours), ...(amount ? { amount } : {}) };
  return Object.keys(wrong).length > 0 ? { wrong, trouble: null } : { wrong: {}, trouble: troubleOf(error) };
}

export const begun = (input: DescribedFormInput): DescribedFormContext => ({
  ...input,
  wrong: input.wrong['amount']
    ? { ...input.wrong, amount: named(input.wrong['amount'], input.form, input.entry) }
    : input.wrong,
  recipient: '',
  corrections: 0,
  frames: 0,
  closed: '',
});

/** What is wrong with the amount, whoever says so; null until the form is there. */
export const amountProblem = ({ form, entry, wrong }: DescribedFormContext): Trouble | null =>
  wrong['amount'] ?? (form && problemOf(pairOf(form), entry));

/** What of it the screen says now: not before a press what more typing may cure. */
export function shownProblem(context: DescribedFormContext, corrected: boolean): Trouble | null {
  const problem = amountProblem(context);
  return problem && (corrected || !isPremature(problem)) ? problem : null;
}

/** How many fields are wrong. */
export const mistakes = (context: DescribedFormContext): number =>
  Object.keys(without(context.wrong, 'amount')).length + (amountProblem(context) ? 1 : 0);

export const shownPreview = ({ form, entry }: DescribedFormContext): Preview | null =>
  form && previewOf(pairOf(form), entry);

/** Where the card is asked for; null where that is no page that the site publishes. */
export const cardFrameOf = ({ form, origins }: Pick<DescribedFormContext, 'form' | 'origins'>): string | null =>
  form?.card_frame !== undefined && isPublished(form.card_frame, origins) ? form.card_frame : null;

/** There is a card or a file, which no draft keeps. */
export const isHandedOver = ({ card, files }: Pick<Filling, 'card' | 'files'>): boolean =>
  card !== null || Object.keys(files).length > 0;

/** A card is still to be given, and there is a page that may ask for it. */
export const mayAskForCard = (context: DescribedFormContext): boolean =>
  cardName(context) !== '' && context.card === null && cardFrameOf(context) !== null;
