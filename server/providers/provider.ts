import type { Reason } from '../operations/reasons.ts';

/** An order as its provider sees it. The id is ours: the same id is the same order, however often it is asked for. */
export interface Order {
  id: string;
  /** Number of the account that it is for. */
  account: string;
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

export type Deliver = (orderId: string, outcome: Outcome) => Promise<void>;
