import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exportMachine } from '../../../machines/export/export.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { useWords } from '../../i18n/words.ts';
import type { Heir } from '../../ui/handed-focus.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { useTold } from '../../ui/told.ts';
import { Held } from '../parts/held.tsx';
import css from './history.module.css';

export type HistoryFileActor = ActorRefFrom<typeof exportMachine>;

const whole = (snapshot: SnapshotFrom<typeof exportMachine>) => snapshot;
const wanted = { type: 'user.export wanted' } as const;
/** What comes in the place of the button, and the button again, stand in the same part. */
const partOf: Heir = ({ parentElement }) => parentElement;

/** What the filter lets through, as a table to keep. */
export function HistoryFile({ actor }: { actor: HistoryFileActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const { context } = snapshot;
  const isComing = snapshot.matches('fetching');
  if (snapshot.matches('held'))
    return (
      <div className={css['file']} tabIndex={-1}>
        <Held trouble={context.trouble} seconds={secondsHeld(context)} />
      </div>
    );
  return (
    <div className={css['file']} tabIndex={-1}>
      <PassingButton
        size="small"
        icon={<Download size={16} aria-hidden="true" />}
        says={wanted.type}
        pending={isComing}
        disabled={!isComing && !snapshot.can(wanted)}
        heir={partOf}
        onClick={() => actor.send(wanted)}
      >
        {t('history.file')}
      </PassingButton>
      <p role="status" className={css['told']}>
        {isComing && t('history.file_coming')}
        {snapshot.matches('saved') && t('history.file_saved')}
      </p>
      {context.trouble && (
        <Notice tone="danger" alert>
          {told(context.trouble)}
        </Notice>
      )}
    </div>
  );
}
