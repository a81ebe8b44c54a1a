import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { offerMachine } from '../../../machines/residents/offer/offer.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { OfferBox } from './offer-box.tsx';

export type OfferActor = ActorRefFrom<typeof offerMachine>;
type Snapshot = SnapshotFrom<typeof offerMachine>;

const isOffered = (snapshot: Snapshot) => snapshot.hasTag('active');
const countIn = ({ context: { counts } }: Snapshot) => counts.private + counts.support;

/** Messages wait, and this is the way to them. */
export default function OfferView({ actor, href = '/chat/support' }: { actor: OfferActor; href?: string }) {
  const { t } = useWords();
  const offered = useSelector(actor, isOffered);
  const count = useSelector(actor, countIn);
  const later = { type: 'user.offer put off' } as const;
  return (
    offered && (
      <OfferBox
        text={t('offer.text', { count })}
        open={t('offer.open')}
        href={href}
        says={later.type}
        onLater={() => actor.send(later)}
      />
    )
  );
}
