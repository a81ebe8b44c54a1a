import { useLate } from '../../house/house.tsx';
import UnreadView from '../unread/unread.view.tsx';
import { InboxMark } from './inbox-mark.tsx';
import { ProgressMark } from './progress-mark.tsx';

/** What goes on, what was told, and messages that wait: known when the annex is there. */
export function CornerMarks() {
  const progress = useLate('progress');
  const notifications = useLate('notifications');
  const unread = useLate('unread');
  return (
    <>
      {progress && <ProgressMark actor={progress} />}
      {notifications && <InboxMark actor={notifications} />}
      {unread && <UnreadView actor={unread} />}
    </>
  );
}
