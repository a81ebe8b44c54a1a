import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { cardFormMachine } from '../../../machines/flows/card-order/form.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';

export type FormActor = ActorRefFrom<typeof cardFormMachine>;
export type FormSnapshot = SnapshotFrom<typeof cardFormMachine>;

/** The way back to the list. */
export function OtherCard({ actor, variant }: { actor: FormActor; variant: 'primary' | 'quiet' | 'plain' }) {
  const { t } = useWords();
  return (
    <Button
      variant={variant}
      says="user.other card wanted"
      onClick={() => actor.send({ type: 'user.other card wanted' })}
    >
      {t('card_order.other')}
    </Button>
  );
}
