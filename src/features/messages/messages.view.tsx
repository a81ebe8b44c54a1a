import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { messagesMachine } from '../../../machines/residents/messages/messages.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

const isKept = (snapshot: SnapshotFrom<typeof messagesMachine>): boolean => snapshot.hasTag('kept');

/** Whether short messages wait until they are closed. */
export default function MessagesView({ actor }: { actor: ActorRefFrom<typeof messagesMachine> }) {
  const { t } = useWords();
  return (
    <Checkbox
      label={t('messages.keep')}
      help={t('messages.keep.help')}
      value={useSelector(actor, isKept)}
      says="user.messages toggled"
      onValue={() => actor.send({ type: 'user.messages toggled' })}
    />
  );
}
