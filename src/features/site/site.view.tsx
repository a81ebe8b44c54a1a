import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state.tsx';

type Snapshot = SnapshotFrom<typeof siteMachine>;
const isBlocked = (snapshot: Snapshot) => snapshot.hasTag('blocked');
const mayAsk = (snapshot: Snapshot) => snapshot.can({ type: 'user.retried' });

/** The site is closed for everybody. */
export default function SiteView({ actor }: { actor: ActorRefFrom<typeof siteMachine> }) {
  const { t } = useWords();
  const blocked = useSelector(actor, isBlocked);
  const may = useSelector(actor, mayAsk);
  if (!blocked) return null;
  return (
    <EmptyState
      level={1}
      drawing="lock"
      title={t('site.blocked.title')}
      text={t('site.blocked.text')}
      action={
        <Button
          variant="primary"
          says="user.retried"
          pending={!may}
          onClick={() => actor.send({ type: 'user.retried' })}
        >
          {t('frame.retry')}
        </Button>
      }
    />
  );
}
