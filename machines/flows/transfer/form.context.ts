import { longestComment, type TransferForm } from '../../../contract/calls/transfer.ts';
import { hasCardNumber } from '../../../contract/fields/card-number.ts';
import type { Currency } from '../../../contract/money.ts';
import { entryFrom, noEntry, type Entry } from '../../form/amount.ts';
import { limitsOf, previewOf, problemOf, type Pair, type Preview } from '../../form/quote.ts';
import { isPremature, needs, tooLong, withCurrencies, type Trouble } from '../../form/trouble.ts';
import { isPositive } from '../../money.ts';

/** What stands in the form: to whom, from which wallet, how much of it, and a word to it. */
export interface Filled {
  to: string;
  currency: string;
  entry: Entry;
  comment: string;
}
export const nothing: Filled = { to: '', currency: '', entry: noEntry, comment: '' };

export const transferFields = ['to', 'amount', 'comment'] as const;
export type TransferField = (typeof transferFields)[number];
export type Objections = Partial<Record<TransferField, Trouble>>;

/** `refused` is what the server said about single fields, `trouble` about all else. */
export interface FormInput {
  account: string;
  filled: Filled;
  form: TransferForm | null;
  refused: Objections;
  trouble: Trouble | null;
}

/** `corrections` grows with each press that led to errors. */
export interface FormContext extends FormInput {
  corrections: number;
}

/** The person has put an amount into the field, or emptied it. */
export interface FormNews {
  type: 'form.holding';
  holding: boolean;
}

export interface FormOutput {
  filled: Filled;
  form: TransferForm | null;
}

export const draftOf = ({ account }: Pick<FormInput, 'account'>) => ({ account, key: 'transfer' });

const unlessCard = (text: string): string => (hasCardNumber(text) ? '' : text);

/** What a device may keep: every text, whatever it is called, but one with the number of a card. */
export function kept(filled: Filled): Filled {
  const { entry: _entry, ...texts } = filled;
  const all = Object.entries(texts).map(([name, text]) => [name, unlessCard(text)]);
  return { ...filled, ...(Object.fromEntries(all) as typeof texts) };
}

/** A kept draft, whatever it holds. */
export function filledFrom(value: unknown): Filled {
  const { to, currency, entry, comment } = Object(value) as Record<string, unknown>;
  const text = (one: unknown, longest: number) => (typeof one === 'string' ? one.slice(0, longest) : '');
  return {
    to: text(to, 254),
    currency: text(currency, 10),
    entry: entryFrom(entry) ?? noEntry,
    comment: text(comment, 2 * longestComment),
  };
}

type TransferWallet = TransferForm['wallets'][number];
const walletOf = ({ form, filled }: Pick<FormInput, 'form' | 'filled'>): TransferWallet | undefined =>
  form?.wallets.find(({ currency }) => currency.code === filled.currency);

/** A transfer reckons like an exchange into the same currency, at the rate of one. Null until the form is there. */
export function quoteFormOf(context: Pick<FormInput, 'form' | 'filled'>): Pair | null {
  const wallet = walletOf(context);
  if (!wallet) return null;
  const { currency, available, minimum, maximum, fee, today } = wallet;
  const limits = { minimum, maximum, reserve: maximum, available, ...(today && { today }) };
  return { src: currency, dst: currency, rate: '1', fee, ...limits };
}

export const currencyOf = (context: Pick<FormInput, 'form' | 'filled'>): Currency | undefined =>
  walletOf(context)?.currency;

/** The wallet that was chosen, if it is still there; else the first that holds something. */
export const chosenWallet = ({ wallets }: TransferForm, wish: string): string =>
  (
    wallets.find(({ currency }) => currency.code === wish) ??
    wallets.find(({ available }) => isPositive(available)) ??
    wallets[0]
  )?.currency.code ?? '';

/** A refusal in the page's own numbers where it would say the same, else in the server's. */
export function named(refused: Objections, input: Pick<FormInput, 'form' | 'filled'>): Objections {
  const { amount } = refused;
  const quote = quoteFormOf(input);
  if (!amount) return refused;
  if (!quote || !(amount.code in needs)) return { ...refused, amount: withCurrencies(amount, quote?.src, quote?.dst) };
  const own = problemOf(quote, input.filled.entry);
  if (own?.code === amount.code) return { ...refused, amount: own };
  const { minimum, maximum, available } = limitsOf(quote, 'give');
  const known = { minimum: minimum.amount, maximum: maximum.amount, available: available?.amount ?? '0' };
  const params = { ...known, scale: quote.src.scale, ...amount.params };
  return { ...refused, amount: withCurrencies({ ...amount, params }, quote.src, quote.dst) };
}

export const commentLength = ({ filled }: Pick<FormInput, 'filled'>): number => [...filled.comment.trim()].length;

/** What is wrong, field by field, whoever says so. */
export function problems(context: FormContext): Objections {
  const { filled, refused } = context;
  const quote = quoteFormOf(context);
  const amount = quote && problemOf(quote, filled.entry);
  const over = commentLength(context) - longestComment;
  return {
    ...(filled.to.trim() === '' ? { to: { code: 'required' } } : {}),
    ...(amount ? { amount } : {}),
    ...(over > 0 ? { comment: tooLong(over) } : {}),
    ...refused,
  };
}

/** What of it the screen says now: not before a press what more typing may cure. */
export function shownProblems(context: FormContext, corrected: boolean): Objections {
  const all = Object.entries(problems(context)) as [TransferField, Trouble][];
  return Object.fromEntries(all.filter(([, problem]) => corrected || !isPremature(problem)));
}

export function shownPreview(context: FormContext): Preview | null {
  const quote = quoteFormOf(context);
  return quote && previewOf(quote, context.filled.entry);
}
