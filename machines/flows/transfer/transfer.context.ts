import type { TransferAsk, TransferForm } from '../../../contract/calls/transfer.ts';
import type { Fact, Operation } from '../../../contract/operation.ts';
import { amountIn, set } from '../../form/amount.ts';
import { fieldTrouble, troubleOf } from '../../form/trouble.ts';
import type { Place } from '../../root/events.ts';
import { currencyOf, nothing, transferFields, type Filled, type FormOutput, type Objections } from './form.context.ts';
import {
  anew,
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

/** How the recipient was named; nothing where the operation does not say it. */
const typedIn = (facts: readonly Fact[]): string => facts.find(({ label }) => label === 'typed')?.text ?? '';

/** The finished transfer as a form, to whoever was named for it. */
export const repeated = ({ give_currency, asked, facts = [] }: Operation): Partial<TransferContext> => ({
  filled: { ...nothing, to: typedIn(facts), currency: give_currency.code, entry: set(asked.side, asked.amount) },
  form: null,
  filledIn: false,
  ...anew,
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
  return { refused: {}, trouble, ...sentAfterAll(error, { replaces }, (id) => id) };
}
