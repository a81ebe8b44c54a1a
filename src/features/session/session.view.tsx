import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion } from '../../ui/layout.tsx';
import { ErrorState } from '../../ui/state.tsx';

type Snapshot = SnapshotFrom<typeof sessionMachine>;
const isTroubled = (snapshot: Snapshot) => snapshot.hasTag('attention');
const isTrying = (snapshot: Snapshot) => snapshot.hasTag('busy');

/** Nobody knows yet who is here, because the server does not answer. */
export default function SessionView({ actor }: { actor: ActorRefFrom<typeof sessionMachine> }) {
  const { t } = useWords();
  const troubled = useSelector(actor, isTroubled);
  const trying = useSelector(actor, isTrying);
  if (!troubled) return null;
  return (
    <>
      <ErrorState
        level={1}
        title={t('session.unreachable.title')}
        text={t('session.unreachable.text')}
        action={
          <Button
            variant="primary"
            says="user.retried"
            pending={trying}
            onClick={() => actor.send({ type: 'user.retried' })}
          >
            {t('frame.retry')}
          </Button>
        }
      />
      <LiveRegion>{trying ? t('session.unreachable.trying') : ''}</LiveRegion>
    </>
  );
}
