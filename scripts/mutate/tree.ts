import { parseSync } from 'vite';
import type { Edit } from './mutant.ts';

/** A node of the parsed file: ESTree with TypeScript and JSX. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

export function parse(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  return program as unknown as Node;
}

/** Types are nothing that runs. */
const typeKeys = new Set(['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'superTypeArguments']);

export const childrenOf = (node: Node): Node[] =>
  node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)
    ? []
    : Object.entries(node).flatMap(([key, value]) =>
        typeKeys.has(key) ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
      );

/** The value itself, without what only the compiler reads. */
export const bare = (node: Node): Node =>
  /^TS(As|Satisfies|NonNull)Expression$|^ParenthesizedExpression$/.test(node.type)
    ? bare(node['expression'] as Node)
    : node;

export const isObject = (node: Node): boolean => node.type === 'ObjectExpression';
export const isArray = (node: Node): boolean => node.type === 'ArrayExpression';
export const isFunction = (node: Node): boolean => /^(ArrowFunction|Function)Expression$/.test(node.type);
export const isString = (node: Node): boolean => node.type === 'Literal' && typeof node['value'] === 'string';

/** Properties of an object, and of what it takes in on a condition (`...(some && { … })`); other spreads as they are. */
export const propertiesOf = (node: Node): Node[] =>
  isObject(node) ? (node['properties'] as Node[]).flatMap((property) => conditional(property) ?? [property]) : [];

const conditional = (property: Node): Node[] | undefined => {
  if (property.type !== 'SpreadElement') return undefined;
  const given = bare(property['argument'] as Node);
  const right = given.type === 'LogicalExpression' ? bare(given['right'] as Node) : given;
  return isObject(right) ? propertiesOf(right) : undefined;
};
export const elementsOf = (node: Node): Node[] =>
  isArray(node) ? (node['elements'] as (Node | null)[]).filter((one) => one !== null) : [];
export const argumentsOf = (node: Node): Node[] => (node['arguments'] ?? []) as Node[];

export function keyOf(property: Node): string | undefined {
  const key = property['key'] as Node | undefined;
  if (property.type !== 'Property' || !key || property['computed'] === true) return undefined;
  return String(key.type === 'Identifier' ? key['name'] : key['value']);
}
export const valueOf = (property: Node): Node => bare(property['value'] as Node);
export const namedProperty = (node: Node, name: string): Node | undefined =>
  propertiesOf(node).find((property) => keyOf(property) === name);

/** The name by which something is called: `setup`, `createMachine` of `….createMachine(…)`. */
export function calleeOf(node: Node): string | undefined {
  const callee = node['callee'] as Node | undefined;
  if (node.type !== 'CallExpression' || !callee) return undefined;
  const name = callee.type === 'MemberExpression' ? (callee['property'] as Node) : callee;
  return name.type === 'Identifier' ? String(name['name']) : undefined;
}

export const put = (node: Node, text: string): Edit => ({ start: node.start, end: node.end, text });

/** One of a list without its comma. */
export const drop = (code: string, node: Node): Edit => {
  const comma = /^\s*,/.exec(code.slice(node.end))?.[0].length ?? 0;
  return { start: node.start, end: node.end + comma, text: '' };
};

/** The text of a node on one line, its beginning when it is long. */
export const told = (code: string, node: Node): string => {
  const text = code.slice(node.start, node.end).replace(/\s+/g, ' ');
  return text.length <= 70 ? text : `${text.slice(0, 69)}…`;
};
