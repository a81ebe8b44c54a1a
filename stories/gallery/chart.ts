import Elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Model, Words } from '../../machines/model.ts';
import { eventName, partsOfGuard } from '../../machines/paths/inside-xstate.ts';
import { arrowWords } from '../../machines/paths/words.ts';

/** A state as a box; `state` is its dotted path, empty for the machine itself. Lengths are pixels from the top left. */
export interface Box {
  state: string;
  label: string;
  /** What the model calls it; absent for a state that holds others. */
  title?: Words;
  leaf: boolean;
  final: boolean;
  depth: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Arrow {
  line: string;
  label: string;
  /** What the model calls it. */
  title?: Words;
  x: number;
  y: number;
}

/** A statechart with every place worked out, so that a page only has to draw it. */
export interface Chart {
  width: number;
  height: number;
  boxes: Box[];
  arrows: Arrow[];
}

const letter = 6.6;

/** What a chart is told in: a model's words for states and events. */
type Told = Pick<Model, 'states' | 'eventWords'>;

type Naming = Pick<Arrow, 'label' | 'title'>;

function namingOf(type: string, guard: unknown, node: AnyStateNode, told: Told | undefined): Naming {
  const { names } = partsOfGuard(guard);
  const event = eventName(type, node);
  const guarded = (text: string): string => (names.length > 0 ? `${text} [${names.join(', ')}]` : text);
  const label = guarded(event.replace(/^user\./, ''));
  if (!told) return { label };
  return { label, title: { en: guarded(arrowWords(told, event, 'en')), ru: guarded(arrowWords(told, event, 'ru')) } };
}

interface Drawn {
  told: Told | undefined;
  nodes: Map<string, Pick<Box, 'state' | 'label' | 'title' | 'leaf' | 'final' | 'depth'>>;
  edges: ElkExtendedEdge[];
  /** By the id of the edge. */
  namings: Map<string, Naming>;
}

const lettersOf = (text: string, title: Words | undefined): number =>
  Math.max(...(title ? [title.en, title.ru] : [text]).map(({ length }) => length));

function drawNode(node: AnyStateNode, depth: number, drawn: Drawn): ElkNode {
  const children = Object.values(node.states as Record<string, AnyStateNode>);
  const leaf = children.length === 0;
  const state = node.path.join('.');
  const title = drawn.told?.states[state]?.title;
  drawn.nodes.set(node.id, {
    state,
    label: node.key,
    ...(title && { title }),
    leaf,
    final: node.type === 'final',
    depth,
  });
  for (const [type, transitions] of [...node.transitions, ['', node.always ?? []] as const])
    for (const { target, guard } of transitions)
      for (const { id } of target ?? []) {
        const naming = namingOf(type, guard, node, drawn.told);
        const edge = `e${drawn.edges.length}`;
        drawn.namings.set(edge, naming);
        drawn.edges.push({
          id: edge,
          sources: [node.id],
          targets: [id],
          labels: [{ text: naming.label, width: lettersOf(naming.label, naming.title) * letter + 6, height: 14 }],
        });
      }
  const longest = Math.max(...[node.key, title?.en ?? '', title?.ru ?? ''].map(({ length }) => length));
  if (leaf) return { id: node.id, width: Math.max(80, longest * 7.5 + 24), height: title ? 44 : 36 };
  return {
    id: node.id,
    children: children.map((child) => drawNode(child, depth + 1, drawn)),
    layoutOptions: { 'elk.padding': '[top=30,left=14,bottom=14,right=14]' },
  };
}

const arrowOf = ({ labels, sections }: ElkExtendedEdge, naming: Naming): Arrow[] =>
  (sections ?? []).map(({ startPoint, bendPoints = [], endPoint }) => ({
    line: `M${[startPoint, ...bendPoints, endPoint].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`,
    ...naming,
    x: labels?.[0]?.x ?? 0,
    y: (labels?.[0]?.y ?? 0) + 11,
  }));

/**
 * Draws a machine from its definition, in the words of a model where there is one. It is worked out once, in Node: a page
 * gets numbers and no layout engine.
 */
export async function chartOf(machine: AnyStateMachine, told?: Told): Promise<Chart> {
  const drawn: Drawn = { told, nodes: new Map(), edges: [], namings: new Map() };
  const root = drawNode(machine.root, 0, drawn);
  const placed: ElkNode = await new Elk().layout({
    id: 'the chart',
    children: [root],
    edges: drawn.edges,
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
      'elk.edgeLabels.inline': 'true',
    },
  });
  const boxes: Box[] = [];
  const arrows: Arrow[] = [];
  const collect = (node: ElkNode): void => {
    const known = drawn.nodes.get(node.id);
    const { x = 0, y = 0, width = 0, height = 0 } = node;
    if (known) boxes.push({ ...known, x, y, width, height });
    arrows.push(...(node.edges ?? []).flatMap((edge) => arrowOf(edge, drawn.namings.get(edge.id) ?? { label: '' })));
    node.children?.forEach(collect);
  };
  collect(placed);
  return { width: Math.ceil(placed.width ?? 0), height: Math.ceil(placed.height ?? 0), boxes, arrows };
}
