import type { TransferAsk, TransferForm } from '../../../contract/calls/transfer.ts';
import type { Fact, Operation } from '../../../contract/operation.ts';
import { amountIn, set } from '../../form/amount.ts';
import { amountTrouble, fieldTrouble, troubleOf } from '../../form/trouble.ts';
import type { Rejected } from '../../operation/operation.context.ts';
import type { Place } from '../../root/events.ts';
import { currencyOf, nothing, transferFields, type Filled, type FormOutput, type Objections } from './form.context.ts';
import {
  begunWith,
  operationOfQuery,
  replacing,
  sentAfterAll,
  type AroundContext,
} from '../../operation/around.context.ts';

export interface TransferContext extends AroundContext<string> {
  /** What the form holds, as it was when it was left. */
  filled: Filled;
  form: TransferForm | null;
  /** The person has put an amount into it here. */
  filledIn: boolean;
  /** What the server said about single fields. */
  refused: Objections;
}

export interface Asked {
  output: FormOutput;
}
export const address = '/transfer';
export const addressOf = (operation: string): string => `${address}?operation=${operation}`;

export const fresh = (place: Place): Omit<TransferContext, 'account' | 'leftBehind'> => ({
  filled: nothing,
  form: null,
  filledIn: false,
  refused: {},
  ...begunWith(operationOfQuery(place)),
});

/** What was typed; nothing where the operation does not say it. */
const textOf = (facts: readonly Fact[], of: Fact['label']): string =>
  facts.find(({ label }) => label === of)?.text ?? '';

/** The transfer as a form, to whoever was named for it. */
export const filledBy = ({ give_currency, asked, facts = [] }: Operation): Partial<TransferContext> => ({
  filled: {
    to: textOf(facts, 'typed'),
    currency: give_currency.code,
    entry: set(asked.side, asked.amount),
    comment: textOf(facts, 'comment'),
  },
  form: null,
  filledIn: false,
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
    ...replacing({ replaces }),
  };
}

/** Codes that can only be about the recipient, whether or not the answer says so. */
const aboutRecipient = ['recipient_not_found', 'own_account'];

/** What the server said: about a field it stands under it, about all else above the form. */
export function objections({ error, operation }: Rejected, { replaces }: TransferContext): Partial<TransferContext> {
  const refused: Objections = Object.fromEntries(
    transferFields.flatMap((field) => {
      const problem = field === 'amount' ? amountTrouble(error, operation) : fieldTrouble(error, field);
      return problem ? [[field, problem]] : [];
    }),
  );
  if (Object.keys(refused).length > 0) return { refused, trouble: null };
  const trouble = troubleOf(error);
  if (aboutRecipient.includes(trouble.code)) return { refused: { to: trouble }, trouble: null };
  return { refused: {}, trouble, ...sentAfterAll(error, { replaces }, (id) => id) };
}
