import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import type { Model } from '../../machines/model.ts';
import { PlanError } from '../../machines/paths/plans.ts';

const root = join(import.meta.dirname, '..', '..');

/** Every model there is, by its file: `machines/flows/login/login.model.ts`. */
export async function readModels(): Promise<Map<string, Model>> {
  const files = globSync('machines/**/*.model.ts', { cwd: root }).toSorted();
  const models = new Map<string, Model>();
  for (const file of files) models.set(file, ((await import(join(root, file))) as { default: Model }).default);
  return models;
}

/** The model of a machine that another one starts. */
export const modelOfMachine =
  (models: ReadonlyMap<string, Model>) =>
  (machine: AnyStateMachine): Model | undefined =>
    [...models.values()].find((model) => model.machine.id === machine.id);

const isNamed = (wish: string) => (model: Model) =>
  [model.name, model.title.en, model.title.ru].some((name) => name.toLowerCase() === wish.toLowerCase());

/** The model of a name or a title. @throws PlanError that says what there is. */
export function modelNamed(models: ReadonlyMap<string, Model>, wish: string): Model {
  const found = [...models.values()].find(isNamed(wish));
  if (found) return found;
  const names = [...models.values()].map(({ name }) => name).toSorted();
  throw new PlanError(`there is no machine ${wish}. There are: ${names.join(', ')}`);
}
