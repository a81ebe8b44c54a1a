import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { themeMachine } from '../../../machines/residents/theme/theme.machine.ts';
import { lookingAt, words } from '../../../machines/inspector/inspector.words.ts';
import type { InspectorActor } from '../../features/inspector/inspector.view.tsx';
import { useSay } from '../../features/inspector/use-say.ts';
import type { FlowView } from '../../house/house.tsx';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/frame.ts';
import { PageView } from '../page-view.tsx';
import { KeptPlace } from './kept-place.ts';
import type { Player, Shown } from './player.ts';
import css from './inspector.module.css';

/** What would stand over the whole page stays inside, and nobody can press anything: the past is only looked at. */
function Inside({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div ref={setPlace} className={css['inside']} inert>
      {place && <Frame value={place}>{children}</Frame>}
    </div>
  );
}

/** A living session goes on while its past is looked at. */
const entriesOf = ({ context }: SnapshotFrom<InspectorActor>) => context.reading.entries;

const themeOf = (snapshot: SnapshotFrom<typeof themeMachine> | undefined) => snapshot?.value;

function Screen({ root, viewOf }: Pick<Shown, 'root'> & { viewOf: (flow: string) => FlowView | undefined }) {
  const theme = useSelector(root.getSnapshot().children.theme, themeOf);
  return (
    <div className={css['screen']} data-theme={theme}>
      <Inside>
        <PageView root={root} viewOf={viewOf} />
      </Inside>
    </div>
  );
}

interface StageProps {
  player: Player;
  actor: InspectorActor;
  viewOf: (flow: string) => FlowView | undefined;
}

/** The real screen with a replayed root behind it, below a band that says so; nothing while the page is live. */
export function Stage({ player, actor, viewOf }: StageProps) {
  const say = useSay();
  const shown = useSyncExternalStore(player.subscribe, player.getSnapshot);
  const entries = useSelector(actor, entriesOf);
  if (!shown) return null;
  return (
    <div className={css['stage']}>
      <KeptPlace />
      <div className={css['band']} role="status">
        <b>{say(lookingAt(shown.number, entries))}</b>
        <Button size="small" onClick={() => actor.send({ type: 'user.live wanted' })}>
          {say(words.toLive)}
        </Button>
      </div>
      <Screen key={rootKey(shown.root)} root={shown.root} viewOf={viewOf} />
    </div>
  );
}

const keys = new WeakMap<object, number>();
let made = 0;
/** Another root is another screen: its actors are others. */
const rootKey = (root: object): number => {
  made = keys.has(root) ? made : made + 1;
  return keys.get(root) ?? keys.set(root, made).get(root)!;
};
