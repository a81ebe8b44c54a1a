import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { aboveIn, cameIn } from '../../../machines/residents/notifications/notifications.context.ts';
import type { notificationsMachine } from '../../../machines/residents/notifications/notifications.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { CornerCard } from '../../ui/corner-card.tsx';
import { Banners } from './banners.tsx';
import css from './notifications.module.css';

export type NotificationsActor = ActorRefFrom<typeof notificationsMachine>;

interface NotificationsProps {
  actor: NotificationsActor;
  /** One place of the two; both where none is named. */
  at?: 'above' | 'came';
}

const contextOf = ({ context }: SnapshotFrom<typeof notificationsMachine>) => context;
/** More of them would push away what the person came for. */
const most = 2;

/** What the house tells: between the header and the page what it was drawn with, in the corner what came since. */
export default function NotificationsView({ actor, at }: NotificationsProps) {
  const { t } = useWords();
  const context = useSelector(actor, contextOf);
  const [above, came] = [aboveIn(context), cameIn(context)];
  return (
    <>
      {at !== 'came' && above.length > 0 && (
        <section aria-label={t('inbox.title')}>
          <Banners className={css['area']} actor={actor} banners={above} most={most} />
        </section>
      )}
      {at !== 'above' && came.length > 0 && (
        <CornerCard>
          <Banners className={css['came']} actor={actor} banners={came} most={1} />
        </CornerCard>
      )}
    </>
  );
}
