import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { modalsMachine } from '../../../machines/residents/modals/modals.machine.ts';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SlotView } from './slot-view.tsx';

const openOf = ({ context }: SnapshotFrom<typeof modalsMachine>) => context.open;
const isLost = (snapshot: SnapshotFrom<typeof sessionMachine>) => snapshot.hasTag('lost');

const titles = { login: 'login.title', logout: 'logout.title' };

/** The one modal, with the flow that stands in it. */
export function ModalSlot() {
  const { t } = useWords();
  const modals = useResident('modals');
  const open = useSelector(modals, openOf);
  const lost = useSelector(useResident('session'), isLost);
  if (open === null) return null;
  return (
    <Dialog
      open
      title={t(titles[open])}
      description={open === 'login' && lost ? t('session.lost') : undefined}
      says="user.modal dismissed"
      onOpenChange={(stays) => !stays && modals.send({ type: 'user.modal dismissed' })}
    >
      <SlotView name="modal" />
    </Dialog>
  );
}
