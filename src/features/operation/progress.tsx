import type { RefObject } from 'react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Operation } from '../../../contract/operation.ts';
import { formatAgo } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, Title } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { findingOut } from '../../../machines/operation/operation.context.ts';
import { Course } from './course.tsx';
import { Pair } from './pair.tsx';
import { Terms } from './terms.tsx';
import type { OperationActor } from './operation.view.tsx';
import type { OperationSnapshot } from './screen-of.ts';
import css from './operation.module.css';

interface ProgressProps {
  actor: OperationActor;
  snapshot: OperationSnapshot;
  heading: RefObject<HTMLHeadingElement | null>;
  operation: Operation;
  step: 'tracking' | 'finding out';
}

/** The server's clock at the last moment that this page knows of: deadlines of both clocks mean the same moment. */
const serverNow = ({ now, deadline }: { now: number; deadline: number }, operation: Operation) =>
  Date.parse(operation.expires_at) - deadline + now;

const doubts = {
  lost: { title: 'operation.finding_out.title', text: 'operation.finding_out.text', step: 'ui.step.unheard' },
  lapsed: { title: 'operation.lapsing.title', text: 'operation.lapsing.text', step: 'ui.step.lapsed' },
  reading: { title: 'operation.resuming.title', text: 'operation.reading.text', step: undefined },
};

/** Under way, or being found out: where the money is, what comes next, and how fresh that is. */
export function Progress({ actor, snapshot, heading, operation, step }: ProgressProps) {
  const { t, locale } = useWords();
  const { checkedAt, now, error } = snapshot.context;
  const isTracking = step === 'tracking';
  const doubt = doubts[findingOut(snapshot.context)];
  const isPaused = snapshot.matches({ tracking: 'paused' });
  const isSlow =
    operation.expected_by !== undefined && serverNow(snapshot.context, operation) > Date.parse(operation.expected_by);
  const isAsking = snapshot.matches({ tracking: 'asking' }) || snapshot.matches({ 'finding out': 'asking' });
  return (
    <Stack gap={4}>
      <Surface as="section" className={css['sheet']}>
        <div className={css['top']}>
          <Title ref={heading}>{t(isTracking ? 'operation.tracking.title' : doubt.title)}</Title>
        </div>
        {!isTracking && <Notice tone="warning">{t(doubt.text)}</Notice>}
        {isPaused && <Notice>{t('operation.tracking.paused')}</Notice>}
        {isTracking && isSlow && !isPaused && <Notice tone="warning">{t('operation.tracking.slow')}</Notice>}
        <Pair operation={operation} />
        <Terms operation={operation} />
        <Course
          operation={operation}
          present={isTracking || !doubt.step ? undefined : t(doubt.step)}
          detail={isTracking ? t('operation.tracking.next', { currency: operation.terms.get.currency }) : undefined}
        />
      </Surface>
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
      </div>
    </Stack>
  );
}
