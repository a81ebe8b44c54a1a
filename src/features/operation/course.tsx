import type { ReactNode } from 'react';
import type { Operation, OperationStatus } from '../../../contract/operation.ts';
import { isPaidIn, stepsOf, wordsOf } from '../../../machines/operation/operation.words.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { formatStep } from '../../i18n/moments.ts';
import { useWords } from '../../i18n/words.ts';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';

/** The way of an operation that nothing stops. */
const wayOf = (operation: Operation): readonly OperationStatus[] =>
  isPaidIn(operation) ? ['open', 'awaiting_payment', 'processing', 'completed'] : ['open', 'processing', 'completed'];

/** What a status is called when it is over, when it is now, and while it lies ahead. */
const namesOf = (operation: Operation, status: OperationStatus): { done: string; now: string; next: string } => {
  if (status === 'open') return { done: 'ui.step.open.done', now: 'ui.step.open.now', next: 'ui.step.open.now' };
  if (status === 'awaiting_payment')
    return {
      done: 'ui.step.ordered',
      now: 'operation.status.awaiting_payment',
      next: 'operation.status.awaiting_payment',
    };
  if (status === 'processing')
    return { done: wordsOf.confirmed(operation), now: wordsOf.underWay(operation), next: wordsOf.ahead(operation) };
  const name = status === 'completed' ? wordsOf.arrived(operation) : `operation.status.${status}`;
  return { done: name, now: name, next: name };
};

const stopped: readonly OperationStatus[] = ['failed', 'cancelled', 'expired'];

const stateOf = (status: OperationStatus, isLast: boolean): 'done' | 'now' | 'failed' | 'stopped' => {
  if (status === 'failed') return 'failed';
  if (stopped.includes(status)) return 'stopped';
  return isLast && status !== 'completed' ? 'now' : 'done';
};

interface CourseProps {
  operation: Operation;
  /** Another name for the present step, where this page knows more than the server told. */
  present?: string | undefined;
  /** What happens next, at the present step. */
  detail?: ReactNode;
  /** What time it is, by the server's clock. A receipt is read on any day: its first step has the day beside it. */
  now?: number | undefined;
}

/** Where the operation has been, where it is, and what lies ahead. */
export function Course({ operation, present, detail, now }: CourseProps) {
  const { t, locale } = useWords();
  const reached = stepsOf(operation);
  const last = reached.at(-1)?.status;
  const ends = last !== undefined && (stopped.includes(last) || last === 'completed');
  const params = { currency: operation.terms.get.currency };

  const behind = reached.map((entry, index): TimelineStep => {
    const isLast = index === reached.length - 1;
    const state = stateOf(entry.status, isLast);
    return {
      key: `${entry.status} ${entry.at}`,
      title:
        isLast && present ? present : t(namesOf(operation, entry.status)[state === 'now' ? 'now' : 'done'], params),
      // When the present step began is not told where this page knows more of it than the server.
      time: isLast && present ? undefined : formatStep(entry.at, reached[index - 1]?.at ?? now, locale),
      at: entry.at,
      detail: isLast ? detail : undefined,
      state,
      stateWords: t(`ui.step.is.${state}`),
    };
  });
  const ahead = ends
    ? []
    : wayOf(operation)
        .slice(wayOf(operation).indexOf(last ?? 'open') + 1)
        .filter((status) => !reached.some((entry) => entry.status === status))
        .map((status): TimelineStep => ({
          key: status,
          title: t(namesOf(operation, status).next, params),
          state: 'next',
          stateWords: t('ui.step.is.next'),
        }));

  return (
    <Timeline
      label={`${t('operation.timeline')}, ${formatDateTime(operation.created_at, locale)}`}
      steps={[...behind, ...ahead]}
    />
  );
}
