import type { Operation, OperationStatus } from '../../contract/operation.ts';
import { reasonKey } from '../../contract/reason-words.ts';
import { isCardPayment } from '../../contract/whom.ts';
import { isPositive } from '../money.ts';

type Spoken = Pick<Operation, 'kind' | 'incoming'>;
type Ended = Spoken & Pick<Operation, 'status' | 'reason' | 'timeline' | 'replaced_by'>;

/** What came from somebody is spoken of in other words than what one sent. */
const kindOf = ({ kind, incoming }: Spoken): string => (incoming ? `${kind}_in` : kind);

const hasBeen = ({ timeline }: Pick<Ended, 'timeline'>, status: OperationStatus): boolean =>
  timeline.some((step) => step.status === status);

/** What was paid came in another way than was ordered: it stands in a deposit of its own. */
const cameOtherwise = (operation: Ended): boolean =>
  isPaidIn(operation) &&
  hasBeen(operation, 'awaiting_payment') &&
  (operation.replaced_by !== undefined || operation.reason === 'wrong_amount' || operation.reason === 'payment_late');

const uncredited = ['needs_verification', 'sent_back', 'returned'];
/** What was paid is here, and is not credited: not yet, or not at all. */
export const isUncredited = ({ reason = '' }: Pick<Operation, 'reason'>): boolean => uncredited.includes(reason);

/** What was paid had come and nothing was credited for it: nobody is to pay for it again. */
export const isUnconfirmed = ({ reason }: Pick<Operation, 'reason'>): boolean => reason === 'payment_not_confirmed';

/** What became of the money at the end: it arrived, it came back, it never left. */
export const fateOf = (operation: Ended): 'arrived' | 'returned' | 'stayed' => {
  if (operation.status === 'completed') return 'arrived';
  return hasBeen(operation, 'processing') ? 'returned' : 'stayed';
};

/** It ended without having been done: nothing of what it would have cost was taken. */
export const isUndone = ({ status }: Pick<Operation, 'status'>): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'expired';

/** Keys of the sentences that differ by kind of operation. */
export const wordsOf = {
  /** What it is called in a list. */
  name: (operation: Spoken & Pick<Operation, 'facts'>) =>
    `operation.name.${isCardPayment(operation.facts) ? 'card_payment' : kindOf(operation)}`,
  confirm: (operation: Spoken) => `operation.confirm.${kindOf(operation)}`,
  /** How it ended, by what became of the money: the title of its receipt. */
  ended: (operation: Ended): string => {
    const { status, reason } = operation;
    const name = kindOf(operation);
    if (reason === 'some_failed') return 'operation.partly';
    if (status === 'completed') return `operation.succeeded.${name}`;
    if (isUncredited(operation)) return `operation.uncredited.${reason}`;
    if (cameOtherwise(operation)) return `operation.otherwise.${name}`;
    if (status === 'failed') return `operation.failed.${name}`;
    if (isPaidIn(operation)) {
      if (status === 'cancelled') return `operation.cancelled.${name}`;
      return hasBeen(operation, 'awaiting_payment') ? `operation.expired.${name}` : `operation.unordered.${name}`;
    }
    // What nobody has confirmed, or confirmed wrongly, took nothing out of a wallet.
    return fateOf(operation) === 'returned' ? `operation.cancelled.${name}` : `operation.expired.${name}`;
  },
  /** The title of what is under way; `payable`: there is time left to pay. */
  title: (operation: Pick<Operation, 'status' | 'reason'>, payable: boolean) =>
    operation.status !== 'awaiting_payment'
      ? isUncredited(operation)
        ? `operation.uncredited.${operation.reason}`
        : 'operation.tracking.title'
      : payable
        ? 'operation.paying.title'
        : 'operation.paying.over_title',
  /** What happens next, while it is under way. Takes `currency`. */
  next: (operation: Spoken & Pick<Operation, 'cancellable'>) =>
    operation.cancellable && operation.kind === 'withdraw'
      ? 'operation.next.withdraw_cancellable'
      : `operation.next.${kindOf(operation)}`,
  /** It takes longer than it should: what is held, or what has come and is not there yet. */
  slow: (operation: Spoken) => (isPaidIn(operation) ? 'operation.tracking.slow_in' : 'operation.tracking.slow'),
  /** Why it ended so. */
  reason: (operation: Spoken & Partial<Pick<Operation, 'reason' | 'replaced_by'>>) => reasonKey(operation),
  /** Names of the two sides, before and after. */
  give: (operation: Spoken) => `operation.give.${kindOf(operation)}`,
  get: (operation: Spoken) => `operation.get.${kindOf(operation)}`,
  gave: (operation: Spoken) => `operation.gave.${kindOf(operation)}`,
  got: (operation: Spoken) => `operation.got.${kindOf(operation)}`,
  /** Names of the steps of `processing`, behind, now and ahead, and of `completed`. The last takes `currency`. */
  confirmed: (operation: Spoken) => `operation.step.confirmed.${kindOf(operation)}`,
  underWay: (operation: Spoken & Pick<Operation, 'reason'>) =>
    isUncredited(operation) ? `operation.status.${operation.reason}` : `operation.step.now.${kindOf(operation)}`,
  ahead: (operation: Spoken) => `operation.step.next.${kindOf(operation)}`,
  arrived: (operation: Spoken) => `operation.step.arrived.${kindOf(operation)}`,
} as const;

/** The steps that it took for whoever looks: of what somebody sent only they have seen and fixed the terms. */
export const stepsOf = ({ incoming, timeline }: Pick<Operation, 'incoming' | 'timeline'>): Operation['timeline'] =>
  incoming ? timeline.filter(({ status }) => status !== 'open') : timeline;

/** Kinds in which money comes from outside: there is nothing of ours to give back, and something to be paid first. */
export const isPaidIn = ({ kind }: Spoken): boolean => kind === 'deposit' || kind === 'purchase';
/** Kinds with a rate between two currencies; in the others both sides are the same one. */
export const hasRate = ({ terms }: Pick<Operation, 'terms'>): boolean => terms.give.currency !== terms.get.currency;
/**
 * The sides that say something of it. Several wallets give each in a currency of its own, and no one sum is left by all of
 * them; what a card costs brings a card.
 */
export const sidesOf = ({ kind, lines }: Pick<Operation, 'kind' | 'lines'>): readonly ('give' | 'get')[] => {
  if (kind === 'card_order') return ['give'];
  return lines ? ['get'] : ['give', 'get'];
};
/** Two currencies name it best: what was exchanged for what. */
export const isPair = ({ kind }: Spoken): boolean => kind === 'exchange';
/** Money that leaves for somebody, somewhere or something that is no money: what counts is how much went. */
export const isOutgoing = ({ kind, incoming }: Spoken): boolean =>
  kind === 'withdraw' || kind === 'card_order' || (kind === 'transfer' && incoming !== true);
/**
 * Those that have no fee, not even of zero: a bonus is paid by the house, what a card costs is its price, and what somebody sends
 * was paid for by them.
 */
export const isFree = ({ kind, incoming }: Spoken): boolean =>
  kind === 'bonus' || kind === 'card_order' || incoming === true;

/** It costs something beside what is given: nothing is said of a fee of zero, and what came to nothing took none. */
export const isCharged = (operation: Pick<Operation, 'kind' | 'incoming' | 'status' | 'terms'>): boolean =>
  !isFree(operation) && !isUndone(operation) && isPositive(operation.terms.fee.amount);
