import { useSelector } from '@xstate/react';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { unreadMachine } from '../../../machines/residents/unread/unread.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { VisuallyHidden } from '../../ui/layout.tsx';
import { Badge } from './badge.tsx';
import css from './unread.module.css';

export type UnreadActor = ActorRefFrom<typeof unreadMachine>;

const countsOf = ({ context }: SnapshotFrom<typeof unreadMachine>) => context.counts;

/** How many messages wait; a link to where they are read, once there is such a place. */
export default function UnreadView({ actor, href }: { actor: UnreadActor; href?: string | undefined }) {
  const { t } = useWords();
  const counts = useSelector(actor, countsOf);
  if (!counts) return null;
  const count = counts.private + counts.support;
  if (count === 0 && href === undefined) return null;
  const inside = (
    <>
      <MessageCircle size={20} aria-hidden="true" />
      {count > 0 ? <Badge count={count} /> : <VisuallyHidden>{t('unread.none')}</VisuallyHidden>}
    </>
  );
  return href === undefined ? (
    <span className={css['mark']}>{inside}</span>
  ) : (
    <a className={css['mark']} href={href} title={t('unread.open')}>
      {inside}
    </a>
  );
}
