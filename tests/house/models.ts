import { dirname, join } from 'node:path/posix';
import type { Model } from '../../machines/model.ts';
import type { Parsed } from './source.ts';

/** A model file and what it gives as its default. */
export type ModelFiles = Record<string, Partial<Model> | undefined>;

/** The file of the view that a model names: `exchange/form` is `src/features/exchange/form.view.tsx`. */
const viewFile = (view: string): string => `src/features/${view.replace(/\.view\.tsx$/, '')}.view.tsx`;

const machineOf = (file: string): string => file.replace(/\.model\.ts$/, '.machine.ts');

/** `file: what` for each view that not exactly one model names, and each name that leads to no view. */
export function viewFaults(models: ModelFiles, views: readonly string[]): string[] {
  const named = Object.entries(models).flatMap(([file, model]) =>
    model?.view === undefined ? [] : [{ file, view: viewFile(model.view) }],
  );
  return [
    ...views.flatMap((view) => {
      const count = named.filter((one) => one.view === view).length;
      return count === 1 ? [] : [`${view}: ${count} models name it`];
    }),
    ...named.filter(({ view }) => !views.includes(view)).map(({ file, view }) => `${file}: ${view} is not there`),
  ];
}

/** Flows whose own model does not name the view of their name. */
export const flowFaults = (models: ModelFiles, flows: readonly string[]): string[] =>
  flows
    .filter((name) => {
      const view = models[`machines/flows/${name}/${name}.model.ts`]?.view;
      return view === undefined || viewFile(view) !== viewFile(`${name}/${name}`);
    })
    .map((name) => `${name}: its model does not name src/features/${name}/${name}.view.tsx`);

/** Model files without a model, or whose machine nobody of the house loads. */
export function modelFaults(models: ModelFiles, files: readonly Parsed[]): string[] {
  const loaded = new Set(
    files
      .filter(({ file }) => /^(machines|src)\//.test(file) && !/\.(model|samples)\.ts$/.test(file))
      .flatMap(({ file, imports }) =>
        imports
          .filter(({ from, typeOnly }) => from.startsWith('.') && !typeOnly)
          .map(({ from }) => join(dirname(file), from)),
      ),
  );
  const loads = (file: string, from: string) =>
    files.some(
      (one) => one.file === file && one.imports.some((i) => !i.typeOnly && join(dirname(file), i.from) === from),
    );
  return Object.entries(models).flatMap(([file, model]) => [
    ...(model?.machine?.implementations && model.name && model.states ? [] : [`${file}: its default is no model`]),
    ...(loads(file, machineOf(file)) ? [] : [`${file}: is not about the machine beside it`]),
    ...(loaded.has(machineOf(file)) ? [] : [`${file}: nobody uses its machine`]),
  ]);
}
