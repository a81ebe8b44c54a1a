import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { journalMachine } from '../../../machines/residents/journal/journal.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

const isKept = (snapshot: SnapshotFrom<typeof journalMachine>): boolean => snapshot.hasTag('kept');

/** Whether this device keeps what happened on the page, for when something has gone wrong. */
export default function JournalView({ actor }: { actor: ActorRefFrom<typeof journalMachine> }) {
  const { t } = useWords();
  const kept = useSelector(actor, isKept);
  return (
    <Checkbox
      label={t('journal.keep')}
      help={t(kept ? 'journal.kept' : 'journal.off')}
      value={kept}
      says="user.journal toggled"
      onValue={() => actor.send({ type: 'user.journal toggled' })}
    />
  );
}
