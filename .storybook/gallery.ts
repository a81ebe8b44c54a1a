import type { Indexer } from 'storybook/internal/types';
import type { Plugin } from 'vite';
import {
  brokenSource,
  brokenStory,
  galleryOf,
  shelfLines,
  storySource,
  touchUsers,
  type Gallery,
} from '../stories/gallery/story-files.ts';

const model = /\.model\.ts$/;
const startPage = /\/stories\/gallery\/shelves\.ts$/;

/** Storybook asks what stories a model has; they are reckoned from its machine. */
export const modelIndexer: Indexer = {
  test: model,
  async createIndex(file) {
    let made: Gallery;
    try {
      made = await galleryOf(file);
    } catch {
      return [{ type: 'story', importPath: file, ...brokenStory(file), tags: ['gallery'] }];
    }
    return made.stops.map(({ exportName, name }) => ({
      type: 'story',
      importPath: file,
      exportName,
      name: name.en,
      title: made.shelf,
      tags: ['autodocs', 'gallery'],
    }));
  },
};

/**
 * Serves `x.model.ts` to Storybook as the source of its stories. Whoever imports it by its relative name wants the
 * model itself, and gets `x.model.ts?model`.
 */
export const gallery = (): Plugin => ({
  name: 'gallery',
  enforce: 'pre',
  // Dependencies are looked for in files, not in generated source.
  config: () => ({
    optimizeDeps: { entries: ['src/features/**/*.view.tsx', 'stories/**/*.tsx', '.storybook/preview.tsx'] },
  }),
  async resolveId(source, importer) {
    if (!importer || !model.test(source) || !source.startsWith('.') || !/\.tsx?(\?model)?$/.test(importer)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?model`;
  },
  async load(id) {
    const watch = (files: string[]) => files.forEach((file) => this.addWatchFile(file));
    if (startPage.test(id)) {
      const { lines, files } = await shelfLines();
      watch(files);
      return `export const shelves = ${JSON.stringify(lines)};`;
    }
    if (!model.test(id)) return null;
    try {
      const made = await galleryOf(id);
      watch(made.files);
      return await storySource(made);
    } catch (error) {
      // A gallery that is built to be handed on is whole or none.
      if (this.environment.mode === 'build') throw error;
      return brokenSource(id, error);
    }
  },
  configureServer({ watcher }) {
    watcher.on('change', touchUsers);
  },
});
