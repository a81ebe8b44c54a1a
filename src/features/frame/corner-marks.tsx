import { useLate } from '../../house/house.tsx';
import OfferView from '../offer/offer.view.tsx';
import { InboxMark } from './inbox-mark.tsx';
import { ProgressMark } from './progress-mark.tsx';
import { UnreadMark } from './unread-mark.tsx';
import { useBuiltPath } from './use-built-path.ts';

/** What goes on, what was told, and messages that wait, with the way to them: known when the annex is there. */
export default function CornerMarks() {
  const progress = useLate('progress');
  const notifications = useLate('notifications');
  const unread = useLate('unread');
  const offer = useLate('offer');
  const support = useBuiltPath('chat-support', 'index-support');
  return (
    <>
      {progress && <ProgressMark actor={progress} />}
      {notifications && <InboxMark actor={notifications} />}
      {unread && <UnreadMark actor={unread} />}
      {offer && support !== undefined && <OfferView actor={offer} href={support} />}
    </>
  );
}
