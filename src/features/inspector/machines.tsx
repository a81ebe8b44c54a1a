import { lazy, Suspense, useRef } from 'react';
import { chosenIn, machinesOf } from '../../../machines/inspector/inspector.context.ts';
import { words } from '../../../machines/inspector/inspector.words.ts';
import type { MachineStanding } from '../../../machines/inspector/journal.types.ts';
import { patiently } from '../../house/patiently.ts';
import { join } from '../../ui/join.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import css from './inspector.module.css';
import type { InspectorActor, InspectorSnapshot } from './inspector.view.tsx';
import { useSay } from './use-say.ts';

const Chart = lazy(() => patiently(() => import('./chart.tsx')));

/** `root/page/flow` stands two steps in from `root`. */
const depthOf = (path: string): number => path.split('/').length - 1;

interface Parts {
  actor: InspectorActor;
  snapshot: InspectorSnapshot;
}

function Machine({ actor, snapshot, machine }: Parts & { machine: MachineStanding }) {
  const say = useSay();
  const { path, title, states, moved } = machine;
  const isChosen = snapshot.context.chosen === path;
  return (
    <li className={css['below']} data-depth={depthOf(path)}>
      <button
        type="button"
        className={join(css['machine'], isChosen && css['here'])}
        aria-expanded={isChosen}
        data-says="user.machine chosen"
        data-says-value={path}
        title={path}
        onClick={() => actor.send({ type: 'user.machine chosen', value: path })}
      >
        <span className={css['name']}>{say(title)}</span>
        <span className={css['stands']}>{states.map((one) => say(one.title)).join(' · ') || '—'}</span>
        {moved && (
          <span className={css['moved']} title={say(words.moved)}>
            <span aria-hidden="true">●</span>
            <span className={css['unseen']}>{say(words.moved)}</span>
          </span>
        )}
      </button>
    </li>
  );
}

/** Where every machine stands, the chart of the one that was chosen, and the entry itself. */
export function Machines({ actor, snapshot }: Parts) {
  const say = useSay();
  const { standing, chosen } = snapshot.context;
  const machines = machinesOf(snapshot.context);
  const drawn = chosenIn(machines, chosen);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={css['machines']} aria-label={say(words.states)}>
      {drawn && (
        <section className={css['chart']} aria-label={say(words.chart)}>
          <div className={css['line']}>
            <b>{say(drawn.title)}</b>
            <PassingButton
              size="small"
              says="user.chart closed"
              heir={() => heading.current}
              onClick={() => actor.send({ type: 'user.chart closed' })}
            >
              {say(words.chartLeft)}
            </PassingButton>
          </div>
          <Suspense fallback={<p className={css['quiet']}>{say(words.chartComing)}</p>}>
            <Chart machine={drawn.machine} lit={drawn.states.map(({ state }) => state)} />
          </Suspense>
        </section>
      )}
      <h3 ref={heading} tabIndex={-1} className={css['heading']}>
        {say(words.states)}
      </h3>
      {machines.length === 0 && <p className={css['quiet']}>{say(words.noStates)}</p>}
      <ul>
        {machines.map((machine) => (
          <Machine key={machine.path} actor={actor} snapshot={snapshot} machine={machine} />
        ))}
      </ul>
      {standing && (
        <details>
          <summary>{say(words.entryAsItIs)}</summary>
          <pre className={css['raw']}>{standing.text}</pre>
        </details>
      )}
    </section>
  );
}
