import type { RefObject } from 'react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Operation } from '../../../contract/operation.ts';
import { formatAgo } from '../../i18n/dates.ts';
import { formatUntil } from '../../i18n/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Title } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { dueBy, isSlow } from '../../../machines/operation/due.ts';
import { findingOut, remainingToPay } from '../../../machines/operation/operation.context.ts';
import { wordsOf } from '../../../machines/operation/operation.words.ts';
import { ToVerification } from '../methods/to-verification.tsx';
import type { Extras } from './extras.ts';
import type { OperationActor, OperationSnapshot } from './screen-of.ts';
import type { Said, Voice } from './sheet.tsx';
import css from './operation.module.css';

export interface ProgressProps {
  actor: OperationActor;
  snapshot: OperationSnapshot;
  heading: RefObject<HTMLHeadingElement | null>;
  operation: Operation;
  step: 'tracking' | 'finding out';
  extras: Extras;
}

const doubts = {
  lost: { title: 'operation.finding_out.title', text: 'operation.finding_out.text', step: 'ui.step.unheard' },
  lapsed: { title: 'operation.lapsing.title', text: 'operation.lapsing.unsent', step: 'ui.step.lapsed' },
  'lapsed after a confirm': {
    title: 'operation.lapsing.title',
    text: 'operation.lapsing.text',
    step: 'ui.step.lapsed',
  },
  reading: { title: 'operation.resuming.title', text: 'operation.reading.text', step: undefined },
};

/** Under way, or being found out: where the money is, what comes next, and how fresh that is. */
export function sayProgress(
  { actor, snapshot, heading, operation, step, extras: { Paying } }: ProgressProps,
  { t, locale }: Voice,
): Said {
  const { checkedAt, now, error } = snapshot.context;
  const isTracking = step === 'tracking';
  const isPaying = operation.status === 'awaiting_payment';
  const doubt = doubts[findingOut(snapshot.context)];
  const isPaused = snapshot.matches({ tracking: 'paused' });
  const due = dueBy(snapshot.context);
  const isAsking = snapshot.matches({ tracking: 'asking' }) || snapshot.matches({ 'finding out': 'asking' });
  return {
    head: (
      <Title ref={heading}>
        {t(isTracking ? wordsOf.title(operation, remainingToPay(snapshot.context) > 0) : doubt.title)}
      </Title>
    ),
    notices: (
      <>
        {!isTracking && <Notice tone="warning">{t(doubt.text)}</Notice>}
        {isPaused && <Notice>{t('operation.tracking.paused')}</Notice>}
        {isTracking && !isPaused && !operation.reason && isSlow(snapshot.context) && (
          <Notice tone="warning">{t(wordsOf.slow(operation))}</Notice>
        )}
        {isTracking && operation.reason && (
          <Notice tone="warning" action={operation.reason === 'needs_verification' && <ToVerification size="small" />}>
            {t(wordsOf.reason(operation))}
          </Notice>
        )}
      </>
    ),
    paying: isTracking && isPaying && Paying && <Paying actor={actor} snapshot={snapshot} operation={operation} />,
    course: {
      present: isTracking || !doubt.step ? undefined : t(doubt.step),
      detail:
        isTracking && !isPaying && !operation.reason
          ? [
              t(wordsOf.next(operation), { currency: operation.terms.get.currency }),
              ...(due ? [t('operation.due', { time: formatUntil(due.by, due.now, locale) })] : []),
            ].join(' ')
          : undefined,
    },
    below: (
      <div className={css['fresh']}>
        <p className={css['quiet']}>
          {error && isTracking
            ? t('operation.tracking.unread')
            : checkedAt !== null && t('operation.checked', { when: formatAgo(checkedAt, now, locale) })}
        </p>
        <Button
          size="small"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          says="user.asked again"
          pending={isAsking}
          disabled={!snapshot.can({ type: 'user.asked again' })}
          onClick={() => actor.send({ type: 'user.asked again' })}
        >
          {t(isTracking ? 'operation.refresh' : 'operation.ask_again')}
        </Button>
        {isTracking && operation.cancellable && (
          <Button
            size="small"
            says="user.cancelled"
            disabled={!snapshot.can({ type: 'user.cancelled' })}
            onClick={() => actor.send({ type: 'user.cancelled' })}
          >
            {t('operation.cancel')}
          </Button>
        )}
      </div>
    ),
  };
}
