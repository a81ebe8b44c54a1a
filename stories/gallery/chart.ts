import Elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Words } from '../../machines/model.ts';
import { eventName, partsOfGuard } from '../../machines/paths/inside-xstate.ts';

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

const labelOf = (type: string, guard: unknown, node: AnyStateNode): string => {
  const { names } = partsOfGuard(guard);
  const event = eventName(type, node).replace(/^user\./, '');
  return names.length > 0 ? `${event} [${names.join(', ')}]` : event;
};

interface Drawn {
  titles: Readonly<Record<string, Words>>;
  nodes: Map<string, Pick<Box, 'state' | 'label' | 'title' | 'leaf' | 'final' | 'depth'>>;
  edges: ElkExtendedEdge[];
}

function drawNode(node: AnyStateNode, depth: number, drawn: Drawn): ElkNode {
  const children = Object.values(node.states as Record<string, AnyStateNode>);
  const leaf = children.length === 0;
  const state = node.path.join('.');
  const title = drawn.titles[state];
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
        const text = labelOf(type, guard, node);
        drawn.edges.push({
          id: `e${drawn.edges.length}`,
          sources: [node.id],
          targets: [id],
          labels: [{ text, width: text.length * letter + 6, height: 14 }],
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

const arrowOf = ({ labels, sections }: ElkExtendedEdge): Arrow[] =>
  (sections ?? []).map(({ startPoint, bendPoints = [], endPoint }) => ({
    line: `M${[startPoint, ...bendPoints, endPoint].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`,
    label: labels?.[0]?.text ?? '',
    x: labels?.[0]?.x ?? 0,
    y: (labels?.[0]?.y ?? 0) + 11,
  }));

/**
 * Draws a machine from its definition; `titles` are the model's words for a state. It is worked out once, in Node: a
 * page gets numbers and no layout engine.
 */
export async function chartOf(machine: AnyStateMachine, titles: Readonly<Record<string, Words>> = {}): Promise<Chart> {
  const drawn: Drawn = { titles, nodes: new Map(), edges: [] };
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
    arrows.push(...(node.edges ?? []).flatMap(arrowOf));
    node.children?.forEach(collect);
  };
  collect(placed);
  return { width: Math.ceil(placed.width ?? 0), height: Math.ceil(placed.height ?? 0), boxes, arrows };
}
