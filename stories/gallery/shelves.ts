import type { ShelfLine } from './story-files.ts';

/** The lines of the start page. Storybook is given them by its plugin, which reckons them from the models. */
export const shelves: readonly ShelfLine[] = [];
