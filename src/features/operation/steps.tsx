import type { ReactNode } from 'react';
import { isUnread } from '../../../machines/operation/operation.context.ts';
import type { Operation } from '../../../contract/operation.ts';
import { wordsOf } from '../../../machines/operation/operation.words.ts';
import { useStep } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { useHeadingFocus } from '../../ui/focus.ts';
import { LiveRegion } from '../../ui/layout.tsx';
import { Opening, Question, SignedOut, Turned } from './asides.tsx';
import { Receipt } from './receipt.tsx';
import { Standing } from './standing.tsx';
import type { Extras } from './extras.ts';
import { screenOf, type OperationActor, type Screen } from './screen-of.ts';

/** What is told aloud when it happens by itself. */
const news: Partial<Record<Screen, string>> = {
  unreadable: 'operation.unreadable.title',
  'terms changed': 'operation.terms_changed.title',
  'finding out': 'operation.finding_out.title',
  unknown: 'operation.unknown.title',
  'signed out': 'operation.signed_out.title',
  'not handed over': 'operation.not_handed.title',
  'cancelled too late': 'operation.too_late.title',
};

const ends: readonly Screen[] = ['succeeded', 'failed', 'cancelled', 'expired'];

/** The news of an end differ by kind: the title of its receipt; of what goes on, by what it waits for. */
const titleOf = (screen: Screen, operation: Operation | null): string | undefined => {
  if (operation && ends.includes(screen)) return wordsOf.ended(operation);
  return operation && screen === 'tracking' ? wordsOf.title(operation, true) : news[screen];
};

interface StepsProps {
  actor: OperationActor;
  /** What stands below a receipt, and belongs to the flow. */
  actions?: ReactNode;
  /** What only some flows need; one that cannot come there is spared its weight. */
  extras?: Extras;
}

const none: Extras = {};

/** One operation from its check to its end. */
export function OperationSteps({ actor, actions, extras = none }: StepsProps) {
  const { t } = useWords();
  const snapshot = useStep(actor);
  const screen = screenOf(snapshot);
  const heading = useHeadingFocus(screen);
  const { current } = snapshot.context;
  const parts = { actor, snapshot, heading };
  const { Between } = extras;
  // What is only read again is no news.
  const aloud = screen === 'finding out' && !snapshot.context.lost ? undefined : titleOf(screen, current);

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
      case 'finding out':
      case 'tracking':
        return current && <Standing {...parts} {...{ operation: current, step: screen, extras }} />;
      case 'handing over':
      case 'not handed over':
      case 'asked to cancel':
      case 'cancelling':
      case 'cancelled too late':
        return current && Between && <Between {...parts} operation={current} step={screen} />;
      default:
        return current && <Receipt operation={current} lines={extras.Lines} heading={heading} actions={actions} />;
    }
  };
  return (
    <>
      <LiveRegion>{aloud ? t(aloud) : ''}</LiveRegion>
      {body()}
    </>
  );
}
