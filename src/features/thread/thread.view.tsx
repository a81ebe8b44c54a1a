import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { threadMachine } from '../../../machines/thread/thread.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion, Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Messages } from './messages.tsx';
import { Viewer } from './viewer.tsx';
import css from './thread.module.css';

export type ThreadActor = ActorRefFrom<typeof threadMachine>;
export type ThreadSnapshot = SnapshotFrom<typeof threadMachine>;
interface PartProps {
  actor: ThreadActor;
  snapshot: ThreadSnapshot;
}

const whole = (snapshot: ThreadSnapshot) => snapshot;

/** What stands above: the way to what is older, or that there is none. */
function Older({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { olderTrouble, items } = snapshot.context;
  const wanted = { type: 'user.older wanted' } as const;
  if (snapshot.matches({ open: { older: 'all' } }))
    return items.length > 0 ? <p className={css['start']}>{t('thread.start')}</p> : null;
  const isReading = snapshot.matches({ open: { older: 'reading' } });
  return (
    <div className={css['start']}>
      {olderTrouble && !isReading && (
        <Notice tone="danger" alert title={t('thread.older_failed')}>
          {told(olderTrouble)}
        </Notice>
      )}
      <Button size="small" says={wanted.type} pending={isReading} onClick={() => actor.send(wanted)}>
        {t(isReading ? 'thread.older_loading' : olderTrouble ? 'form.retry' : 'thread.older')}
      </Button>
    </div>
  );
}

/** So many of those that came together are read aloud; of more, how many came and the last of them. */
const readAloud = 3;

/** What the other side has written since, for who does not see it come; of files their names. */
function Come({ snapshot }: Pick<PartProps, 'snapshot'>) {
  const { t } = useWords();
  const { come } = snapshot.context;
  const said = come
    .slice(-readAloud)
    .map(({ text, files }) =>
      [text, ...files.map(({ kind, name }) => (kind === 'journal' ? t('thread.journal') : name))]
        .filter((each) => each !== '')
        .join(', '),
    );
  return (
    <LiveRegion>
      {/* A new element is news, though it says what the one before it said. */}
      {come.length > 0 && (
        <div key={come.at(-1)!.seq}>
          <p>{t('thread.come', { count: come.length })}</p>
          {said.map((each, at) => (
            <p key={come.at(at - said.length)!.seq}>{each}</p>
          ))}
        </div>
      )}
    </LiveRegion>
  );
}

/** The picture that is open. It stands here and not in its row: rows leave the page as they are scrolled by. */
function Shown({ actor, snapshot }: PartProps) {
  if (!snapshot.matches({ open: { files: 'shown' } })) return null;
  const { items, file: id, picture } = snapshot.context;
  const file = items.flatMap(({ files }) => files).find((each) => each.id === id);
  return file && <Viewer actor={actor} file={file} picture={picture} />;
}

function Open({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { items, trouble, fileTrouble, thread } = snapshot.context;
  const isSupport = thread === 'support';
  return (
    <Stack gap={2}>
      <Come snapshot={snapshot} />
      <Older actor={actor} snapshot={snapshot} />
      {items.length === 0 ? (
        <EmptyState
          level={2}
          title={t('thread.empty')}
          text={t(isSupport ? 'thread.empty.support' : 'thread.empty.text')}
        />
      ) : (
        <Messages actor={actor} snapshot={snapshot} />
      )}
      <Shown actor={actor} snapshot={snapshot} />
      {snapshot.matches({ open: { files: 'opening' } }) && <Waiting>{t('thread.picture.opening')}</Waiting>}
      {snapshot.matches({ open: { files: 'saving' } }) && <Waiting>{t('thread.file.saving')}</Waiting>}
      {fileTrouble && (
        <Notice tone="danger" alert>
          {told(fileTrouble)}
        </Notice>
      )}
      {trouble && (
        <Notice tone="warning" title={t('thread.lost')}>
          {told(trouble)}
        </Notice>
      )}
    </Stack>
  );
}

/** What stands in a chat. Who shows it has its heading. */
export default function ThreadView({ actor }: { actor: ThreadActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const { trouble } = snapshot.context;
  if (snapshot.matches('loading'))
    return (
      <Stack gap={4}>
        <Waiting>{t('thread.loading')}</Waiting>
        <Skeleton of="block" />
      </Stack>
    );
  if (snapshot.matches('failed'))
    return (
      <ErrorState
        level={2}
        title={t('thread.failed.title')}
        text={trouble && told(trouble)}
        action={
          <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
            {t('form.retry')}
          </Button>
        }
      />
    );
  if (snapshot.matches('absent'))
    return (
      <ErrorState
        level={2}
        title={t('thread.absent.title')}
        text={trouble ? told(trouble) : t('thread.absent.text')}
        action={<LinkButton href="/chat">{t('chats.all')}</LinkButton>}
      />
    );
  return <Open actor={actor} snapshot={snapshot} />;
}
