import { currencyCode, type Currency } from '../../contract/money.ts';
import type { Operation } from '../../contract/operation.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import type { Trouble } from '../form/trouble.ts';

/** `kind` is the flow's; `orders`: whether something of it may be waiting to be paid. */
export interface MethodsInput {
  kind: Operation['kind'];
  currency: string;
  orders: boolean;
}

export interface MethodsContext extends MethodsInput {
  /** Of what the methods are asked for: a currency that is bought, or `all`. */
  asked: string;
  methods: PaymentMethod[];
  trouble: Trouble | null;
  /** Orders of this kind that nobody has paid; which of them is to be taken back, and why one was not. */
  unpaid: Operation[];
  cancelled: string;
  refusal: Trouble | null;
}

/** What the flow hears: where to go on, and what the address says of the choice. */
export type MethodsNews =
  | { type: 'methods.chosen'; id: string; path: string }
  | { type: 'methods.order opened'; place: string }
  | { type: 'methods.filtered'; currency: string };

/** What can be bought is asked for by its currency; all else is told whole and narrowed here. */
export const askedFor = ({ kind, currency }: MethodsInput): string =>
  kind === 'purchase' && currencyCode.safeParse(currency).success ? currency : 'all';

export const methodIn = ({ methods }: MethodsContext, id: string): PaymentMethod | undefined =>
  methods.find((method) => method.id === id);

/** A currency of the filter that no method has chooses nothing away. */
export const shownMethods = ({ methods, currency }: MethodsContext): PaymentMethod[] => {
  const found = methods.filter(({ give, get }) => give.code === currency || get.code === currency);
  return found.length > 0 ? found : methods;
};

/** The currencies that methods have on either side, each once. */
export const currenciesOf = ({ methods }: MethodsContext): Currency[] => [
  ...new Map(methods.flatMap(({ give, get }) => [give, get]).map((currency) => [currency.code, currency])).values(),
];
