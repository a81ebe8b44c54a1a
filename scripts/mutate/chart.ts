import { foundIn } from './bodies.ts';
import type { Edit, Found, Kind } from './mutant.ts';
import {
  argumentsOf,
  bare,
  calleeOf,
  childrenOf,
  drop,
  elementsOf,
  isArray,
  isFunction,
  isObject,
  isString,
  keyOf,
  namedProperty,
  parse,
  propertiesOf,
  put,
  told,
  valueOf,
  type Node,
} from './tree.ts';

/** Where in a chart the walk is: the names above, the states that a plain target may name, and those below the state. */
interface Place {
  code: string;
  where: string;
  siblings: string[];
  children: string[];
  /** The states at the top, for targets such as `#operation.sorting`. */
  top: string[];
}

const below = (place: Place, name: string): Place => ({
  ...place,
  where: place.where ? `${place.where}.${name}` : name,
});

const statesIn = (node: Node): string[] => {
  const states = namedProperty(node, 'states');
  return states ? propertiesOf(valueOf(states)).flatMap((property) => keyOf(property) ?? []) : [];
};

/** The name that comes after one, round and round. */
const after = (names: readonly string[], name: string): string | undefined =>
  names[(names.indexOf(name) + 1) % names.length];

/** Another state that the same target could have named. */
function otherTarget(target: string, { siblings, children, top }: Place): string | undefined {
  const [first = '', ...rest] = target.split('.');
  if (target.startsWith('#')) {
    const other = rest[0] === undefined ? undefined : after(top, rest[0]);
    return other === undefined || other === rest[0] ? undefined : `${first}.${other}`;
  }
  const [names, name, dot] = target.startsWith('.') ? [children, rest[0] ?? '', '.'] : [siblings, first, ''];
  const other = after(names, name);
  return other === undefined || other === name ? undefined : `${dot}${other}`;
}

function* retarget(node: Node, place: Place): Generator<Found> {
  const target = String(node['value']);
  const other = otherTarget(target, place);
  if (other !== undefined)
    yield { kind: 'targets', what: `${place.where}: target ${target} → ${other}`, edits: [put(node, `'${other}'`)] };
}

const droppedKind = (where: string): Kind => (/(^|\.)after(\.|$)/.test(where) ? 'delays' : 'targets');

/** `actions`, `entry`, `exit`: one alone or a list; each may be forgotten. */
function* actions(property: Node, place: Place): Generator<Found> {
  const { code, where } = place;
  const value = valueOf(property);
  if (isArray(value))
    for (const one of elementsOf(value))
      yield { kind: 'actions', what: `${where}: ${told(code, one)} dropped`, edits: [drop(code, one)] };
  else yield { kind: 'actions', what: `${where}: ${told(code, value)} dropped`, edits: [drop(code, property)] };
  yield* params(value, place);
}

/** What is handed to an action or a guard. */
function* params(value: Node, place: Place): Generator<Found> {
  for (const one of isArray(value) ? elementsOf(value).map(bare) : [value]) {
    const given = isObject(one) ? namedProperty(one, 'params') : undefined;
    if (given) yield* foundIn(valueOf(given), place.code, 'outputs', `${place.where}.params`);
  }
}

const negated = (code: string, value: Node): Edit[] => [
  // On the line of the first import, so that every other line stays where it is.
  { start: 0, end: 0, text: "import { not as notAtAll } from 'xstate'; " },
  put(value, `notAtAll(${code.slice(value.start, value.end)} as never)`),
];

function* guard(property: Node, place: Place): Generator<Found> {
  const { code, where } = place;
  const value = property['value'] as Node;
  yield { kind: 'guards', what: `${where}: ${told(code, value)} dropped`, edits: [drop(code, property)] };
  yield { kind: 'guards', what: `${where}: ${told(code, value)} negated`, edits: negated(code, value) };
  yield* params(bare(value), place);
}

/** One transition: a target alone, an object, or several that are tried in turn. */
function* transition(node: Node, place: Place): Generator<Found> {
  const { code, where } = place;
  if (isString(node)) yield* retarget(node, place);
  else if (isObject(node))
    for (const property of propertiesOf(node)) {
      const key = keyOf(property);
      const here = below(place, key ?? 'spread');
      if (key === 'target' && isString(valueOf(property))) yield* retarget(valueOf(property), place);
      else if (key === 'guard') yield* guard(property, here);
      else if (key === 'actions') yield* actions(property, here);
      else if (key === 'reenter')
        yield { kind: 'targets', what: `${where}: reenter dropped`, edits: [drop(code, property)] };
    }
  else if (isArray(node)) yield* inTurn(elementsOf(node), place);
}

const targetOf = (node: Node): Node | undefined => {
  const value = isString(node) ? node : isObject(node) ? namedProperty(node, 'target') : undefined;
  return value && (value.type === 'Property' ? valueOf(value) : value);
};

function* inTurn(nodes: Node[], place: Place): Generator<Found> {
  const { code, where } = place;
  for (const [at, raw] of nodes.entries()) {
    const node = bare(raw);
    const here = below(place, String(at));
    yield* transition(node, here);
    if (nodes.length > 1) yield { kind: droppedKind(where), what: `${here.where} dropped`, edits: [drop(code, raw)] };
    const [one, other] = [targetOf(node), nodes[at + 1] && targetOf(bare(nodes[at + 1]!))];
    if (!one || !other || !isString(one) || !isString(other)) continue;
    const [first, second] = [one, other].map((each) => code.slice(each.start, each.end)) as [string, string];
    yield {
      kind: 'targets',
      what: `${where}: ${first} and ${second} swapped`,
      edits: [put(one, second), put(other, first)],
    };
  }
}

/** `on: { event: transition }`, `after: { delay: transition }`. */
function* table(node: Node, place: Place): Generator<Found> {
  for (const property of propertiesOf(node)) {
    const key = keyOf(property);
    if (key === undefined) continue;
    const here = below(place, key);
    yield { kind: droppedKind(here.where), what: `${here.where} dropped`, edits: [drop(place.code, property)] };
    if (/^[\d_]+$/.test(key) && place.where.endsWith('after'))
      yield {
        kind: 'delays',
        what: `${here.where}: ten times as long`,
        edits: [put(property['key'] as Node, `${key.replaceAll('_', '')}0`)],
      };
    yield* transition(valueOf(property), here);
  }
}

function* invoke(node: Node, place: Place): Generator<Found> {
  if (isArray(node)) {
    for (const [at, one] of elementsOf(node).entries()) yield* invoke(bare(one), below(place, String(at)));
    return;
  }
  for (const property of propertiesOf(node)) {
    const key = keyOf(property) ?? '';
    const here = below(place, key);
    if (/^on(Done|Error|Snapshot)$/.test(key)) {
      yield { kind: 'targets', what: `${here.where} dropped`, edits: [drop(place.code, property)] };
      yield* transition(valueOf(property), here);
    }
    if (key === 'input') yield* foundIn(valueOf(property), place.code, 'outputs', here.where);
  }
}

function* state(node: Node, place: Place): Generator<Found> {
  const { code } = place;
  const inside: Place = { ...place, children: statesIn(node) };
  for (const property of propertiesOf(node)) {
    const key = keyOf(property);
    if (key === undefined) continue;
    const value = valueOf(property);
    const here = below(inside, key);
    if (key === 'states')
      for (const one of propertiesOf(value)) {
        const name = keyOf(one);
        if (name !== undefined) yield* state(valueOf(one), below({ ...here, siblings: inside.children }, name));
      }
    else if (key === 'on' || key === 'after') yield* table(value, here);
    else if (key === 'always' || key === 'onDone') {
      if (!isArray(value)) yield { kind: 'targets', what: `${here.where} dropped`, edits: [drop(code, property)] };
      yield* transition(value, here);
    } else if (key === 'entry' || key === 'exit') yield* actions(property, here);
    else if (key === 'invoke') yield* invoke(value, here);
    else if (key === 'initial' && isString(value)) yield* retarget(value, { ...here, siblings: inside.children });
    else if (key === 'tags')
      for (const one of isArray(value) ? elementsOf(value) : [property])
        yield { kind: 'outputs', what: `${here.where}: ${told(code, one)} dropped`, edits: [drop(code, one)] };
    else if (key === 'context' || key === 'output') yield* foundIn(value, code, 'outputs', here.where);
  }
}

function* delay(property: Node, place: Place): Generator<Found> {
  const value = property['value'] as Node;
  const text = place.code.slice(value.start, value.end);
  const longer = isFunction(bare(value)) ? `(...given) => 10 * (${text} as any)(...given)` : `10 * (${text})`;
  yield { kind: 'delays', what: `${place.where}: ten times as long`, edits: [put(value, longer)] };
  yield* foundIn(value, place.code, 'delays', place.where);
}

/** The object of a piece of a chart that stands in a call, as in `verbs()({ … })`, or is what a function gives. */
function madeOf(node: Node): Node {
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined;
  const [first] = argumentsOf(node);
  if (callee && first && calleeOf(callee) === 'verbs') return bare(first);
  return isFunction(node) ? bare(node['body'] as Node) : node;
}

function* implementations(node: Node, place: Place): Generator<Found> {
  for (const section of propertiesOf(node)) {
    const name = keyOf(section) ?? '';
    for (const property of propertiesOf(madeOf(valueOf(section)))) {
      const here = below(place, `${name}.${keyOf(property) ?? 'spread'}`);
      const value = property.type === 'Property' ? valueOf(property) : property;
      if (name === 'guards') yield* foundIn(value, place.code, 'guards', here.where);
      // What a piece of a chart brings stands in a file of its own.
      if (name === 'delays' && property.type === 'Property') yield* delay(property, here);
      // A port's name stands in the call that makes the effect; what it does is the world's.
      if (name === 'actions' && calleeOf(value) !== 'effect') yield* foundIn(value, place.code, 'outputs', here.where);
    }
  }
}

const functionOf = (node: Node): { name: string; body: Node }[] => {
  if (node.type === 'FunctionDeclaration') return [{ name: String((node['id'] as Node)['name']), body: node }];
  if (node.type !== 'VariableDeclaration') return [];
  return (node['declarations'] as Node[]).flatMap((one) => {
    const init = one['init'] ? bare(one['init'] as Node) : undefined;
    return init && isFunction(init) ? [{ name: String((one['id'] as Node)['name']), body: init }] : [];
  });
};

/** Functions at the top of a file; of exported ones those that charts take. */
function* helpers(program: Node, code: string, taken: ReadonlySet<string> | null): Generator<Found> {
  for (const node of program['body'] as Node[]) {
    const isExported = node.type === 'ExportNamedDeclaration';
    const declared = (isExported ? node['declaration'] : node) as Node | null;
    for (const { name, body } of declared ? functionOf(declared) : [])
      if (!isExported || taken?.has(name)) yield* foundIn(body, code, 'outputs', name);
  }
}

/** The consts at the top of a file, exported or not. */
const constsOf = (program: Node): { where: string; value: Node }[] =>
  (program['body'] as Node[])
    .map((node) => (node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : node))
    .filter((node) => node?.type === 'VariableDeclaration')
    .flatMap((node) => node!['declarations'] as Node[])
    .filter((one) => one['init'])
    .map((one) => ({ where: String((one['id'] as Node)['name']), value: bare(one['init'] as Node) }));

/** States and tables of events that a piece gives under names of its own. */
function* pieces(value: Node, place: Place): Generator<Found> {
  const own = ['actors', 'guards', 'actions', 'delays', 'states'];
  for (const property of propertiesOf(value)) {
    const key = keyOf(property);
    if (key === undefined || own.includes(key)) continue;
    const part = madeOf(valueOf(property));
    const isState = ['on', 'after', 'always', 'invoke'].some((name) => namedProperty(part, name));
    yield* isState ? state(part, below(place, key)) : table(part, below(place, key));
  }
}

/** Transitions, lists of actions, and states with their guards, that stand at the top of a file because several places share them. */
function* shared(program: Node, code: string): Generator<Found> {
  for (const { where, value } of constsOf(program)) {
    const place: Place = { code, where, siblings: [], children: [], top: [] };
    if (isArray(value))
      for (const each of elementsOf(value))
        yield { kind: 'actions', what: `${where}: ${told(code, each)} dropped`, edits: [drop(code, each)] };
    const isPiece = ['states', 'guards'].some((name) => namedProperty(value, name));
    if (!isPiece && ['target', 'guard', 'actions'].some((name) => namedProperty(value, name)))
      yield* transition(value, place);
    if (!isPiece) continue;
    yield* implementations(value, place);
    yield* state(value, place);
    yield* pieces(value, place);
  }
}

/** The argument of `setup(…)` and that of `.createMachine(…)`. */
function* machinesIn(node: Node): Generator<{ of: 'setup' | 'createMachine'; node: Node }> {
  const name = calleeOf(node);
  const [first] = argumentsOf(node);
  if ((name === 'setup' || name === 'createMachine') && first) yield { of: name, node: bare(first) };
  for (const child of childrenOf(node)) yield* machinesIn(child);
}

/** Every change to the machines of a file and to the functions that only they use. */
export function* changesOfChart(file: string, code: string): Generator<Found> {
  const program = parse(file, code);
  const place: Place = { code, where: '', siblings: [], children: [], top: [] };
  for (const { of, node } of machinesIn(program))
    if (of === 'setup') yield* implementations(node, place);
    else yield* state(node, { ...place, top: statesIn(node) });
  yield* shared(program, code);
  yield* helpers(program, code, null);
}

/** The same of a file that only helps charts; `taken` are the names that they import from it. */
export const changesOfHelper = (file: string, code: string, taken: ReadonlySet<string>): Generator<Found> =>
  helpers(parse(file, code), code, taken);
