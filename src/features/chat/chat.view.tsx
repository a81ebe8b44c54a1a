import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { threadAt, type chatMachine } from '../../../machines/flows/chat/chat.machine.ts';
import { mayBegin } from '../../../machines/thread/thread.context.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { join } from '../../ui/join.ts';
import { Page, Stack, Title, Way } from '../../ui/layout.tsx';
import { ErrorState } from '../../ui/state.tsx';
import OutboxView, { type OutboxActor } from '../outbox/outbox.view.tsx';
import ThreadView, { type ThreadActor, type ThreadSnapshot } from '../thread/thread.view.tsx';
import ChatsView, { type ChatsActor } from './chats.view.tsx';
import css from './chat.module.css';

type ChatActor = ActorRefFrom<typeof chatMachine>;
type Snapshot = SnapshotFrom<typeof chatMachine>;

const placeOf = ({ context }: Snapshot) => context.place;
// The type of a child is the union of all that the machine may invoke; its id says which.
const listOf = ({ children }: Snapshot) => children['chats'] as ChatsActor | undefined;
const threadOf = ({ children }: Snapshot) => children['thread'] as ThreadActor | undefined;
const outboxOf = ({ children }: Snapshot) => children['outbox'] as OutboxActor | undefined;
const itemsOf = (snapshot: SnapshotFrom<ChatsActor> | undefined) => snapshot?.context.items;
const headOf = (snapshot: ThreadSnapshot | undefined) => snapshot?.context.head;
/** Nothing can be written to a chat that is not there. */
const isAbsent = (snapshot: ThreadSnapshot | undefined) => snapshot?.matches('absent');

function Broken({ actor }: { actor: ChatActor }) {
  const { t } = useWords();
  return (
    <ErrorState
      level={2}
      title={t('chats.broken')}
      action={
        <Button says="user.opened again" onClick={() => actor.send({ type: 'user.opened again' })}>
          {t('form.retry')}
        </Button>
      }
    />
  );
}

function Thread({ actor, named }: { actor: ChatActor; named: string }) {
  const { t } = useWords();
  const thread = useSelector(actor, threadOf);
  const outbox = useSelector(actor, outboxOf);
  const head = useSelector(thread, headOf);
  const absent = useSelector(thread, isAbsent);
  const listed = useSelector(useSelector(actor, listOf), itemsOf)?.find(({ id }) => id === named);
  const title = useHeadingFocus(named);
  const known = head ?? listed;
  const untitled = mayBegin(named) ? t('chats.with', { number: named }) : t('chats.private');
  const isSupport = named === 'support';
  return (
    <Stack gap={3}>
      <Way href="/chat">{t('chats.all')}</Way>
      <Title ref={title} called={t(isSupport ? 'chats.support' : 'chats.title')}>
        <bdi>{isSupport ? t('chats.support') : (known?.title ?? untitled)}</bdi>{' '}
        {known?.number && <span className={css['number']}>{known.number}</span>}
      </Title>
      {thread ? <ThreadView key={thread.sessionId} actor={thread} /> : <Broken actor={actor} />}
      {outbox && !absent && <OutboxView key={outbox.sessionId} actor={outbox} />}
    </Stack>
  );
}

/** The heading of the list, where it is the screen. */
function Heading() {
  const { t } = useWords();
  return <Title ref={useHeadingFocus('chats')}>{t('chats.title')}</Title>;
}

/** The chats of a person beside the one that is open; on a narrow page one or the other. */
export default function ChatView({ actor }: { actor: ChatActor }) {
  const { t } = useWords();
  const named = threadAt(useSelector(actor, placeOf));
  const list = useSelector(actor, listOf);
  return (
    <Page width="list">
      <div className={css['screen']}>
        <aside className={join(css['beside'], named !== null && list && css['aside'])} aria-label={t('chats.title')}>
          {named === null ? <Heading /> : <h2 className={css['heading']}>{t('chats.title')}</h2>}
          {list ? <ChatsView actor={list} current={named} /> : <Broken actor={actor} />}
        </aside>
        {named !== null && (
          <div className={css['thread']}>
            <Thread key={named} actor={actor} named={named} />
          </div>
        )}
      </div>
    </Page>
  );
}
