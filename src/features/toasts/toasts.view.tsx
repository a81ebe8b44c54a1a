import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { toastsMachine } from '../../../machines/residents/toasts/toasts.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Toast, ToastArea } from '../../ui/toast.tsx';

const shown = ({ context }: SnapshotFrom<typeof toastsMachine>) => context.toast;

/** One short word at a time, about what was just done. */
export default function ToastsView({ actor }: { actor: ActorRefFrom<typeof toastsMachine> }) {
  const { t } = useWords();
  const toast = useSelector(actor, shown);
  return (
    <ToastArea>
      {toast && (
        <Toast
          key={toast.id}
          variant={toast.variant}
          says="user.toast closed"
          onClose={() => actor.send({ type: 'user.toast closed' })}
          onRest={(rests) => actor.send({ type: rests ? 'user.toast held' : 'user.toast released' })}
        >
          {t(toast.msg, toast.params)}
        </Toast>
      )}
    </ToastArea>
  );
}
