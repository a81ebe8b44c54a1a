import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { noticeMachine } from '../../../machines/flows/notice/notice.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NotificationButtons, NotificationText, toneOf } from '../notifications/notification-parts.tsx';
import { ownLinks } from './own-links.ts';

const contextOf = ({ context }: SnapshotFrom<typeof noticeMachine>) => context;

/** One notification over the page. It stands in a window, whose heading says that the house has something to tell. */
export default function NoticeView({ actor }: { actor: ActorRefFrom<typeof noticeMachine> }) {
  const { t } = useWords();
  const { notice, origins } = useSelector(actor, contextOf);
  if (!notice) return null;
  const follow = (value: string) => actor.send({ type: 'user.followed', value });
  return (
    <Stack gap={4}>
      <Notice tone={toneOf[notice.type]} title={notice.title}>
        <div ref={ownLinks(follow)}>
          <NotificationText notification={notice} origins={origins} />
        </div>
      </Notice>
      <Row>
        <NotificationButtons notification={notice} origins={origins} onFollow={follow} />
        <Button variant="primary" says="user.read" onClick={() => actor.send({ type: 'user.read' })}>
          {t(notice.closable ? 'notice.read' : 'notice.later')}
        </Button>
      </Row>
      {!notice.closable && <p>{t('notice.stays')}</p>}
    </Stack>
  );
}
