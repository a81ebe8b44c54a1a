import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { operationMachine } from '../../../machines/operation/operation.machine.ts';
import { isUnread } from '../../../machines/operation/operation.context.ts';
import { useWords } from '../../i18n/words.ts';
import { useHeadingFocus } from '../../ui/focus.ts';
import { LiveRegion } from '../../ui/layout.tsx';
import { Opening, Question, SignedOut, Turned } from './asides.tsx';
import { Progress } from './progress.tsx';
import { Receipt } from './receipt.tsx';
import { Review } from './review.tsx';
import { screenOf, type OperationSnapshot, type Screen } from './screen-of.ts';

export type OperationActor = ActorRefFrom<typeof operationMachine>;

const whole = (snapshot: OperationSnapshot) => snapshot;

/** What is told aloud when it happens by itself. */
const news: Partial<Record<Screen, string>> = {
  unreadable: 'operation.unreadable.title',
  'terms changed': 'operation.terms_changed.title',
  'finding out': 'operation.finding_out.title',
  unknown: 'operation.unknown.title',
  'signed out': 'operation.signed_out.title',
  tracking: 'operation.tracking.title',
  succeeded: 'operation.succeeded.title',
  failed: 'operation.failed.title',
  cancelled: 'operation.cancelled.title',
  expired: 'operation.expired.title',
};

/** One operation from its check to its end. `actions` stand below a receipt, and belong to the flow. */
export default function OperationView({ actor, actions }: { actor: OperationActor; actions?: ReactNode }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  const heading = useHeadingFocus(screen);
  const { current } = snapshot.context;
  const parts = { actor, snapshot, heading };
  // What is only read again is no news.
  const aloud = screen === 'finding out' && !snapshot.context.lost ? undefined : news[screen];

  const body = () => {
    switch (screen) {
      case 'checking':
      case 'resuming':
        return <Opening {...parts} checking={screen === 'checking'} />;
      case 'unreadable':
      case 'unknown':
        return <Question {...parts} name={screen} />;
      case 'signed out':
        return <SignedOut {...parts} />;
      case 'changed mind':
        return <Turned heading={heading} why={isUnread(snapshot.context) ? 'unread' : 'nothing sent'} />;
      case 'not found':
        return <Turned heading={heading} why="absent" />;
      case 'rejected':
        return <Turned heading={heading} why="nothing sent" />;
      case 'reviewing':
      case 'terms changed':
      case 'submitting':
        return current && <Review {...parts} operation={current} step={screen} />;
      case 'finding out':
      case 'tracking':
        return current ? (
          <Progress {...parts} operation={current} step={screen} />
        ) : (
          <Opening {...parts} checking={false} finding />
        );
      default:
        return current && <Receipt operation={current} heading={heading} actions={actions} />;
    }
  };
  return (
    <>
      <LiveRegion>{aloud ? t(aloud) : ''}</LiveRegion>
      {body()}
    </>
  );
}
