import type { World } from '../../machines/root/provide.ts';
import { dropDraft, keepDraft, readDraft } from '../platform/drafts.ts';
import { printPage } from '../platform/print.ts';

const widened = new WeakMap<World, World>();

/** The world with what only flows name that no page begins with. One and the same for the same world. */
export function laterWorld(world: World): World {
  const known = widened.get(world);
  if (known) return known;
  const wide: World = {
    ...world,
    asks: { ...world.asks, 'draft.read': readDraft },
    effects: { ...world.effects, 'draft.keep': keepDraft, 'draft.drop': dropDraft, 'page.print': printPage },
  };
  widened.set(world, wide);
  return wide;
}
