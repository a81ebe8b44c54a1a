import type { Operation, OperationKind } from '../../contract/operation.ts';
import { dueMinute } from '../due-minute.ts';
import type { OperationContext } from './operation.context.ts';

type Clock = Pick<OperationContext, 'deadline' | 'now'>;
type Known = Clock & Pick<OperationContext, 'current'>;

/** What time it is by the server's clock: deadlines of both clocks mean the same moment. */
export const timeAtServer = ({ expires_at }: Pick<Operation, 'expires_at'>, { deadline, now }: Clock): number =>
  Date.parse(expires_at) - deadline + now;

/** The next step should have happened by now. */
export const isSlow = ({ current, ...clock }: Known): boolean =>
  current?.expected_by !== undefined && timeAtServer(current, clock) > Date.parse(current.expected_by);

/** Kinds of which the words about what comes next say themselves how long it takes. */
const saying: readonly OperationKind[] = ['exchange', 'exchange_all'];

/** The minute by which it is usually done, and what time it is; null where that is over, is said otherwise, or nobody knows. */
export const dueBy = ({ current, ...clock }: Known): { by: number; now: number } | null => {
  if (current?.status !== 'processing' || current.reason || !current.expected_by || saying.includes(current.kind))
    return null;
  const now = timeAtServer(current, clock);
  const by = dueMinute(Date.parse(current.expected_by), now);
  return by === null ? null : { by, now };
};
