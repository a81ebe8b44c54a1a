import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import type { SnapshotFrom } from 'xstate';
import type { Notification } from '../../../contract/entities.ts';
import type { notificationsMachine } from '../../../machines/residents/notifications/notifications.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHandedFocus, useLeftFocus } from '../../ui/handed-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { heading } from '../../ui/top.ts';
import { NotificationButtons, NotificationText, toneOf } from './notification-parts.tsx';
import type { NotificationsActor } from './notifications.view.tsx';
import css from './notifications.module.css';

interface BannersProps {
  actor: NotificationsActor;
  className: string | undefined;
  /** The newest first. */
  banners: readonly Notification[];
  /** How many of them stand there; how many more there are is said below. */
  most: number;
}

const originsOf = ({ context }: SnapshotFrom<typeof notificationsMachine>) => context.origins;

/** Where the keyboard reads what is cut; what is not cut is no stop on its way. */
const readable = (text: HTMLElement | null) => {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0;
};

/** The newest of them, and how many more there are with the way to all of them. */
export function Banners({ actor, className, banners, most }: BannersProps) {
  const { t } = useWords();
  const origins = useSelector(actor, originsOf);
  const more = banners.length - most;
  const place = useHandedFocus(banners.map(({ notification_id: id }) => id).join(' '));
  const leave = useLeftFocus();
  return (
    <div
      className={className}
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
              action={<NotificationButtons notification={banner} origins={origins} />}
            >
              <div className={css['text']} ref={readable}>
                <NotificationText notification={banner} origins={origins} />
              </div>
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
