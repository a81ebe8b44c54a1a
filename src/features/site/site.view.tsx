import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { EmptyState } from '../../ui/state.tsx';

type Snapshot = SnapshotFrom<typeof siteMachine>;
const isBlocked = (snapshot: Snapshot) => snapshot.hasTag('blocked');
const mayAsk = (snapshot: Snapshot) => snapshot.can({ type: 'user.retried' });

/** The site is closed for everybody. */
export default function SiteView({ actor }: { actor: ActorRefFrom<typeof siteMachine> }) {
  const { t } = useWords();
  const blocked = useSelector(actor, isBlocked);
  const may = useSelector(actor, mayAsk);
  const heading = useHeadingFocus(String(blocked));
  if (!blocked) return null;
  return (
    <EmptyState
      level={1}
      drawing="lock"
      ref={heading}
      title={t('site.blocked.title')}
      text={<span role="alert">{t('site.blocked.text')}</span>}
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
