import * as React from 'react';
import {
  addons,
  useChannel,
  useGlobals,
  useParameter,
  useStorybookApi,
  useStorybookState,
} from 'storybook/manager-api';
import type { Language } from '../../machines/paths/words.ts';
import { Diagram } from './diagram.tsx';
import { happened, wanted, type About, type Happened, type Wish } from './panel-words.ts';
import { addressOf, lookOf } from './toolbar.ts';
import { Tree } from './tree.tsx';

const words = {
  en: {
    back: 'Back a step',
    again: 'Start over',
    now: 'What may happen now',
    over: 'Nothing more can happen here.',
    find: 'Find in the context',
  },
  ru: {
    back: 'На шаг назад',
    again: 'Сначала',
    now: 'Что может произойти сейчас',
    over: 'Здесь больше ничего не произойдёт.',
    find: 'Найти в контексте',
  },
};

type Send = (wish: Wish) => void;

interface PathProps {
  way: readonly string[];
  now: Happened | null;
  language: Language;
  send: Send;
}

const buttonStyle: React.CSSProperties = { padding: '3px 8px', font: 'inherit', textAlign: 'start' };
const row: React.CSSProperties = { display: 'flex', flexWrap: 'wrap', gap: 6, margin: '0 0 12px' };

/** How the state is reached, what was done since, and what may be done next. */
function Path({ way, now, language, send }: PathProps) {
  const said = words[language];
  const since = now?.since.map((step) => step[language]) ?? [];
  return (
    <div style={{ overflow: 'auto', fontSize: 13 }}>
      <ol style={{ margin: '0 0 12px', paddingLeft: 24 }}>
        {[...way, ...since].map((step, at) => (
          <li key={`${at} ${step}`} style={at < way.length ? {} : { fontWeight: 700 }}>
            {step}
          </li>
        ))}
      </ol>
      <p style={row}>
        <button type="button" style={buttonStyle} disabled={since.length === 0} onClick={() => send('back')}>
          ← {said.back}
        </button>
        <button type="button" style={buttonStyle} disabled={since.length === 0} onClick={() => send('again')}>
          ↺ {said.again}
        </button>
      </p>
      <p style={{ margin: '0 0 6px', fontWeight: 700 }}>{now && (now.next.length > 0 ? said.now : said.over)}</p>
      <p style={row}>
        {now?.next.map(({ step, words: each }) => (
          <button key={JSON.stringify(step)} type="button" style={buttonStyle} onClick={() => send({ step })}>
            {each[language]}
          </button>
        ))}
      </p>
    </div>
  );
}

/** What each machine holds, the story's own first. */
function Contexts({ machines, language }: { machines: string; language: Language }) {
  const [wish, setWish] = React.useState('');
  const all = React.useMemo(
    () => Object.entries(JSON.parse(machines) as Record<string, { states: string[]; context: unknown }>),
    [machines],
  );
  const said = words[language];
  return (
    <div style={{ overflow: 'auto', font: '12px/1.6 ui-monospace, monospace' }}>
      <input
        type="search"
        aria-label={said.find}
        placeholder={said.find}
        value={wish}
        onChange={({ currentTarget }) => setWish(currentTarget.value)}
        style={{ boxSizing: 'border-box', width: '100%', marginBottom: 6, padding: '4px 8px', font: 'inherit' }}
      />
      {all.map(([path, { states, context }], at) => (
        <Tree
          key={path}
          name={`${path === '' ? 'context' : path} · ${states.join(' & ')}`}
          value={context}
          sought={wish.trim().toLowerCase()}
          open={at === 0}
        />
      ))}
    </div>
  );
}

/** Beside a story: the way to its state, what may happen next, what the machine holds, and the chart. */
export function PathPanel() {
  const about = useParameter<About | null>('gallery', null);
  const { storyId } = useStorybookState();
  const api = useStorybookApi();
  const [globals] = useGlobals();
  const [heard, setHeard] = React.useState<Happened | null>(() => addons.getChannel().last(happened)?.[0] ?? null);
  const emit = useChannel({ [happened]: setHeard });
  if (!about) return null;
  const now = heard?.story === storyId ? heard : null;
  const look = lookOf(globals);
  const language = look.locale;
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'minmax(15rem, 2fr) minmax(14rem, 2fr) 4fr',
        gap: 16,
        boxSizing: 'border-box',
        height: '100%',
        padding: 12,
      }}
    >
      <Path way={about.way[language]} now={now} language={language} send={(wish) => emit(wanted, wish)} />
      <Contexts machines={now?.machines ?? '{}'} language={language} />
      <Diagram
        chart={about.chart}
        lit={now?.states ?? about.states}
        links={about.links}
        language={language}
        linkTo={(story) => ({
          href: addressOf(story, look, 'story'),
          onClick: (event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            api.selectStory(story);
          },
        })}
        height="100%"
      />
    </div>
  );
}
