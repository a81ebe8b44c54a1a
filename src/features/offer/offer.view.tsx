import { useSelector } from '@xstate/react';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { offerMachine } from '../../../machines/residents/offer/offer.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import css from './offer.module.css';

export type OfferActor = ActorRefFrom<typeof offerMachine>;
type Snapshot = SnapshotFrom<typeof offerMachine>;

const isOffered = (snapshot: Snapshot) => snapshot.hasTag('active');
const countOf = ({ context }: Snapshot) => context.count;

/** Messages wait, and this is the way to them; it stays until it is taken or put off. It stands in a live area. */
export default function OfferView({ actor, href = '/chat/support' }: { actor: OfferActor; href?: string }) {
  const { t } = useWords();
  const offered = useSelector(actor, isOffered);
  const count = useSelector(actor, countOf);
  return (
    offered && (
      <div className={css['offer']}>
        <MessageCircle size={20} aria-hidden="true" className={css['icon']} />
        <p>{t('offer.text', { count })}</p>
        <div className={css['ways']}>
          <LinkButton href={href} size="small">
            {t('offer.open')}
          </LinkButton>
          <Button
            size="small"
            variant="plain"
            says="user.offer put off"
            onClick={() => actor.send({ type: 'user.offer put off' })}
          >
            {t('offer.later')}
          </Button>
        </div>
      </div>
    )
  );
}
