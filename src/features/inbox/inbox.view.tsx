import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ToldNotification } from '../../../contract/calls/notify.ts';
import type { inboxMachine } from '../../../machines/flows/inbox/inbox.machine.ts';
import type { listMachine } from '../../../machines/list/list.machine.ts';
import { formatDateTime, formatWhen } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useLeftFocus } from '../../ui/handed-focus.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { MoreButton, rowIn } from '../../ui/more-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import type { ListActor } from '../list/list.view.tsx';
import { NotificationButtons, NotificationText, toneOf } from '../notifications/notification-parts.tsx';
import css from './inbox.module.css';

type InboxActor = ActorRefFrom<typeof inboxMachine>;
type Snapshot = SnapshotFrom<typeof inboxMachine>;

const whole = (snapshot: SnapshotFrom<typeof listMachine>) => snapshot;
const contextOf = ({ context }: Snapshot) => context;
const listOf = ({ children }: Snapshot) => children['list'] as ListActor | undefined;

interface TellingProps {
  told: ToldNotification;
  now: number;
  inbox: InboxActor;
}

/** Goes with its press, and leaves the focus with what it was about. */
function Read({ id, title, inbox }: { id: string; title: string; inbox: InboxActor }) {
  const { t } = useWords();
  const row = useRef<HTMLElement>(null);
  const leave = useLeftFocus(() => row.current);
  return (
    <span
      ref={(there) => {
        leave(there);
        row.current ??= there?.closest('li') ?? null;
      }}
    >
      <Button
        variant="plain"
        size="small"
        says="user.notification closed"
        saysValue={id}
        aria-label={`${t('inbox.read')}: ${title}`}
        onClick={() => inbox.send({ type: 'user.notification closed', value: id })}
      >
        {t('inbox.read')}
      </Button>
    </span>
  );
}

/** One that was told, with when, and whether it was read. */
function Telling({ told, now, inbox }: TellingProps) {
  const { t, locale } = useWords();
  const { origins, closed } = useSelector(inbox, contextOf);
  const { notification_id: id, type, title, created_at, closable } = told;
  const isRead = told.closed || closed.includes(id);
  return (
    <li tabIndex={-1}>
      <Notice
        tone={isRead ? 'neutral' : toneOf[type]}
        title={title}
        action={
          <Row>
            <NotificationButtons notification={told} origins={origins} />
            {closable && !isRead && <Read id={id} title={title} inbox={inbox} />}
          </Row>
        }
      >
        <p className={css['small']}>
          <time dateTime={created_at} title={formatDateTime(created_at, locale)}>
            {formatWhen(created_at, now, locale)}
          </time>{' '}
          · {t(isRead ? 'inbox.is_read' : 'inbox.is_new')}
        </p>
        <NotificationText notification={told} origins={origins} />
      </Notice>
    </li>
  );
}

function Tellings({ list, inbox }: { list: ListActor; inbox: InboxActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useSelector(list, whole);
  const { items, now, next, trouble } = snapshot.context;
  const rows = useRef<HTMLUListElement>(null);
  // The call's schema has read them: each is a notification.
  const tellings = items as ToldNotification[];
  const isBusy = snapshot.hasTag('busy');
  if (tellings.length === 0 && isBusy) return <Waiting>{t('inbox.loading')}</Waiting>;
  if (snapshot.matches('failed'))
    return (
      <ErrorState
        level={2}
        title={t('inbox.unread')}
        text={trouble && told(trouble)}
        action={
          <Button variant="primary" says="user.retried" onClick={() => list.send({ type: 'user.retried' })}>
            {t('form.retry')}
          </Button>
        }
      />
    );
  if (tellings.length === 0) return <EmptyState level={2} title={t('inbox.empty')} text={t('inbox.empty.text')} />;
  return (
    <Stack gap={4}>
      <ul ref={rows} className={css['list']}>
        {tellings.map((one) => (
          <Telling key={one.notification_id} told={one} now={Date.parse(now ?? one.created_at)} inbox={inbox} />
        ))}
      </ul>
      {trouble && (
        <Notice tone="danger" alert title={t('list.more_failed')}>
          {told(trouble)}
        </Notice>
      )}
      {next !== null && (
        <MoreButton
          wide
          says="user.more asked"
          count={tellings.length}
          rowAt={(at) => rowIn(rows.current, at)}
          pending={isBusy}
          disabled={!snapshot.can({ type: 'user.more asked' })}
          onClick={() => list.send({ type: 'user.more asked' })}
        >
          {t(isBusy ? 'list.loading_more' : trouble ? 'form.retry' : 'list.more')}
        </MoreButton>
      )}
    </Stack>
  );
}

/** All that the house has told. It stands in a window, which has the heading. */
export default function InboxView({ actor }: { actor: InboxActor }) {
  const { t } = useWords();
  const list = useSelector(actor, listOf);
  if (list) return <Tellings list={list} inbox={actor} />;
  return (
    <ErrorState
      level={2}
      title={t('inbox.unread')}
      action={
        <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
          {t('form.retry')}
        </Button>
      }
    />
  );
}
