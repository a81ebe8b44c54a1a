import type { Reason } from '../operations/reasons.ts';

/** Who executes orders: the exchange, and the ways in which money goes out. */
export const providerNames = ['exchange', 'bank', 'card', 'bitcoin', 'ethereum', 'ton', 'house'] as const;
export type ProviderName = (typeof providerNames)[number];

/** An order as its provider sees it. The id is ours: the same id is the same order, however often it is asked for. */
export interface Order {
  id: string;
  /** Whom it was given to. */
  provider: ProviderName;
  /** Number of the account that it is for. */
  account: string;
  /** What is to arrive. */
  currency: string;
  amount: string;
  /** Whether it is money that came: then the provider is asked whether it is sure of it. */
  incoming: boolean;
  /** Where it goes: the fields of the form, by name. */
  values: Record<string, string>;
  /** Milliseconds since it was submitted, by the database's clock. */
  age: number;
}

/** What became of an order, for good. */
export type Outcome = { kind: 'done' } | { kind: 'refused'; reason: Reason };

/** `pending`: nothing yet, ask again after so many milliseconds. */
export type ProviderAnswer = Outcome | { kind: 'pending'; again: number };

/**
 * Who executes orders. `ask` places the order at the first time and asks for it ever after; what it throws, and no
 * answer at all, mean that nobody knows. A provider may also say an outcome unasked, late and more than once: by
 * `deliver`, which its maker is given.
 */
export interface Provider {
  ask(order: Order, signal: AbortSignal): Promise<ProviderAnswer>;
}

/** One provider a name, of those whom this process knows. */
export type Providers = Partial<Record<ProviderName, Provider>>;

export type Deliver = (orderId: string, outcome: Outcome) => Promise<void>;
