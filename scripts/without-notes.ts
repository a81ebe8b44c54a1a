import type { Plugin } from 'vite';

/** What only who reads the source goes by, and what only the compiler does, by the function that is given it. */
const notes: Record<string, readonly string[]> = { defineCall: ['basis', 'note'], setup: ['types'] };

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Property extends Node {
  key: { name?: string };
}
interface Call extends Node {
  callee: { name?: string; object?: { property?: { name?: string } }; property?: { name?: string } };
  arguments: (Node & { properties?: Property[] })[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** What calls below a node lose, from the back to the front; nothing of it stands within something else that goes. */
function cutsIn(program: unknown, cutOf: (call: Partial<Call>) => readonly Node[]): Node[] {
  const cuts = new Set<Node>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isNode(value) || cuts.has(value)) return;
    if (value.type === 'CallExpression') for (const node of cutOf(value as Partial<Call>)) cuts.add(node);
    if (!cuts.has(value)) Object.values(value).forEach(look);
  };
  look(program);
  return [...cuts].toSorted((one, other) => other.start - one.start);
}

const notesOf = ({ callee, arguments: given }: Partial<Call>): Property[] => {
  const names = notes[callee?.name ?? ''] ?? [];
  return (given?.[0]?.properties ?? []).filter(
    ({ type, key }) => type === 'Property' && names.includes(key.name ?? ''),
  );
};

/** A source without its notes, with nothing else in it changed. */
export const withoutNotes = (code: string, program: unknown): string =>
  cutsIn(program, notesOf).reduce(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
    code,
  );

/** What the translations warn whoever debugs them of: without `debug` it is said to nobody. */
const silent = ['log', 'warn', 'once', 'deprecate'];

const isWarning = ({ callee }: Partial<Call>): boolean =>
  callee?.object?.property?.name === 'logger' && silent.includes(callee.property?.name ?? '');

/** A source whose loggers warn of nothing, with nothing else in it changed. */
export const withoutWarnings = (code: string, program: unknown): string =>
  cutsIn(program, (call) => (isWarning(call) ? [call as Call] : [])).reduce(
    (text, { start, end }) => `${text.slice(0, start)}void 0${text.slice(end)}`,
    code,
  );

const cut = (name: string, id: RegExp, without: typeof withoutNotes): Plugin => ({
  name,
  apply: 'build',
  transform: {
    filter: { id },
    handler(code) {
      return { code: without(code, this.parse(code, { lang: 'ts' })), map: null };
    },
  },
});

/** The page's calls, charts and translations come without what it never reads; the server and the tests read the sources. */
export const noNotes = (): Plugin[] => [
  cut('no-notes', /\/(contract\/calls|machines)\/.*\.ts$/, withoutNotes),
  cut('no-warnings', /\/i18next\/dist\/esm\/i18next\.js$/, withoutWarnings),
];
