import * as React from 'react';
import { addons, types, useChannel, useParameter, useStorybookState } from 'storybook/manager-api';
import { Diagram } from '../stories/gallery/diagram.tsx';
import { happened, wanted, type About, type Happened } from '../stories/gallery/panel-words.ts';

/** How the story's state is reached, where the machine stands now, and what may happen next. */
function Path() {
  const about = useParameter<About | null>('gallery', null);
  const { storyId } = useStorybookState();
  const [now, setNow] = React.useState<Happened | null>(null);
  const emit = useChannel({ [happened]: setNow });
  React.useEffect(() => setNow(null), [storyId]);
  if (!about) return null;
  return (
    <div
      style={{ display: 'grid', gridTemplateColumns: 'minmax(15rem, 1fr) 3fr', gap: 16, height: '100%', padding: 12 }}
    >
      <div style={{ overflow: 'auto' }}>
        <ol style={{ margin: '0 0 12px', paddingLeft: 24 }}>
          {about.way.map((words, at) => (
            <li key={`${at} ${words}`}>{words}</li>
          ))}
        </ol>
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 6, margin: 0 }}>
          {now?.next.map(({ step, words }) => (
            <button key={JSON.stringify(step)} type="button" onClick={() => emit(wanted, step)}>
              {words}
            </button>
          ))}
        </p>
      </div>
      <Diagram chart={about.chart} lit={now?.states ?? about.states} links={about.links} height="100%" />
    </div>
  );
}

addons.register('gallery', () => {
  addons.add('gallery/path', {
    type: types.PANEL,
    title: 'Path',
    render: ({ active }) => (active ? <Path /> : null),
  });
});
