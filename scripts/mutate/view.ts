import type { Edit, Found } from './mutant.ts';
import { argumentsOf, bare, calleeOf, childrenOf, isFunction, parse, put, told, type Node } from './tree.ts';

/** Who writes an amount: the first thing that it is given is the number. */
const writers = new Set(['formatAmount', 'formatMoney', 'formatRate', 'formatPercent', 'formatChange']);
const amountNames = new Set(['amount', 'money', 'balance', 'rate']);
/** How a thing looks is seen on pictures, and says nothing. */
const looks = new Set([
  'size',
  'tone',
  'weight',
  'variant',
  'drawing',
  'className',
  'icon',
  'gap',
  'level',
  'data-fit',
  'd',
]);
const switches = new Set(['disabled', 'pending', 'hidden', 'approximate', 'readOnly']);

const helper =
  '\nfunction anotherAmount(was) { return typeof was === "string" ? "7" + was : typeof was === "number" ? was + 7 : ' +
  'was && typeof was === "object" && "amount" in was ? { ...was, amount: "7" + was.amount } : was; }\n';

interface Place {
  code: string;
  /** The function that the change is in. */
  where: string;
}

const say = ({ code, where }: Place, node: Node, what: string): string => `${where}: ${told(code, node)} ${what}`;

const nameOf = (node: Node | null | undefined): string => String((node?.['name'] as string | undefined) ?? '');

const wrong = ({ code }: Place, node: Node): Edit[] => [
  put(node, `anotherAmount(${code.slice(node.start, node.end)})`),
  { start: code.length, end: code.length, text: helper },
];

function* amounts(node: Node, place: Place): Generator<Found> {
  const [first] = argumentsOf(node);
  if (first && writers.has(calleeOf(node) ?? ''))
    yield { kind: 'amounts', what: say(place, node, 'of another amount'), edits: wrong(place, first) };
  if (node.type === 'JSXAttribute' && amountNames.has(nameOf(node['name'] as Node))) {
    const value = node['value'] as Node | null;
    if (value?.type === 'JSXExpressionContainer')
      yield {
        kind: 'amounts',
        what: say(place, node, 'another amount'),
        edits: wrong(place, value['expression'] as Node),
      };
  }
  if (node.type === 'JSXOpeningElement' && nameOf(node['name'] as Node) === 'Amount')
    for (const one of node['attributes'] as Node[])
      if (one.type === 'JSXSpreadAttribute')
        yield {
          kind: 'amounts',
          what: say(place, one, 'another amount'),
          edits: wrong(place, one['argument'] as Node),
        };
}

function* texts(node: Node, place: Place): Generator<Found> {
  if (/^(t|told)$/.test(calleeOf(node) ?? ''))
    yield { kind: 'texts', what: say(place, node, 'missing'), edits: [put(node, "''")] };
}

function* switched(node: Node, place: Place): Generator<Found> {
  const value = node['value'] as Node | null;
  if (!switches.has(nameOf(node['name'] as Node))) return;
  if (!value) yield { kind: 'branches', what: say(place, node, 'dropped'), edits: [put(node, '')] };
  else if (value.type === 'JSXExpressionContainer') {
    const inside = value['expression'] as Node;
    const text = place.code.slice(inside.start, inside.end);
    yield { kind: 'branches', what: say(place, node, 'the other way round'), edits: [put(inside, `!(${text})`)] };
  }
}

function* branches(node: Node, place: Place): Generator<Found> {
  if (node.type === 'ConditionalExpression')
    for (const [name, kept] of [
      ['false', node['consequent']],
      ['true', node['alternate']],
    ] as [string, Node][])
      yield {
        kind: 'branches',
        what: say(place, node['test'] as Node, `? : the branch of ${name === 'true' ? 'yes' : 'no'} dropped`),
        edits: [put(node, `(${place.code.slice(kept.start, kept.end)})`)],
      };
  if (node.type === 'IfStatement')
    yield {
      kind: 'branches',
      what: say(place, node['test'] as Node, 'if: never'),
      edits: [put(node['test'] as Node, 'false')],
    };
  if (node.type === 'JSXAttribute') yield* switched(node, place);
}

const isMap = (node: Node): boolean => /^(map|flatMap)$/.test(calleeOf(node) ?? '');

/** What stands between tags: a choice, a list, or words. */
function* within(container: Node, place: Place): Generator<Found> {
  const inside = bare(container['expression'] as Node);
  if (inside.type === 'LogicalExpression' && inside['operator'] === '&&')
    yield { kind: 'branches', what: say(place, inside, 'dropped'), edits: [put(inside, 'null')] };
  else if (isMap(inside)) yield { kind: 'branches', what: say(place, inside, 'dropped'), edits: [put(inside, 'null')] };
  else if (/^(Identifier|MemberExpression|TemplateLiteral|CallExpression)$/.test(inside.type))
    yield { kind: 'texts', what: say(place, inside, 'missing'), edits: [put(inside, "''")] };
}

/** The name that a function gets where it stands. */
function named(node: Node, place: Place): Place {
  if (node.type === 'FunctionDeclaration') return { ...place, where: nameOf(node['id'] as Node) || 'default' };
  if (node.type !== 'VariableDeclarator' || !node['init'] || !isFunction(bare(node['init'] as Node))) return place;
  return place.where === '' ? { ...place, where: nameOf(node['id'] as Node) } : place;
}

function* visit(node: Node, above: Place): Generator<Found> {
  const place = named(node, above);
  yield* amounts(node, place);
  yield* texts(node, place);
  yield* branches(node, place);
  if (node.type === 'JSXAttribute' && looks.has(nameOf(node['name'] as Node))) return;
  for (const child of childrenOf(node)) {
    if (/^JSX(Element|Fragment)$/.test(node.type) && child.type === 'JSXExpressionContainer')
      yield* within(child, place);
    yield* visit(child, place);
  }
}

/** Every branch, amount and text of a view that could be missing or another. */
export const changesOfView = (file: string, code: string): Generator<Found> =>
  visit(parse(file, code), { code, where: '' });
