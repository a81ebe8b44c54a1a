import { useSelector } from '@xstate/react';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { unreadMachine } from '../../../machines/residents/unread/unread.machine.ts';
import { useLate } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Badge } from '../unread/badge.tsx';
import { useBuiltPath } from './use-built-path.ts';
import css from './chats.module.css';

const countsOf = (snapshot: SnapshotFrom<typeof unreadMachine> | undefined) => snapshot?.context.counts;

interface ChatProps {
  href: string | undefined;
  icon: ReactNode;
  count: number;
  children: ReactNode;
}

/** A link where there is a place to go; where there is none, what waits is still said. */
function Chat({ href, icon, count, children }: ChatProps) {
  const inside = (
    <>
      {icon}
      <span className={css['name']}>{children}</span>
      {count > 0 && <Badge count={count} />}
    </>
  );
  if (href === undefined && count === 0) return null;
  return (
    <li>
      {href === undefined ? (
        <span className={css['chat']}>{inside}</span>
      ) : (
        <a className={css['chat']} href={href}>
          {inside}
        </a>
      )}
    </li>
  );
}

/** Support and private messages, each with what waits there. */
export function Chats() {
  const { t } = useWords();
  const counts = useSelector(useLate('unread'), countsOf);
  const support = useBuiltPath('chat-support', 'index-support');
  const others = useBuiltPath('chat', 'chat-private-id');
  const waits = (counts?.support ?? 0) + (counts?.private ?? 0) > 0;
  if (support === undefined && others === undefined && !waits) return null;
  return (
    <section className={css['chats']} aria-label={t('chats.title')}>
      <ul>
        <Chat href={support} icon={<LifeBuoy size={20} aria-hidden="true" />} count={counts?.support ?? 0}>
          {t('chats.support')}
        </Chat>
        <Chat href={others} icon={<MessageCircle size={20} aria-hidden="true" />} count={counts?.private ?? 0}>
          {t('chats.private')}
        </Chat>
      </ul>
    </section>
  );
}
