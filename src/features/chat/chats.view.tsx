import { useSelector } from '@xstate/react';
import { useRef, type RefObject } from 'react';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ListedChat } from '../../../contract/chat.ts';
import type { chatsMachine } from '../../../machines/flows/chat/chats.machine.ts';
import { formatDateTime, formatWhen } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { Stack } from '../../ui/layout.tsx';
import { MoreButton, rowIn } from '../../ui/more-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Badge } from '../unread/badge.tsx';
import css from './chat.module.css';

export type ChatsActor = ActorRefFrom<typeof chatsMachine>;
type Snapshot = SnapshotFrom<typeof chatsMachine>;
interface PartProps {
  actor: ChatsActor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;

/** By its id and no number: a journal keeps an id as it is, so that a replay tells one chat from another. */
const addressOf = ({ kind, id }: ListedChat): string => (kind === 'support' ? '/chat/support' : `/chat/private/${id}`);

function Row({ chat, now, current }: { chat: ListedChat; now: string; current: string | null }) {
  const { t, locale } = useWords();
  const { kind, title, unread_msgs: unread, last, number, id } = chat;
  const Icon = kind === 'support' ? LifeBuoy : MessageCircle;
  const isHere = current !== null && [id, number].includes(current);
  return (
    <li>
      <a className={css['chat']} href={addressOf(chat)} aria-current={isHere ? 'page' : undefined}>
        <Icon size={20} aria-hidden="true" />
        <span className={css['about']}>
          <span className={css['title']}>
            <bdi>{title}</bdi> {number && <span className={css['number']}>{number}</span>}
          </span>
          {last && (
            <span className={css['last']}>
              {last.side === 'own' && `${t('thread.you')}: `}
              <bdi>{last.text || t('chats.files', { count: last.files })}</bdi>
            </span>
          )}
          {last && (
            <time className={css['last']} dateTime={last.created_at} title={formatDateTime(last.created_at, locale)}>
              {formatWhen(last.created_at, Date.parse(now), locale)}
            </time>
          )}
        </span>
        {unread > 0 && <Badge count={unread} />}
      </a>
    </li>
  );
}

/** The way to those that were written in longer ago. */
function Older({ actor, snapshot, list }: PartProps & { list: RefObject<HTMLUListElement | null> }) {
  const { t } = useWords();
  const told = useTold();
  const { olderTrouble, items } = snapshot.context;
  const wanted = { type: 'user.older wanted' } as const;
  if (snapshot.matches({ shown: { older: 'all' } })) return null;
  const isReading = snapshot.matches({ shown: { older: 'reading' } });
  return (
    <>
      {olderTrouble && (
        <Notice tone="danger" alert title={t('chats.older_failed')}>
          {told(olderTrouble)}
        </Notice>
      )}
      <MoreButton
        size="small"
        says={wanted.type}
        count={items.length}
        rowAt={(at) => rowIn(list.current, at)?.querySelector('a')}
        pending={isReading}
        onClick={() => actor.send(wanted)}
      >
        {t(isReading ? 'chats.older_loading' : olderTrouble ? 'form.retry' : 'chats.older')}
      </MoreButton>
    </>
  );
}

function List({ actor, snapshot, current }: PartProps & { current: string | null }) {
  const { t } = useWords();
  const told = useTold();
  const { items, now, trouble } = snapshot.context;
  const list = useRef<HTMLUListElement>(null);
  if (snapshot.matches('loading')) return <Waiting>{t('chats.loading')}</Waiting>;
  if (snapshot.matches('failed'))
    return (
      <ErrorState
        level={2}
        title={t('chats.failed.title')}
        text={trouble && told(trouble)}
        action={
          <Button says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
            {t('form.retry')}
          </Button>
        }
      />
    );
  return (
    <>
      {trouble && (
        <Notice tone="warning" title={t('chats.failed.title')}>
          {told(trouble)}
        </Notice>
      )}
      <ul ref={list} className={css['chats']}>
        {items.map((chat) => (
          <Row key={chat.id} chat={chat} now={now ?? ''} current={current} />
        ))}
      </ul>
      <Older actor={actor} snapshot={snapshot} list={list} />
    </>
  );
}

function Begin({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { number, numberTrouble, corrections } = snapshot.context;
  const form = useErrorFocus<HTMLFormElement>(corrections);
  return (
    <form
      ref={form}
      className={css['begin']}
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.chat begun' });
      }}
    >
      <TextField
        label={t('chats.number')}
        help={t('chats.number.help')}
        error={numberTrouble ? told(numberTrouble) : undefined}
        inputMode="numeric"
        value={number}
        says="user.recipient typed"
        onValue={(value) => actor.send({ type: 'user.recipient typed', value })}
      />
      <Button type="submit" main says="user.chat begun">
        {t('chats.begin')}
      </Button>
    </form>
  );
}

/** All chats, with what waits in each; `current` is the one that stands beside them. */
export default function ChatsView({ actor, current = null }: { actor: ChatsActor; current?: string | null }) {
  const snapshot = useSelector(actor, whole);
  return (
    <Stack gap={4}>
      <List actor={actor} snapshot={snapshot} current={current} />
      {/* The list would push it down under the finger. */}
      {!snapshot.matches('loading') && <Begin actor={actor} snapshot={snapshot} />}
    </Stack>
  );
}
