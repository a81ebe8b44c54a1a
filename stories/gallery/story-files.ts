import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { storyNameFromExport, toId } from 'storybook/internal/csf';
import { runnerImport } from 'vite';
import type { Model } from '../../machines/model.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { chartOf, type Chart } from './chart.ts';
import { namesOf, shelfOf, type Named } from './story-names.ts';

/** A model with its stories worked out. */
export interface Gallery {
  model: Model;
  shelf: string;
  stops: Named[];
  chart: Chart;
  /** State to the story that shows it. */
  links: Record<string, string>;
  /** Every file that the model is made of. */
  files: string[];
}

/** File to the models that are made of it. */
export const usersOf = new Map<string, Set<string>>();

const kept = new Map<string, { stamp: string; gallery: Gallery }>();
const stampOf = (files: string[]): string => files.map((file) => statSync(file).mtimeMs).join();

function linksOf(shelf: string, stops: Named[]): Record<string, string> {
  const links: Record<string, string> = {};
  for (const { states, exportName } of stops)
    for (const state of states) links[state] ??= toId(shelf, storyNameFromExport(exportName));
  return links;
}

/** Stories of a model's states; none for a machine that no view shows, and none of a state that its view never shows. */
export async function galleryOf(file: string): Promise<Gallery> {
  const before = kept.get(file);
  if (before && before.stamp === stampOf(before.gallery.files)) return before.gallery;
  const { module, dependencies } = await runnerImport<{ default: Model }>(file, {
    configFile: false,
    logLevel: 'error',
  });
  const files = [...new Set([file, ...dependencies.map((path) => resolve(path))])];
  for (const one of files) if (one !== file) usersOf.set(one, (usersOf.get(one) ?? new Set()).add(file));

  const model = module.default;
  const shelf = shelfOf(file, model);
  const isSeen = (state: string) => model.states[state]?.unseen === undefined;
  const shown = model.view === undefined ? { stops: [], missing: [] } : findStops(model);
  if (shown.missing.length > 0) throw new Error(`${model.name}: no way to ${shown.missing.join(', ')}`);
  const stops = namesOf(
    model,
    shown.stops.filter(({ states }) => states.every(isSeen)),
  );
  const gallery = { model, shelf, stops, chart: await chartOf(model.machine), links: linksOf(shelf, stops), files };
  kept.set(file, { stamp: stampOf(files), gallery });
  return gallery;
}

const here = (path: string): string => JSON.stringify(resolve(import.meta.dirname, path));

/** The stories of a model as Storybook reads them: titles and names are literals, the rest comes from `story.tsx`. */
export function storySource(file: string, { model, shelf, stops, chart, links }: Gallery): string {
  if (stops.length === 0) return `export default { title: ${JSON.stringify(shelf)}, tags: ['gallery'] };`;
  const view = resolve('src/features', `${model.view?.replace(/\.view\.tsx$/, '')}.view.tsx`);
  const stories = stops.map(
    ({ exportName, name }, at) =>
      `export const ${exportName} = { name: ${JSON.stringify(name)}, ...storyOf(model, View, stops[${at}], chart, links) };`,
  );
  return `
import model from ${JSON.stringify(`./${basename(file)}?model`)};
import View from ${JSON.stringify(view)};
import { sheetOf, storyOf } from ${here('story.tsx')};
const stops = ${JSON.stringify(stops)};
const chart = ${JSON.stringify(chart)};
const links = ${JSON.stringify(links)};
const meta = {
  title: ${JSON.stringify(shelf)},
  tags: ['autodocs', 'gallery'],
  parameters: { docs: { page: sheetOf(model, View, stops, chart, links) } },
};
export default meta;
${stories.join('\n')}
`;
}
