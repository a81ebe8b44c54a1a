import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { lineMachine } from '../../../machines/residents/line/line.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Notice } from '../../ui/notice.tsx';

const isOffline = (snapshot: SnapshotFrom<typeof lineMachine>) => snapshot.hasTag('attention');

interface LineProps {
  actor: ActorRefFrom<typeof lineMachine>;
  /** Where the frame puts it. */
  className?: string | undefined;
}

/** Says that the device has no network. The place stays, so that a reader hears what comes into it. */
export default function LineView({ actor, className }: LineProps) {
  const { t } = useWords();
  const offline = useSelector(actor, isOffline);
  return (
    <div role="status" className={className}>
      {offline && <Notice tone="warning">{t('frame.offline')}</Notice>}
    </div>
  );
}
