import * as React from 'react';

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

const holds = (name: string, value: unknown, sought: string): boolean =>
  name.toLowerCase().includes(sought) ||
  (isBranch(value)
    ? Object.entries(value).some(([key, each]) => holds(key, each, sought))
    : String(value).toLowerCase().includes(sought));

const size = (value: object): string => (Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`);

const colours: Record<string, string> = { string: '#0a7d4b', number: '#a3541b', boolean: '#8a3fb0' };

interface TreeProps {
  name: string;
  value: unknown;
  /** In small letters; what has it in its name or below it is shown, and opened. */
  sought: string;
  open?: boolean;
}

/** Plain data as a tree that opens branch by branch. */
export function Tree({ name, value, sought, open = false }: TreeProps) {
  const [isOpen, setOpen] = React.useState(open);
  if (sought !== '' && !holds(name, value, sought)) return null;
  if (!isBranch(value))
    return (
      <div style={{ paddingLeft: 14, overflowWrap: 'anywhere' }}>
        {name}:{' '}
        <span style={{ color: colours[typeof value] ?? 'inherit' }}>{JSON.stringify(value) ?? 'undefined'}</span>
      </div>
    );
  const isShown = isOpen || sought !== '';
  const isNamed = name.toLowerCase().includes(sought);
  return (
    <details open={isShown} style={{ paddingLeft: 14 }}>
      <summary
        style={{ marginLeft: -14, cursor: 'pointer' }}
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        {name} <span style={{ opacity: 0.65 }}>{size(value)}</span>
      </summary>
      {isShown &&
        Object.entries(value).map(([key, each]) => (
          <Tree key={key} name={key} value={each} sought={isNamed ? '' : sought} />
        ))}
    </details>
  );
}
