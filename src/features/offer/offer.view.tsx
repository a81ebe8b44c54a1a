import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { whoseIn, type offerMachine } from '../../../machines/residents/offer/offer.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { OfferBox } from './offer-box.tsx';

export type OfferActor = ActorRefFrom<typeof offerMachine>;
type Snapshot = SnapshotFrom<typeof offerMachine>;

const isOffered = (snapshot: Snapshot) => snapshot.hasTag('active');
const contextOf = ({ context }: Snapshot) => context;

/** Messages wait, and this is the way to them. */
export default function OfferView({ actor, support = '/chat/support' }: { actor: OfferActor; support?: string }) {
  const { t } = useWords();
  const offered = useSelector(actor, isOffered);
  const context = useSelector(actor, contextOf);
  const whose = whoseIn(context);
  const later = { type: 'user.offer put off' } as const;
  return (
    offered &&
    whose && (
      <OfferBox
        text={t(`offer.text.${whose}`, { count: context.counts[whose] })}
        open={t(`offer.open.${whose}`)}
        href={whose === 'support' ? support : '/chat'}
        also={whose === 'private' ? { open: t('offer.also.support'), href: support } : undefined}
        says={later.type}
        onLater={() => actor.send(later)}
      />
    )
  );
}
