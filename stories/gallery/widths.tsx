import * as React from 'react';
import { useGlobals } from 'storybook/manager-api';
import { screenOf, screens } from './screens.ts';

const buttonStyle = (isPressed: boolean, isDisabled: boolean): React.CSSProperties => ({
  border: 0,
  borderRadius: 4,
  padding: '6px 8px',
  background: isPressed ? 'rgba(128, 128, 128, 0.25)' : 'none',
  color: 'inherit',
  font: '700 12px/1 sans-serif',
  cursor: 'pointer',
  opacity: isDisabled ? 0.5 : 1,
});

/** Three widths, one pressed: of a story's canvas, and of each cell of a sheet. None where a story has its own. */
export function Widths() {
  const [globals, update, ofStory] = useGlobals();
  // A story with a width of its own keeps it, whatever is chosen for the others.
  const isFixed = 'viewport' in ofStory;
  const chosen = isFixed ? null : screenOf(globals);
  return (
    <div role="group" aria-label="Width" style={{ display: 'flex', gap: 2, padding: '0 4px' }}>
      {Object.entries(screens).map(([name, { name: title, width }]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          disabled={isFixed}
          title={`${title}, ${width} px`}
          onClick={() => update({ viewport: { value: name, isRotated: false } })}
          style={buttonStyle(name === chosen, isFixed)}
        >
          {width}
        </button>
      ))}
    </div>
  );
}
