import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exportMachine } from '../../../machines/export/export.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Held } from '../parts/held.tsx';
import { Part } from '../parts/part.tsx';

export type ExportActor = ActorRefFrom<typeof exportMachine>;
type Snapshot = SnapshotFrom<typeof exportMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.export wanted' } as const;

/** Everything about the account as a file. */
export default function ExportView({ actor }: { actor: ExportActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { context } = snapshot;
  const isHeld = snapshot.matches('held');
  const isComing = snapshot.matches('fetching');
  return (
    <Part
      id="export"
      title={t('settings.export.title')}
      screen={isHeld ? 'held' : 'offered'}
      trouble={isHeld ? null : context.trouble}
    >
      <p>{t('settings.export.text')}</p>
      {isHeld ? (
        <Held trouble={context.trouble} seconds={secondsHeld(context)} />
      ) : (
        <Row>
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            says={wanted.type}
            pending={isComing}
            onClick={() => actor.send(wanted)}
          >
            {t('settings.export')}
          </Button>
        </Row>
      )}
      <p role="status">
        {isComing && t('settings.export.fetching')}
        {snapshot.matches('saved') && t('settings.export.saved')}
      </p>
    </Part>
  );
}
