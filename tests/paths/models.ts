import type { Model } from '../../machines/model.ts';

const found = import.meta.glob<Model>('../../machines/**/*.model.ts', { eager: true, import: 'default' });

/** Every model there is, by its file: `machines/flows/login/login.model.ts`. */
export const models: Record<string, Model> = Object.fromEntries(
  Object.entries(found).map(([file, model]) => [file.replace(/^(\.\.\/)+/, ''), model]),
);

/** The files of machines; each must have a model beside it. */
export const machineFiles: string[] = Object.keys(import.meta.glob('../../machines/**/*.machine.ts')).map((file) =>
  file.replace(/^(\.\.\/)+/, ''),
);
