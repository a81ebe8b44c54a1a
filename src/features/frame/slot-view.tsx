import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { SlotName } from '../../../machines/root/house.ts';
import type { SlotMachine } from '../../../machines/root/slot.machine.ts';
import { Boundary } from '../../house/boundary.tsx';
import { useFlow, useSlot } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, VisuallyHidden } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { ErrorView, faultName } from '../error/error.tsx';

type Snapshot = SnapshotFrom<SlotMachine>;
const isTroubled = (snapshot: Snapshot) => snapshot.hasTag('attention');
const contextOf = ({ context }: Snapshot) => context;

/** A screen that is on its way. */
export const Waiting = () => {
  const { t } = useWords();
  return (
    <Stack gap={6}>
      <VisuallyHidden>{t('frame.loading')}</VisuallyHidden>
      <Skeleton of="title" width="medium" />
      <Skeleton of="block" />
    </Stack>
  );
};

function NotOpened({ name }: { name: SlotName }) {
  const { t } = useWords();
  const slot = useSlot(name);
  const { why, fault } = useSelector(slot, contextOf);
  const fell = why === 'crashed';
  return (
    <ErrorState
      level={name === 'page' ? 1 : 2}
      title={t(fell ? 'frame.crashed.title' : 'frame.not_opened.title')}
      text={
        <>
          {t(fell ? 'frame.crashed.text' : 'frame.not_opened.text')}
          {/* What a browser says of a piece that did not come helps nobody: the sentence says what to do. */}
          {fell && fault && <> ({faultName(fault)})</>}
        </>
      }
      action={
        <Button variant="primary" says="user.retried" onClick={() => slot.send({ type: 'user.retried' })}>
          {t('frame.retry')}
        </Button>
      }
    />
  );
}

/** The flow that stands in a slot, or why none does. */
export function SlotView({ name }: { name: SlotName }) {
  const troubled = useSelector(useSlot(name), isTroubled);
  const flow = useFlow(name);
  if (troubled) return <NotOpened name={name} />;
  if (!flow) return <Waiting />;
  const { View, actor } = flow;
  return (
    <Boundary key={actor.sessionId} instead={(fault) => <ErrorView fault={fault} />}>
      <View actor={actor as never} />
    </Boundary>
  );
}
