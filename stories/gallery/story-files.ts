import { globSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { storyNameFromExport, toId } from 'storybook/internal/csf';
import { runnerImport } from 'vite';
import { takeTurns } from '../../contract/take-turns.ts';
import type { Model, Words } from '../../machines/model.ts';
import { onScreen } from '../../machines/paths/stops.ts';
import { flows } from '../../machines/root/flows.ts';
import { machinesBelow, standingStates } from '../../machines/paths/universe.ts';

import { chartOf, type Chart } from './chart.ts';
import { hashOf, stopsOf } from './kept-stops.ts';
import { madeOf } from './made-of.ts';
import { namesOf, shelfOf, type Named } from './story-names.ts';

/** A story with its place in the gallery. */
export interface Placed extends Named {
  /** Storybook's id of it. */
  story: string;
}

/** A model with its stories worked out. */
export interface Gallery {
  file: string;
  model: Model;
  shelf: string;
  stops: Placed[];
  chart: Chart;
  /** State to the story that shows it; a state that others stand in leads to the first of them. */
  links: Record<string, string>;
  /** Every file that the model is made of. */
  files: string[];
}

/** One line of the start page. */
export interface ShelfLine {
  area: string;
  title: Words;
  /** Id of its sheet; null where nothing is shown of it. */
  sheet: string | null;
  /** Atomic and final states of its chart. */
  states: number;
  stories: number;
  /** Only of a machine without a screen: it has no sheet that would show it. */
  chart: Chart | null;
}

/** What Storybook calls the page of a shelf. */
export const sheetName = 'All states';

/** File to the models that are made of it. */
const usersOf = new Map<string, Set<string>>();

/** A search of paths holds up every import that waits beside it: with all models at once those come too late. */
const few = takeTurns(4);

interface Kept {
  /** When its files were changed; `being made` until it is there, null when one of its files is not. */
  stamp: string | null;
  gallery: Promise<Gallery>;
}

const kept = new Map<string, Kept>();

/** Null where one of them is gone: what was made of it is made anew. */
const stampOf = (files: string[]): string | null => {
  const times = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs);
  return times.includes(undefined) ? null : times.join();
};

function linksOf(stops: Placed[]): Record<string, string> {
  const links: Record<string, string> = {};
  for (const { states, story } of stops)
    for (const state of states)
      state.split('.').forEach((_, at, parts) => (links[parts.slice(0, at + 1).join('.')] ??= story));
  return links;
}

/** Node reads each file once, and shares it among all models; what was changed since it began is read by a server of its own. */
const loadModel = async (file: string, files: string[]): Promise<Model> => {
  const isAsItWas = files.every((one) => statSync(one).mtimeMs < performance.timeOrigin);
  const module = isAsItWas
    ? ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: Model })
    : (await runnerImport<{ default: Model }>(file, { configFile: false, logLevel: 'error' })).module;
  return module.default;
};

async function makeGallery(file: string): Promise<Gallery> {
  const files = madeOf(file);
  const hash = hashOf(files);
  for (const one of files) if (one !== file) usersOf.set(one, (usersOf.get(one) ?? new Set()).add(file));
  const model = await loadModel(file, files);

  const shelf = shelfOf(file, model);
  const found = model.view === undefined ? null : stopsOf(model, files, hash);
  if (found && found.missing.length > 0) throw new Error(`${model.name}: no way to ${found.missing.join(', ')}`);
  const stops = namesOf(model, onScreen(model, found?.stops ?? [])).map((stop) => ({
    ...stop,
    story: toId(shelf, storyNameFromExport(stop.exportName)),
  }));
  return { file, model, shelf, stops, chart: await chartOf(model.machine, model), links: linksOf(stops), files };
}

const isCurrent = async ({ stamp, gallery }: Kept): Promise<boolean> =>
  stamp !== null && stamp === stampOf((await gallery).files);

/** Stories of a model's states; none for a machine that no view shows, and none of a state that its view never shows. */
export async function galleryOf(file: string): Promise<Gallery> {
  const before = kept.get(file);
  // Whoever asks while it is being made gets the same.
  if (before && (before.stamp === 'being made' || (await isCurrent(before)))) return before.gallery;
  const making: Kept = { stamp: 'being made', gallery: few(() => makeGallery(file)) };
  kept.set(file, making);
  try {
    making.stamp = stampOf((await making.gallery).files);
  } catch (error) {
    kept.delete(file);
    throw error;
  }
  return making.gallery;
}

/** A model that is gone is made of nothing any more. */
const forget = (file: string): void => {
  kept.delete(file);
  for (const users of usersOf.values()) users.delete(file);
};

/** Storybook reads a file's stories again when that very file changes: touches the models that are made of this one. */
export function touchUsers(file: string): void {
  const now = new Date();
  for (const user of usersOf.get(file) ?? [])
    try {
      utimesSync(user, now, now);
    } catch {
      forget(user);
    }
}

const root = resolve(import.meta.dirname, '../..');

const modelsIn = (folder: string): string[] =>
  globSync(`machines/${folder}/**/*.model.ts`, { cwd: root })
    .map((file) => resolve(root, file))
    .toSorted();

/**
 * Folders of machines in the order of the gallery: flows as the register has them, some in the folder of
 * another, what they share, the house.
 */
export const modelFolders = (): string[] =>
  [
    ...flows.map(({ name }) => `flows/${name}`),
    ...readdirSync(join(root, 'machines'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['flows', 'residents', 'root'].includes(entry.name))
      .map(({ name }) => name)
      .toSorted(),
    'residents',
    'root',
  ].filter((folder) => modelsIn(folder).length > 0);

const modelFiles = (): string[] => modelFolders().flatMap(modelsIn);

/** Those that can be made: one that cannot says so in a story of its own. */
const galleries = async (): Promise<Gallery[]> => {
  const made = await Promise.allSettled(modelFiles().map(galleryOf));
  return made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
};

/** The machines that a machine starts and that have screens of their own. */
async function below({ file, model }: Gallery): Promise<Gallery[]> {
  const ids = new Set([...machinesBelow(model.machine)].map(({ id }) => id));
  const all = await galleries();
  return all.filter((one) => one.file !== file && ids.has(one.model.machine.id) && one.stops.length > 0);
}

const here = (path: string): string => JSON.stringify(resolve(import.meta.dirname, path));

const viewFile = ({ model }: Gallery): string =>
  resolve(root, 'src/features', `${model.view?.replace(/\.view\.tsx$/, '')}.view.tsx`);

/** The stories of a model as Storybook reads them: titles and names are literals, the rest comes from `story.tsx`. */
export async function storySource(made: Gallery): Promise<string> {
  const { file, shelf, stops } = made;
  if (stops.length === 0) return `export default { title: ${JSON.stringify(shelf)}, tags: ['gallery'] };`;
  const parts = [made, ...(await below(made))];
  const imports = parts.map((part, at) => {
    const model = part === made ? `./${basename(file)}` : part.file;
    return `import model${at} from ${JSON.stringify(`${model}?model`)};\nimport View${at} from ${JSON.stringify(viewFile(part))};`;
  });
  const lists = parts.map(
    (part, at) =>
      `{ model: model${at}, view: View${at}, stops: ${JSON.stringify(part.stops)}, chart: ${JSON.stringify(part.chart)}, links: ${JSON.stringify(part.links)} }`,
  );
  const stories = stops.map(
    ({ exportName, name }, at) =>
      `export const ${exportName} = { name: ${JSON.stringify(name.en)}, ...storyOf(parts[0], parts[0].stops[${at}]) };`,
  );
  return `
${imports.join('\n')}
import { storyOf } from ${here('story.tsx')};
import { sheetOf } from ${here('sheet.tsx')};
const parts = [${lists.join(',\n')}];
const meta = {
  title: ${JSON.stringify(shelf)},
  tags: ['autodocs', 'gallery'],
  parameters: { docs: { page: sheetOf(parts) } },
};
export default meta;
${stories.join('\n')}
`;
}

/** The one story of a model that cannot be read: without it Storybook would show nothing of any other. */
export const brokenStory = (file: string) => ({
  title: `Broken/${relative(root, file)}`,
  exportName: 'DoesNotLoad',
  name: 'does not load',
});

/** That story as Storybook reads it: drawn, it says which file it is and why, and a run of all stories fails. */
export function brokenSource(file: string, error: unknown): string {
  const { title, exportName, name } = brokenStory(file);
  const why = `${relative(root, file)} does not load: ${error instanceof Error ? error.message : String(error)}`;
  return `
const meta = { title: ${JSON.stringify(title)}, tags: ['gallery'] };
export default meta;
export const ${exportName} = { name: ${JSON.stringify(name)}, render: () => { throw new Error(${JSON.stringify(why)}); } };
`;
}

/** What the start page lists, and every file that this is made of. */
export async function shelfLines(): Promise<{ lines: ShelfLine[]; files: string[] }> {
  const all = await galleries();
  const lines = all.map(({ model, shelf, stops, chart }) => ({
    area: shelf.split('/')[0] ?? '',
    title: model.title,
    sheet: stops.length > 0 ? toId(shelf, sheetName) : null,
    states: standingStates(model.machine).length,
    stories: stops.length,
    chart: model.view === undefined ? chart : null,
  }));
  return { lines, files: [...new Set(all.flatMap(({ files }) => files))] };
}
