import type { World } from '../../machines/root/provide.ts';
import { dropDraft, keepDraft, markDraft, readDraft } from '../platform/drafts.ts';
import { handOver } from '../platform/hand-over.ts';
import { printPage } from '../platform/print.ts';

const widened = new WeakMap<World, World>();

/** The world with what a form and its operation name. One and the same for the same world. */
export function formWorld(world: World): World {
  const known = widened.get(world);
  if (known) return known;
  const wide: World = {
    ...world,
    asks: { ...world.asks, 'draft.read': readDraft, 'page.hand over': handOver },
    effects: {
      ...world.effects,
      'draft.keep': keepDraft,
      'draft.mark': markDraft,
      'draft.drop': dropDraft,
      'page.print': printPage,
    },
  };
  widened.set(world, wide);
  return wide;
}
