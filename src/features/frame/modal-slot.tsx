import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { modalsMachine } from '../../../machines/residents/modals/modals.machine.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import type { sessionMachine } from '../../../machines/residents/session/session.machine.ts';
import { useFlow, useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './modal-slot.module.css';
import { SlotView } from './slot-view.tsx';

type Modals = SnapshotFrom<typeof modalsMachine>;
const openOf = ({ context }: Modals) => context.open;
const turnOf = ({ context: { open, about } }: Modals) =>
  `${open} ${about?.notice?.notification_id ?? about?.leaving?.holding ?? ''}`;
const waitsForSignIn = (snapshot: Modals) =>
  !snapshot.matches('closed') && snapshot.context.queue[0]?.modal === 'login';
const pathOf = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.path;
const isLost = (snapshot: SnapshotFrom<typeof sessionMachine>) => snapshot.hasTag('lost');

const titles = {
  login: 'login.title',
  logout: 'logout.title',
  'exchange-leave': 'exchange_leave.title',
  'exchange-quote': 'exchange_quote.title',
  notice: 'notice.title',
  inbox: 'inbox.title',
  tutorial: 'tutorial.title',
};

/** The session has ended, and a step stands there that nothing may cover: it is said, and sign-in is one press away. */
function SignInWaits() {
  const { t } = useWords();
  const modals = useResident('modals');
  return (
    <div className={css['told']}>
      <Notice
        tone="warning"
        alert
        action={
          <Button size="small" says="user.sign-in wanted" onClick={() => modals.send({ type: 'user.sign-in wanted' })}>
            {t('session.sign_in_now')}
          </Button>
        }
      >
        {t('session.lost_on_step')}
      </Notice>
    </div>
  );
}

/** The one modal, with the flow that stands in it; or that one is about to come. */
export function ModalSlot() {
  const { t } = useWords();
  const modals = useResident('modals');
  const open = useSelector(modals, openOf);
  const turn = useSelector(modals, turnOf);
  const signInWaits = useSelector(modals, waitsForSignIn);
  const lost = useSelector(useResident('session'), isLost);
  const navigation = useResident('navigation');
  const path = useSelector(navigation, pathOf);
  const flow = useFlow('modal')?.actor;
  if (open === null) return signInWaits ? <SignInWaits /> : null;
  // A stray key or click must not cost the person their place: a sign-in is turned down by its own button alone.
  const firm = open === 'login';
  /** Whoever closes a window turns down what it asks: its flow is told, where it hears that. */
  const dismiss = () => {
    const dismissed = { type: 'user.dismissed' };
    if (flow?.getSnapshot().can(dismissed)) flow.send(dismissed);
    else modals.send({ type: 'user.modal dismissed' });
  };
  return (
    <Dialog
      open
      firm={firm}
      unasked={open === 'notice'}
      turn={turn}
      title={t(titles[open])}
      description={open === 'login' && lost ? t('session.lost') : undefined}
      goesBack={() => pathOf(navigation.getSnapshot()) === path}
      says="user.modal dismissed"
      onOpenChange={(stays) => !stays && dismiss()}
      actions={
        firm &&
        flow === undefined && (
          <Button says="user.modal dismissed" onClick={dismiss}>
            {t('login.dismiss')}
          </Button>
        )
      }
    >
      <SlotView name="modal" />
    </Dialog>
  );
}
