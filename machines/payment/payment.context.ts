import type { DescribedForm, PaymentAsk } from '../../contract/payment.ts';
import type { Operation } from '../../contract/operation.ts';
import {
  nothingFilled,
  objections,
  valuesOf,
  type DescribedFormContext,
  type DescribedFormOutput,
  type Filling,
} from '../described-form/described-form.context.ts';
import { amountIn, noEntry, set } from '../form/amount.ts';
import { currencyOf } from '../form/quote.ts';
import { amountTrouble, type Trouble } from '../form/trouble.ts';
import { pairOf } from '../described-form/described-form.context.ts';
import type { Ended } from '../operation/around.chart.ts';
import type { FlowInput, Place } from '../root/events.ts';
import { isUnconfirmed } from '../operation/operation.words.ts';
import { begunWith, replacing, sentAfterAll, type AroundContext } from '../operation/around.context.ts';

/** Flows in which money comes from outside or goes there: a method is chosen, its form is filled, its operation runs. */
export type PaymentKind = 'deposit' | 'withdraw' | 'purchase';

interface Left {
  id: string;
  method: string;
}

export interface PaymentContext extends Filling, AroundContext<Left> {
  kind: PaymentKind;
  /** Of pages where one may pay, or give a card: as the site publishes them. */
  origins: readonly string[];
  /** The method that the address names; null while one is to be chosen. */
  method: string | null;
  /** What the choice is narrowed to. */
  currency: string;
  /** The method that was chosen last, and the way to its form. */
  chosen: { id: string; path: string } | null;
  form: DescribedForm | null;
  /** The person has put an amount into it here. */
  filledIn: boolean;
  /** What the server said about each field. */
  wrong: Record<string, Trouble>;
  /** What the page of the provider said on the way back: a hint, no more. */
  returned: 'success' | 'failure' | 'cancelled' | null;
  /** Its form was filled in from an operation that has ended. */
  repeats: boolean;
  oldWords: boolean;
}

export interface Filled {
  output: DescribedFormOutput;
}

/** Stands in an address where a method would: what came by itself was ordered by no form. */
export const received = 'received';

/** Its course begins with a check; what came by itself begins with the payment. */
export const wasOrdered = ({ method, outcome }: Pick<PaymentContext, 'method' | 'outcome'>): boolean =>
  method !== received && (outcome?.timeline[0]?.status ?? 'open') === 'open';

/** What a form ordered, but for that whose payment came and was not confirmed. */
export const mayBeRepeated = (context: Pick<PaymentContext, 'method' | 'outcome'>): boolean =>
  wasOrdered(context) && !(context.outcome && isUnconfirmed(context.outcome));

export const methodOfPlace = ({ params }: Place): string | null => params['id'] || null;
export const operationOfPlace = ({ params }: Place): string | null => params['form'] || null;

const hints = ['success', 'failure', 'cancelled'] as const;

export const fresh = (place: Place) => ({
  ...nothingFilled,
  entry: noEntry,
  method: methodOfPlace(place),
  currency: place.query['currency'] ?? '',
  form: null,
  filledIn: false,
  wrong: {},
  ...begunWith(operationOfPlace(place)),
  returned: hints.find((hint) => hint === place.query['returned']) ?? null,
  repeats: false,
  oldWords: false,
});

export const begun = (kind: PaymentKind, { place, account, site }: FlowInput): PaymentContext => ({
  ...fresh(place),
  kind,
  account: account ?? '',
  origins: site?.origins ?? [],
  chosen: null,
  leftBehind: null,
});

/** `/withdraw`, and `/withdraw?currency=BTC` while the choice is narrowed. */
export const listPath = ({ kind, currency }: Pick<PaymentContext, 'kind' | 'currency'>): string =>
  currency === '' ? `/${kind}` : `/${kind}?currency=${currency}`;
export const formPath = ({ kind }: Pick<PaymentContext, 'kind'>, method: string | null): string =>
  method === null ? `/${kind}` : `/${kind}/form/${method}`;
export const operationPath = (context: Pick<PaymentContext, 'kind'>, { method, id }: Left): string =>
  `${formPath(context, method)}/${id}`;

export const askOf = (context: PaymentContext): PaymentAsk => {
  const { method, entry, form, replaces } = context;
  return {
    ...(valuesOf(context) as Record<string, string>),
    method: method ?? '',
    side: entry.side,
    amount: (form && amountIn(entry, currencyOf(pairOf(form), entry.side).scale)) ?? '0',
    ...replacing({ replaces }),
  };
};

/** The method that it was ordered by, as the place tells in which the server says it stands. */
const ownMethod = ({ place = '' }: Operation): { method: string } | null => {
  const method = /^\/\w+\/form\/([^/?#]+)\//.exec(place)?.[1];
  return method === undefined ? null : { method };
};

/**
 * The operation as a form: the amount as it was asked for, and what was put in besides, as far as it tells that or it is still here.
 * The amount is of its own method, whichever the address named.
 */
export const filledBy = (operation: Operation): Partial<PaymentContext> => ({
  ...ownMethod(operation),
  entry: set(operation.asked.side, operation.asked.amount),
  filledIn: false,
  ...(operation.values && { values: operation.values }),
});

/** One that was sent tells its amount alone: whatever else had to be put in is not here when it was put in elsewhere. */
export const lacksTheRest = ({ repeats }: PaymentContext, filling: DescribedFormContext | null): boolean =>
  repeats &&
  filling?.form?.fields.some(({ required }) => required) === true &&
  Object.values(filling.values).every((text) => text === '') &&
  filling.card === null;

/** What the server said, and the operation that was to be replaced where it had been sent after all: it goes on. */
export function turnedAway({ output }: Ended, context: PaymentContext): Partial<PaymentContext> {
  if (output.kind !== 'rejected') return {};
  const { form, method, replaces, files } = context;
  const said = objections(output.error, form, amountTrouble(output.error, output.operation));
  return {
    ...said,
    // What this page no longer has is to be chosen anew.
    files: Object.fromEntries(Object.entries(files).filter(([name]) => said.wrong[name]?.code !== 'file_gone')),
    ...sentAfterAll(output.error, { replaces }, (id) => ({ id, method: method ?? '' })),
  };
}

/** The deposit in which money stands that came too late or of another amount; fresh terms take the place of old ones otherwise. */
export const creditedBy = ({ outcome }: PaymentContext): string | null =>
  outcome?.reason === 'terms_changed' ? null : (outcome?.replaced_by ?? null);

/** The hint of the payment page, as long as the operation itself still waits to be paid; then it is told by what it is. */
export const hintFor = ({ returned }: PaymentContext, operation: Operation | null): PaymentContext['returned'] =>
  operation?.status === 'awaiting_payment' ? returned : null;
