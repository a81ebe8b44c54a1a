import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exportMachine } from '../../../machines/export/export.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTold } from '../../ui/told.ts';
import { Held } from '../parts/held.tsx';
import css from './history.module.css';

export type HistoryFileActor = ActorRefFrom<typeof exportMachine>;

const whole = (snapshot: SnapshotFrom<typeof exportMachine>) => snapshot;
const wanted = { type: 'user.export wanted' } as const;

/** What the filter lets through, as a table to keep. */
export function HistoryFile({ actor }: { actor: HistoryFileActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const { context } = snapshot;
  const isComing = snapshot.matches('fetching');
  if (snapshot.matches('held')) return <Held trouble={context.trouble} seconds={secondsHeld(context)} />;
  return (
    <>
      <Button
        size="small"
        icon={<Download size={16} aria-hidden="true" />}
        says={wanted.type}
        pending={isComing}
        onClick={() => actor.send(wanted)}
      >
        {t('history.file')}
      </Button>
      <p role="status" className={css['told']}>
        {isComing && t('history.file_coming')}
        {snapshot.matches('saved') && t('history.file_saved')}
      </p>
      {context.trouble && (
        <Notice tone="danger" alert>
          {told(context.trouble)}
        </Notice>
      )}
    </>
  );
}
