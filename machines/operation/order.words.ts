import type { Fact, Operation } from '../../contract/operation.ts';
import { isPaidIn } from './operation.words.ts';

/** Keys of what is said of orders alone; apart from the rest, for no exchange says it. */

type Spoken = Pick<Operation, 'kind' | 'incoming'>;

/** An order is taken back: what that means for whoever has paid already, that it is under way, that it came too late. */
export const wordsOfCancel = {
  asked: ({ kind }: Spoken) => `operation.cancel_asked.${kind}`,
  underWay: (operation: Spoken) => (isPaidIn(operation) ? 'operation.cancelling.text_in' : 'operation.cancelling.text'),
  tooLate: (operation: Spoken) => (isPaidIn(operation) ? 'operation.too_late.text_in' : 'operation.too_late.text'),
} as const;

/** What tells whose the money is that comes to an address or an account of ours: nothing where that alone says it. */
export const knownBy = (facts: readonly Fact[]): 'memo' | 'reference' | undefined =>
  (['memo', 'reference'] as const).find((known) => facts.some(({ label }) => label === known));
