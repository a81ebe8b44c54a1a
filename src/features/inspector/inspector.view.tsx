import { useSelector } from '@xstate/react';
import { use, type DragEvent, type KeyboardEvent } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { inspectorMachine } from '../../../machines/inspector/inspector.machine.ts';
import { words } from '../../../machines/inspector/inspector.words.ts';
import { Entries } from './entries.tsx';
import css from './inspector.module.css';
import { Kept } from './kept.tsx';
import { Machines } from './machines.tsx';
import { Position } from './position.tsx';
import { Steps } from './steps.tsx';
import { TakeFile } from './take-file.ts';
import { useSay } from './use-say.ts';

export type InspectorActor = ActorRefFrom<typeof inspectorMachine>;
export type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;
type InspectorEvent = Parameters<InspectorActor['send']>[0];

const whole = (snapshot: InspectorSnapshot) => snapshot;

/** Keys mean steps everywhere but where something is typed or chosen. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox], [type=file]), select, textarea') !== null;
const isPressing = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, summary, a, label, input') !== null;

/** What scrolls sideways keeps the arrows while the focus stands on it. */
const isScrolling = ({ key, target }: KeyboardEvent): boolean =>
  key.startsWith('Arrow') &&
  target instanceof Element &&
  target.scrollWidth > target.clientWidth &&
  ['auto', 'scroll'].includes(getComputedStyle(target).overflowX);

const steps: Partial<Record<string, 'first' | 'back' | 'forward' | 'last'>> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
};

function eventOf({ key, target }: KeyboardEvent, snapshot: InspectorSnapshot): InspectorEvent | undefined {
  const step = steps[key];
  if (step) return { type: 'user.stepped', value: step };
  if (key === 'Escape') return { type: 'user.live wanted' };
  if (key !== ' ' || isPressing(target)) return undefined;
  return snapshot.can({ type: 'user.paused' }) ? { type: 'user.paused' } : { type: 'user.played' };
}

/** The journal beside the page: what happened, where every machine stands, and steps through it. */
export default function InspectorView({ actor }: { actor: InspectorActor }) {
  const say = useSay();
  const takeFile = use(TakeFile);
  const snapshot = useSelector(actor, whole);
  const isOpen = snapshot.hasTag('open');

  const onKeyDown = (pressed: KeyboardEvent) => {
    if (isTyping(pressed.target) || isScrolling(pressed) || pressed.altKey || pressed.ctrlKey || pressed.metaKey)
      return;
    const event = eventOf(pressed, snapshot);
    if (!event || !snapshot.can(event)) return;
    pressed.preventDefault();
    actor.send(event);
  };
  const onDrop = (dropped: DragEvent) => {
    dropped.preventDefault();
    const [file] = dropped.dataTransfer.files;
    if (file) actor.send({ type: 'user.file given', value: takeFile(file) });
  };

  return (
    // What is pressed and dropped anywhere in it is meant for it; each thing that can be done has a button besides.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={css['inspector']}
      aria-label={say(words.title)}
      onKeyDown={onKeyDown}
      onDrop={onDrop}
      onDragOver={(dragged) => dragged.preventDefault()}
    >
      <details className={css['dock']} open>
        <summary className={css['head']} title={say(words.fold)}>
          <b>{say(words.title)}</b>
          <Position snapshot={snapshot} />
        </summary>
        <div className={css['body']}>
          {isOpen && <Steps actor={actor} snapshot={snapshot} />}
          {isOpen && <Entries actor={actor} snapshot={snapshot} />}
          {isOpen && <Machines actor={actor} snapshot={snapshot} />}
          <Kept actor={actor} snapshot={snapshot} />
        </div>
      </details>
    </section>
  );
}
