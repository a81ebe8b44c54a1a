import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { notificationsMachine } from '../../../machines/residents/notifications/notifications.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHandedFocus, useLeftFocus } from '../../ui/handed-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { heading } from '../../ui/top.ts';
import { NotificationButtons, NotificationText, toneOf } from './notification-parts.tsx';
import css from './notifications.module.css';

export type NotificationsActor = ActorRefFrom<typeof notificationsMachine>;

const contextOf = ({ context }: SnapshotFrom<typeof notificationsMachine>) => context;
/** More of them would push away what the person came for. */
const most = 2;

/** What the house tells, between the header and the page; the newest of it, and how much more there is. It stands in a live area. */
export default function NotificationsView({ actor }: { actor: NotificationsActor }) {
  const { t } = useWords();
  const context = useSelector(actor, contextOf);
  const banners = context.told.filter(({ display }) => display === 'inner').toReversed();
  const more = banners.length - most;
  const place = useHandedFocus(banners.map(({ notification_id: id }) => id).join(' '));
  const leave = useLeftFocus();
  return (
    <div
      className={css['area']}
      ref={(there) => {
        leave(there);
        place(there?.querySelector('button') ?? heading());
      }}
    >
      {banners.slice(0, most).map((banner) => {
        const { notification_id: id, type, title, closable } = banner;
        return (
          // Two may have one title: a landmark's is its own.
          <div key={id} role="group" className={css['banner']} aria-label={title}>
            <Notice
              tone={toneOf[type]}
              title={title}
              action={<NotificationButtons notification={banner} origins={context.origins} />}
            >
              <NotificationText notification={banner} origins={context.origins} />
            </Notice>
            {closable && (
              <span className={css['close']}>
                <IconButton
                  label={t('notifications.close', { title })}
                  says="user.notification closed"
                  saysValue={id}
                  onClick={() => actor.send({ type: 'user.notification closed', value: id })}
                >
                  <X size={16} aria-hidden="true" />
                </IconButton>
              </span>
            )}
          </div>
        );
      })}
      {more > 0 && (
        <Button
          variant="plain"
          size="small"
          says="user.inbox wanted"
          onClick={() => actor.send({ type: 'user.inbox wanted' })}
        >
          {t('notifications.more', { count: more })}
        </Button>
      )}
    </div>
  );
}
