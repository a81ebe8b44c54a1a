import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { lexiconOf, type Lexicon } from '../machines/journal/lexicon.ts';
import type { Model } from '../machines/model.ts';
import { chartOf, type Chart } from '../stories/gallery/chart.ts';

const root = join(import.meta.dirname, '..');

/** Every model there is, read by this Node. */
async function readModels(): Promise<Model[]> {
  const files = globSync('machines/**/*.model.ts', { cwd: root }).toSorted();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)));
  return (modules as { default: Model }[]).map((module) => module.default);
}

async function chartsOf(models: readonly Model[]): Promise<Record<string, Chart>> {
  const charts: Record<string, Chart> = {};
  for (const { machine } of models) charts[machine.id] = await chartOf(machine);
  return charts;
}

/** What the page may ask for of every machine, as plain data: words, and charts that are drawn. */
const facts: Record<string, (models: readonly Model[]) => Promise<Lexicon | Record<string, Chart>>> = {
  'virtual:machine-words': (models) => Promise.resolve(lexiconOf(models)),
  'virtual:machine-charts': chartsOf,
};

/** Gives the page the words and the charts of the machines without their models and without what draws. */
export const machineFacts = (): Plugin => {
  let models: Promise<Model[]> | undefined;
  return {
    name: 'machine-facts',
    resolveId: (id) => (id in facts ? `\0${id}` : null),
    async load(id) {
      const fact = id.startsWith('\0') ? facts[id.slice(1)] : undefined;
      if (!fact) return null;
      models ??= readModels();
      return `export default ${JSON.stringify(await fact(await models))};`;
    },
  };
};
