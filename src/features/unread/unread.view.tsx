import { useSelector } from '@xstate/react';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { unreadMachine } from '../../../machines/residents/unread/unread.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { VisuallyHidden } from '../../ui/layout.tsx';
import { Badge } from './badge.tsx';
import css from './unread.module.css';

type UnreadActor = ActorRefFrom<typeof unreadMachine>;

const countsOf = ({ context }: SnapshotFrom<typeof unreadMachine>) => context.counts;

/** How many messages wait, and the way to where they are read. */
export default function UnreadView({ actor }: { actor: UnreadActor }) {
  const { t } = useWords();
  const counts = useSelector(actor, countsOf);
  if (!counts) return null;
  const count = counts.private + counts.support;
  return (
    <a className={css['mark']} href="/chat" title={t('unread.open')}>
      <MessageCircle size={20} aria-hidden="true" />
      {count > 0 ? <Badge count={count} /> : <VisuallyHidden>{t('unread.none')}</VisuallyHidden>}
    </a>
  );
}
