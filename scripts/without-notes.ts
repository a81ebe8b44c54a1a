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

/** The notes below a node: one stands in none. */
function* notesIn(value: unknown): Generator<Property> {
  if (Array.isArray(value)) for (const one of value) yield* notesIn(one);
  if (!isNode(value)) return;
  const { callee, arguments: given } = value as Partial<Call>;
  const names = notes[value.type === 'CallExpression' ? (callee?.name ?? '') : ''];
  if (names)
    for (const property of given?.[0]?.properties ?? [])
      if (property.type === 'Property' && names.includes(property.key.name ?? '')) yield property;
  for (const part of Object.values(value)) yield* notesIn(part);
}

/** A source without its notes, with nothing else in it changed. */
export const withoutNotes = (code: string, program: unknown): string =>
  [...notesIn(program)]
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);

/** What the translations warn whoever debugs them of: without `debug` it is said to nobody. */
const silent = ['log', 'warn', 'once', 'deprecate'];

function* warningsIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* warningsIn(one);
  if (!isNode(value)) return;
  const { callee } = value as Partial<Call>;
  if (callee?.object?.property?.name === 'logger' && silent.includes(callee.property?.name ?? '')) yield value;
  else for (const part of Object.values(value)) yield* warningsIn(part);
}

/** A source whose loggers warn of nothing, with nothing else in it changed. */
export const withoutWarnings = (code: string, program: unknown): string =>
  [...warningsIn(program)]
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}void 0${text.slice(end)}`, code);

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
