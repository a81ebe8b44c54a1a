import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { logoutMachine } from '../../../machines/flows/logout/logout.machine.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';

type Snapshot = SnapshotFrom<typeof logoutMachine>;
const whole = (snapshot: Snapshot) => snapshot;

/** Asks before it signs out. It stands in a window, which has the heading. */
export default function LogoutView({ actor }: { actor: ActorRefFrom<typeof logoutMachine> }) {
  const { t, locale } = useWords();
  const snapshot = useSelector(actor, whole);
  const { trouble } = snapshot.context;
  return (
    <Stack gap={4}>
      <p>{t('logout.text')}</p>
      {snapshot.hasTag('attention') && (
        <Notice tone="warning" alert>
          <p>{t('logout.unknown')}</p>
          {trouble && <p>{tellTrouble(trouble, t, locale)}</p>}
        </Notice>
      )}
      <Row>
        <Button
          variant="primary"
          says="user.confirmed"
          disabled={!snapshot.can({ type: 'user.confirmed' })}
          pending={snapshot.hasTag('busy')}
          onClick={() => actor.send({ type: 'user.confirmed' })}
        >
          {t(snapshot.hasTag('busy') ? 'logout.leaving' : 'logout.confirm')}
        </Button>
        <Button
          says="user.dismissed"
          disabled={!snapshot.can({ type: 'user.dismissed' })}
          onClick={() => actor.send({ type: 'user.dismissed' })}
        >
          {t('logout.stay')}
        </Button>
      </Row>
    </Stack>
  );
}
