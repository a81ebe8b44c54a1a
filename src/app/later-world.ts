import type { World } from '../../machines/root/provide.ts';
import { heldFile } from '../house/held-files.ts';
import { cardTokens } from '../platform/card-tokens.ts';
import { checkFields } from '../platform/check-fields.ts';
import { dropDraft, keepDraft, readDraft } from '../platform/drafts.ts';
import { handOver } from '../platform/hand-over.ts';
import { printPage } from '../platform/print.ts';

interface Handle {
  handle: string;
}
const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Handle>).handle === 'string';

/** A body names files by the handles that this page gave them; they themselves are put in where it leaves. */
function withFiles(input: unknown): unknown {
  const { body } = Object(input) as { body?: Record<string, unknown> };
  if (!body || !Object.values(body).some(isHandle)) return input;
  const filled = Object.entries(body).map(([name, value]) => [name, isHandle(value) ? heldFile(value.handle) : value]);
  return { ...(input as object), body: Object.fromEntries(filled) as Record<string, unknown> };
}

const widened = new WeakMap<World, World>();

/** The world with what only flows name that no page begins with. One and the same for the same world. */
export function laterWorld(world: World): World {
  const known = widened.get(world);
  if (known) return known;
  const wide: World = {
    ...world,
    call: (spec, input, signal) => world.call(spec, withFiles(input), signal),
    asks: { ...world.asks, 'draft.read': readDraft, 'fields.check': checkFields, 'page.hand over': handOver },
    sources: { ...world.sources, 'card.tokens': cardTokens },
    effects: { ...world.effects, 'draft.keep': keepDraft, 'draft.drop': dropDraft, 'page.print': printPage },
  };
  widened.set(world, wide);
  return wide;
}
