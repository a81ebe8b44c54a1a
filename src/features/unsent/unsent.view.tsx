import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { unsentMachine } from '../../../machines/residents/unsent/unsent.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { OfferBox } from '../offer/offer-box.tsx';

type UnsentActor = ActorRefFrom<typeof unsentMachine>;
type Snapshot = SnapshotFrom<typeof unsentMachine>;

const isTold = (snapshot: Snapshot) => snapshot.hasTag('active');
const contextOf = ({ context }: Snapshot) => context;

/** Messages may not have gone, and this is the way to where they go from. */
export default function UnsentView({ actor }: { actor: UnsentActor }) {
  const { t } = useWords();
  const told = useSelector(actor, isTold);
  const { count, lacking, thread } = useSelector(actor, contextOf);
  const text = [
    count > lacking && t('unsent.text', { count: count - lacking }),
    lacking > 0 && t('unsent.lacking', { count: lacking }),
  ];
  const later = { type: 'user.unsent put off' } as const;
  return (
    told && (
      <OfferBox
        text={text.filter(Boolean).join(' ')}
        open={t('unsent.open')}
        href={thread === 'support' ? '/chat/support' : `/chat/private/${thread}`}
        says={later.type}
        onLater={() => actor.send(later)}
      />
    )
  );
}
