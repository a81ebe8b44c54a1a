import type { TransferAsk, TransferForm } from '../../../contract/calls/transfer.ts';
import type { Fact, Operation } from '../../../contract/operation.ts';
import { amountIn, set } from '../../form/amount.ts';
import { fieldTrouble, troubleOf, type Trouble } from '../../form/trouble.ts';
import type { Holding, Place } from '../../root/events.ts';
import { currencyOf, nothing, transferFields, type Filled, type FormOutput, type Objections } from './form.context.ts';

export interface TransferContext {
  account: string;
  /** What the form holds, as it was when it was left. */
  filled: Filled;
  form: TransferForm | null;
  /** The person has put an amount into it here. */
  filledIn: boolean;
  /** What the server said about single fields, and about all else; what broke. */
  refused: Objections;
  trouble: Trouble | null;
  /** The operation that the address names, and how far it is known to be. */
  operation: string | null;
  step: 'unread' | 'reviewing' | 'sent';
  /** Its terms stand there to be confirmed. */
  onReview: boolean;
  /** An operation that goes on although its page was left. */
  leftBehind: string | null;
  /** The check that the person came back from: the next one takes its place, so that only one of them can ever be sent. */
  replaces: string | null;
  outcome: Operation | null;
}

export interface Arrival {
  place: Place;
}
export interface Asked {
  output: FormOutput;
}
export const address = '/transfer';
export const addressOf = (operation: string): string => `${address}?operation=${operation}`;
export const operationOfPlace = ({ query }: Place): string | null => query['operation'] || null;

export const fresh = (place: Place): Omit<TransferContext, 'account' | 'leftBehind'> => ({
  filled: nothing,
  form: null,
  filledIn: false,
  refused: {},
  trouble: null,
  operation: operationOfPlace(place),
  replaces: null,
  step: 'unread',
  onReview: false,
  outcome: null,
});

/** What would be left behind with this page; nothing once a transfer was sent: it goes on without it. */
export const heldIn = ({ operation, filledIn, onReview }: TransferContext): Holding | null =>
  onReview ? 'terms' : operation === null && filledIn ? 'amount' : null;

/** How the recipient was named; nothing where the operation does not say it. */
const typedIn = (facts: readonly Fact[]): string => facts.find(({ label }) => label === 'typed')?.text ?? '';

/** The finished transfer as a form, to whoever was named for it. */
export const repeated = ({ give_currency, asked, facts = [] }: Operation): Partial<TransferContext> => ({
  filled: { ...nothing, to: typedIn(facts), currency: give_currency.code, entry: set(asked.side, asked.amount) },
  form: null,
  filledIn: false,
  operation: null,
  replaces: null,
  step: 'unread',
  outcome: null,
});

export function askOf(context: TransferContext): TransferAsk {
  const { filled, replaces } = context;
  const { to, currency, entry } = filled;
  const comment = filled.comment.trim();
  return {
    to: to.trim(),
    currency,
    side: entry.side,
    amount: amountIn(entry, currencyOf(context)?.scale ?? 0) ?? '0',
    ...(comment === '' ? {} : { comment }),
    ...(replaces === null ? {} : { replaces }),
  };
}

/** Codes that can only be about the recipient, whether or not the answer says so. */
const aboutRecipient = ['recipient_not_found', 'own_account'];

/** What the server said: about a field it stands under it, about all else above the form. */
export function objections(error: unknown, { replaces }: TransferContext): Partial<TransferContext> {
  const refused: Objections = Object.fromEntries(
    transferFields.flatMap((field) => {
      const problem = fieldTrouble(error, field);
      return problem ? [[field, problem]] : [];
    }),
  );
  if (Object.keys(refused).length > 0) return { refused, trouble: null };
  const trouble = troubleOf(error);
  if (aboutRecipient.includes(trouble.code)) return { refused: { to: trouble }, trouble: null };
  // The transfer that was to be replaced had been sent after all: it goes on, and can be looked at.
  const sent = trouble.code === 'already_submitted' && replaces !== null;
  return { refused: {}, trouble, ...(sent ? { leftBehind: replaces, replaces: null } : {}) };
}
