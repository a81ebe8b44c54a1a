import type { Heir } from '../../ui/handed-focus.ts';

/** What says which journal is open, and where in it. */
export const headOf: Heir = (left) => left.closest('details')?.querySelector('summary');
