import type { Operation } from '../../contract/operation.ts';
import { troubleOf, type Trouble } from '../form/trouble.ts';
import type { Holding, Place } from '../root/events.ts';
import type { OperationOutput, Progress } from './operation.context.ts';

/** What a flow that runs one operation knows of it, whatever else its form holds. */
export interface AroundContext<Left = unknown> {
  account: string;
  /** What the server said about all that no field is to blame for, or what broke. */
  trouble: Trouble | null;
  /** The operation that the address names, and how far it is known to be. */
  operation: string | null;
  step: Progress;
  /** Its terms stand there to be confirmed. */
  onReview: boolean;
  /** An operation that goes on although its page was left: what it takes to open it. */
  leftBehind: Left | null;
  /** The check that the person came back from: the next one takes its place, so that only one of them can ever be sent. */
  replaces: string | null;
  outcome: Operation | null;
}

export interface Arrival {
  place: Place;
}

export const operationOfQuery = ({ query }: Place): string | null => query['operation'] || null;

/** Whether the operation was confirmed, as far as is known, and the address turns to another one. */
export const goesOnWithout = ({ operation, step }: Pick<AroundContext, 'operation' | 'step'>, named: string | null) =>
  step === 'sent' && named !== null && named !== operation;

/** What goes on without its page: only what was sent. */
export const leftBy = <Left>(
  { operation, step, leftBehind }: Pick<AroundContext<Left>, 'operation' | 'step' | 'leftBehind'>,
  left: (id: string) => Left,
): Left | null => (operation !== null && step === 'sent' ? left(operation) : leftBehind);

/** Which check the next one takes the place of where the address turns: the one that was left, as long as nothing was sent of it by anybody. */
export const replacedAfter = (
  { operation, step, replaces, outcome }: Pick<AroundContext, 'operation' | 'step' | 'replaces' | 'outcome'>,
  named: string | null,
): string | null => {
  if (named !== null || outcome !== null) return null;
  return step === 'reviewing' ? operation : operation === null ? replaces : null;
};

/** The form as its operation fills it; what was put into it here stands there again by itself. */
export const filledFrom = <Context>(
  { form }: { form: object | null },
  output: OperationOutput,
  filledBy: (operation: Operation) => Partial<Context>,
): Partial<Context> => (form === null && 'operation' in output && output.operation ? filledBy(output.operation) : {});

/** What a form that is filled in again holds of the operation before it. */
export const anew = { operation: null, replaces: null, step: 'unread' as const, outcome: null };

/** Of an operation that the address names nothing is known until it is read. */
export const begunWith = (operation: string | null) => ({
  trouble: null,
  operation,
  replaces: null,
  step: 'unread' as const,
  onReview: false,
  outcome: null,
});

/** What stays of an operation that was left while nothing was sent: which one the next check takes the place of. */
export const forgotten = ({ operation, replaces }: Pick<AroundContext, 'operation' | 'replaces'>) => ({
  operation: null,
  replaces: operation ?? replaces,
  step: 'unread' as const,
  onReview: false,
});

/** What a check says of the operation that it takes the place of. */
export const replacing = ({ replaces }: Pick<AroundContext, 'replaces'>) => (replaces === null ? {} : { replaces });

/** Where the one that was to be replaced had been sent after all: it goes on, and can be looked at. */
export const sentAfterAll = <Left>(
  error: unknown,
  { replaces }: Pick<AroundContext, 'replaces'>,
  left: (id: string) => Left,
): { leftBehind: Left; replaces: null } | null =>
  replaces !== null && troubleOf(error).code === 'already_submitted'
    ? { leftBehind: left(replaces), replaces: null }
    : null;

/**
 * What would be left behind with this page; nothing once the operation was sent: it goes on without it. What terms were asked for
 * with is a draft of this device where its form was filled in here.
 */
export const heldBy = ({
  operation,
  filledIn,
  onReview,
  form,
}: Pick<AroundContext, 'operation' | 'onReview'> & { filledIn: boolean; form: object | null }): Holding | null => {
  if (onReview) return form === null ? 'terms alone' : 'terms';
  return operation === null && filledIn ? 'amount' : null;
};
