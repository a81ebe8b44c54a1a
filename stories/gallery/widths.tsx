import * as React from 'react';
import { useGlobals } from 'storybook/manager-api';
import { screenOf, screens } from './screens.ts';

const buttonStyle = (isPressed: boolean): React.CSSProperties => ({
  border: 0,
  borderRadius: 4,
  padding: '6px 8px',
  background: isPressed ? 'rgba(128, 128, 128, 0.25)' : 'none',
  color: 'inherit',
  font: '700 12px/1 sans-serif',
  cursor: 'pointer',
});

/** Three widths, one pressed: of a story's canvas, and of each cell of a sheet. */
export function Widths() {
  const [globals, update] = useGlobals();
  const chosen = screenOf(globals);
  return (
    <div role="group" aria-label="Width" style={{ display: 'flex', gap: 2, padding: '0 4px' }}>
      {Object.entries(screens).map(([name, { name: title, width }]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          title={`${title}, ${width} px`}
          onClick={() => update({ viewport: { value: name, isRotated: false } })}
          style={buttonStyle(name === chosen)}
        >
          {width}
        </button>
      ))}
    </div>
  );
}
