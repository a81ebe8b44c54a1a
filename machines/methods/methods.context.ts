import { currencyCode, type Currency } from '../../contract/money.ts';
import type { Operation } from '../../contract/operation.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { isOfLine, type Trouble } from '../form/trouble.ts';
import type { HouseEvent, PortEvent, Signal } from '../root/events.ts';
import type { WordsNews } from '../words/words.machine.ts';

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
  /** Orders of this kind that nobody has paid; which of them is to be taken back, why one was not, and how one had ended before. */
  unpaid: Operation[];
  cancelled: string;
  refusal: Trouble | null;
  ended: Operation | null;
  /** What became of the order under the question whether to cancel it, where the question went with it. */
  passed: 'has come' | 'waits no more' | null;
}

/** What the call of the methods is given; another part may be chosen while its answer is on its way. */
export interface MethodsAsked {
  params: { id: string };
}

export type MethodsEvent =
  | { type: 'user.currency chosen'; value: string }
  | { type: 'user.method chosen'; value: string }
  | { type: 'user.order opened'; value: string }
  | { type: 'user.order cancelled'; value: string }
  | { type: 'user.cancel agreed' }
  | { type: 'user.order kept' }
  | { type: 'user.orders asked' }
  | { type: 'user.retried' }
  | WordsNews<{ items: PaymentMethod[] }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.shown' }>;

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

/** Of all that is in progress. */
export const unpaidOf = ({ kind }: MethodsContext, operations: Operation[]): Operation[] =>
  operations.filter((each) => each.kind === kind && each.status === 'awaiting_payment');

/** One that waits to be paid no more and is in progress was paid; of any other it is not known how it ended. */
export const passedAs = ({ cancelled }: MethodsContext, operations: Operation[]): MethodsContext['passed'] =>
  operations.some(({ id }) => id === cancelled) ? 'has come' : 'waits no more';

/** The sentence that tells it. */
export const passedWords = {
  'has come': 'methods.orders.paid',
  'waits no more': 'methods.orders.over',
} as const;

/** Why an order was not taken back is said of one that is still there, or that it was too late for; the line is back by then. */
export function stillRefused({ cancelled, refusal }: MethodsContext, unpaid: Operation[]): Trouble | null {
  if (refusal?.code === 'too_late') return refusal;
  if (unpaid.every(({ id }) => id !== cancelled)) return null;
  return isOfLine(refusal) ? { code: 'not_cancelled' } : refusal;
}
