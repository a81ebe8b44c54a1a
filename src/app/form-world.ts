import { dropDraft, keepDraft, markDraft, readDraft, unmarkDraft } from '../platform/drafts.ts';
import { handOver } from '../platform/hand-over.ts';
import { printPage } from '../platform/print.ts';
import { widened } from './widened.ts';

/** The world with what a form and its operation name. */
export const formWorld = widened((world) => ({
  ...world,
  asks: { ...world.asks, 'draft.read': readDraft, 'page.hand over': handOver },
  effects: {
    ...world.effects,
    'draft.keep': keepDraft,
    'draft.mark': markDraft,
    'draft.unmark': unmarkDraft,
    'draft.drop': dropDraft,
    'page.print': printPage,
  },
}));
