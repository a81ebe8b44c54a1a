import { useSelector } from '@xstate/react';
import Bell from 'lucide-react/icons/bell';
import type { SnapshotFrom } from 'xstate';
import type { notificationsMachine } from '../../../machines/residents/notifications/notifications.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { NotificationsActor } from '../notifications/notifications.view.tsx';
import css from '../progress/progress.module.css';

const countOf = ({ context }: SnapshotFrom<typeof notificationsMachine>) => context.told.length;

/** How much the house has told that nobody has closed; opens the inbox. Where nothing waits, the menu leads there. */
export function InboxMark({ actor }: { actor: NotificationsActor }) {
  const { t } = useWords();
  const count = useSelector(actor, countOf);
  if (count === 0) return null;
  return (
    <span className={css['mark']}>
      <IconButton
        label={t('inbox.open', { count })}
        says="user.inbox wanted"
        onClick={() => actor.send({ type: 'user.inbox wanted' })}
      >
        <Bell size={20} aria-hidden="true" />
      </IconButton>
      <span className={css['count']} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
    </span>
  );
}
