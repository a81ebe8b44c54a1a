import type { Found, Kind } from './mutant.ts';
import { bare, childrenOf, drop, put, told, type Node } from './tree.ts';

const flipped: Record<string, string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '>': ['<=', '>='],
  '<': ['>=', '<='],
  '>=': ['<', '>'],
  '<=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '&&': ['||'],
  '||': ['&&'],
};
const otherCall: Record<string, string> = { min: 'max', max: 'min', some: 'every', every: 'some' };

type Change = Omit<Found, 'kind'>;
type Mutate = (node: Node, code: string) => Change[];

const operator: Mutate = (node, code) => {
  const [left, right] = [node['left'] as Node, node['right'] as Node];
  // The sign alone is changed: what stands on either side has changes of its own.
  const between = code.slice(left.end, right.start);
  const sign = String(node['operator']);
  const at = left.end + between.indexOf(sign);
  if (sign === '??') return [{ what: `${told(code, node)} without what comes first`, edits: [put(left, 'undefined')] }];
  return (flipped[sign] ?? []).map((other) => ({
    what: `${told(code, node)}: ${sign} → ${other}`,
    edits: [{ start: at, end: at + sign.length, text: other }],
  }));
};

const choice: Mutate = (node, code) => {
  const [yes, no] = [node['consequent'] as Node, node['alternate'] as Node];
  const text = (one: Node) => code.slice(one.start, one.end);
  return [{ what: `${told(code, node)}: branches swapped`, edits: [put(yes, text(no)), put(no, text(yes))] }];
};

const literal: Mutate = (node, code) => {
  const { value } = node;
  if (typeof value === 'boolean') return [{ what: `${value} → ${!value}`, edits: [put(node, String(!value))] }];
  if (typeof value === 'number') return [{ what: `${value} → ${value + 1}`, edits: [put(node, String(value + 1))] }];
  if (typeof value === 'string' && !('regex' in node))
    return [{ what: `${told(code, node)} → another text`, edits: [put(node, JSON.stringify(`another ${value}`))] }];
  return [];
};

const members: Mutate = (node, code) =>
  (node['properties'] as Node[]).map((property) => ({
    what: `{ ${told(code, property)} } dropped`,
    edits: [drop(code, property)],
  }));

const elements: Mutate = (node, code) =>
  (node['elements'] as (Node | null)[])
    .filter((one) => one !== null)
    .map((one) => ({ what: `[ ${told(code, one)} ] dropped`, edits: [drop(code, one)] }));

const call: Mutate = (node, code) => {
  const callee = node['callee'] as Node;
  if (callee.type !== 'MemberExpression') return [];
  const name = callee['property'] as Node;
  const other = otherCall[String(name['name'])];
  return other ? [{ what: `${told(code, node)}: ${name['name']} → ${other}`, edits: [put(name, other)] }] : [];
};

const negation: Mutate = (node, code) =>
  node['operator'] === '!'
    ? [{ what: `${told(code, node)} without !`, edits: [{ start: node.start, end: node.start + 1, text: '' }] }]
    : [];

const template: Mutate = (node, code) => [
  { what: `${told(code, node)} → another text`, edits: [{ start: node.start + 1, end: node.start + 1, text: '~' }] },
];

const mutators: Record<string, Mutate> = {
  BinaryExpression: operator,
  LogicalExpression: operator,
  ConditionalExpression: choice,
  Literal: literal,
  ObjectExpression: members,
  ArrayExpression: elements,
  CallExpression: call,
  UnaryExpression: negation,
  TemplateLiteral: template,
};

/** What of a node is not a value of its own: names of properties, what a comparison is made with, ports by their names. */
function inner(node: Node): Node[] {
  if (node.type === 'Property')
    return [...(node['computed'] === true ? [node['key'] as Node] : []), node['value'] as Node];
  const isCompared = node.type === 'BinaryExpression' && /^[!=]==$|^in$/.test(String(node['operator']));
  const children = isCompared ? childrenOf(node).filter((one) => bare(one).type !== 'Literal') : childrenOf(node);
  // A fallback beside `??` that is a constant is there for the compiler: nothing that runs comes to it.
  if (node.type === 'LogicalExpression' && node['operator'] === '??' && bare(node['right'] as Node).type === 'Literal')
    return [node['left'] as Node];
  return node.type === 'MemberExpression' && node['computed'] !== true ? [node['object'] as Node] : children;
}

/** Every change to what runs below a node: comparisons, choices, constants, fields of what is given back. */
export function* changesIn(node: Node, code: string): Generator<Change> {
  // A pattern that takes an object apart is not one that is made.
  if (node.type.endsWith('Pattern')) return;
  const isFunction = /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type);
  if (!isFunction) for (const change of mutators[node.type]?.(node, code) ?? []) yield change;
  for (const child of isFunction ? [node['body'] as Node] : inner(node)) yield* changesIn(child, code);
}

/** A guard's body is a guard's change; what an action or an output is made of is what goes out of it. */
export function* foundIn(node: Node, code: string, kind: Kind, where: string): Generator<Found> {
  for (const { what, edits } of changesIn(node, code)) yield { kind, what: `${where}: ${what}`, edits };
}
