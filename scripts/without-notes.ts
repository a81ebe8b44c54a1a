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
  callee: { name?: string };
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

/** The page's calls and charts come without what it never reads; the server and the tests read the sources. */
export const noNotes = (): Plugin => ({
  name: 'no-notes',
  apply: 'build',
  transform: {
    filter: { id: /\/(contract\/calls|machines)\/.*\.ts$/ },
    handler(code) {
      return { code: withoutNotes(code, this.parse(code, { lang: 'ts' })), map: null };
    },
  },
});
