import { useRef } from 'react';
import { useSelector } from '@xstate/react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Operation } from '../../../contract/operation.ts';
import { placeOf } from '../../../machines/operation/operation.place.ts';
import { isOutgoing } from '../../../machines/operation/operation.words.ts';
import { statusWords } from '../../../machines/operation/status.words.ts';
import type { progressMachine } from '../../../machines/residents/progress/progress.machine.ts';
import { formatShort, formatWhen } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { useTold } from '../../ui/told.ts';
import { OperationName } from '../list/operation-name.tsx';
import css from './progress.module.css';

export type ProgressActor = ActorRefFrom<typeof progressMachine>;
type Snapshot = SnapshotFrom<typeof progressMachine>;

const whole = (snapshot: Snapshot) => snapshot;

/** One operation that goes on: a link to the very step where it stands. */
function Going({ operation, now }: { operation: Operation; now: number }) {
  const { t, locale } = useWords();
  const concealed = useConcealed();
  const { status, terms, give_currency, get_currency, created_at, expires_at, payment } = operation;
  const outgoing = isOutgoing(operation);
  return (
    <li>
      <a className={css['row']} href={placeOf(operation)}>
        <span className={css['names']}>
          <OperationName operation={operation} />
          <span className={css['small']}>
            {t(statusWords(operation))} ·{' '}
            {status === 'open'
              ? t('progress.confirm_by', { time: formatShort(expires_at, now, locale) })
              : payment && status === 'awaiting_payment'
                ? t('methods.orders.until', { time: formatShort(payment.until, now, locale) })
                : formatWhen(created_at, now, locale)}
          </span>
        </span>
        <Amount
          {...(outgoing ? terms.give : terms.get)}
          scale={(outgoing ? give_currency : get_currency).scale}
          hidden={concealed}
        />
        <ChevronRight size={20} aria-hidden="true" />
      </a>
    </li>
  );
}

/** What goes on with the money of this person, newest first. */
export default function ProgressView({ actor }: { actor: ProgressActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const tray = useRef<HTMLDivElement>(null);
  const { items, now, trouble } = snapshot.context;
  return (
    <div ref={tray} tabIndex={-1} className={css['tray']}>
      {snapshot.hasTag('attention') && (
        <Notice
          tone="warning"
          title={t('progress.unread')}
          action={
            <PassingButton
              variant="plain"
              size="small"
              says="user.retried"
              heir={() => tray.current}
              onClick={() => actor.send({ type: 'user.retried' })}
            >
              {t('form.retry')}
            </PassingButton>
          }
        >
          {trouble && told(trouble)}
        </Notice>
      )}
      {items.length === 0 && !snapshot.hasTag('attention') && <p className={css['none']}>{t('progress.none')}</p>}
      {items.length > 0 && (
        <ul className={css['list']} aria-label={t('progress.title')}>
          {items.map((operation) => (
            <Going key={operation.id} operation={operation} now={Date.parse(now ?? operation.created_at)} />
          ))}
        </ul>
      )}
    </div>
  );
}
