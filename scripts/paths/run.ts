import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Model } from '../../machines/model.ts';
import { PlanError } from '../../machines/paths/plans.ts';
import type { Path } from '../../machines/paths/steps.ts';
import { brokenOn } from '../../machines/paths/walk.ts';
import type { Language } from '../../machines/paths/words.ts';
import { build } from '../build.mjs';
import { run } from '../children.mjs';
import { wordsAlong } from './told.ts';

const root = join(import.meta.dirname, '..', '..');

/** Walks paths on the machine with every invariant; gives how many broke one. */
function onMachine(model: Model, paths: readonly Path[], lang: Language): number {
  let failed = 0;
  paths.forEach((path, at) => {
    const broken = brokenOn(model, path);
    if (!broken) return;
    failed += 1;
    console.log(`${at + 1}: ${broken.invariant.title[lang]}: ${broken.why}`);
    console.log(
      wordsAlong(model, broken.path, lang)
        .map((words) => `   ${words}`)
        .join('\n'),
    );
  });
  return failed;
}

/** Runs one project of vitest, told what to do by its environment; gives whether all of it passed. Nothing of it outlives a command that is stopped. */
async function passesIn(project: string, env: Record<string, string>, ...args: string[]): Promise<boolean> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { code } = await run(process.execPath, [vitest, 'run', `--project=${project}`, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return code === 0;
}

/** Runs one project on what was chosen and on nothing else. */
async function holdsIn(project: string, chosen: string): Promise<boolean> {
  const file = join(root, '.cache', 'paths', `${process.pid}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, chosen);
  const passed = await passesIn(project, { CHOSEN: file });
  rmSync(file, { force: true });
  return passed;
}

/** Installs a browser where none is; gives whether there is one. */
const hasBrowser = (): boolean =>
  spawnSync(process.execPath, [join(root, 'scripts', 'setup.mjs'), '--browser'], { stdio: 'inherit' }).status === 0;

/** Writes down what the stories of some models say now. @throws PlanError when none has a view: nothing would be written. */
export async function keepOutlines(models: readonly Model[]): Promise<void> {
  const names = models.filter(({ view }) => view !== undefined).map(({ name }) => name);
  if (names.length === 0) throw new PlanError(`${models.map(({ name }) => name).join(', ')}: no view, so no stories`);
  if (!hasBrowser() || !(await passesIn('views', { KEEP: '1' }, '-t', `D5 (${names.join('|')}):`)))
    process.exitCode = 1;
}

/** Walks paths in a browser, by the controls of the real view. */
async function onView(model: Model, paths: readonly Path[]): Promise<boolean> {
  if (model.view === undefined) throw new PlanError(`${model.name} has no view of its own to walk on`);
  return hasBrowser() && holdsIn('views', JSON.stringify({ name: model.name, paths }));
}

/**
 * Walks paths of a machine on the machine itself or on its view. The exit code tells whether all of it held.
 * @throws PlanError when there is none: nothing would have been walked.
 */
export async function runPaths(
  model: Model,
  paths: readonly Path[],
  layer: 'machine' | 'view',
  lang: Language,
): Promise<void> {
  if (paths.length === 0) throw new PlanError(`${model.name} has no such path, so nothing was walked`);
  if (layer === 'view') {
    if (!(await onView(model, paths))) process.exitCode = 1;
    return;
  }
  const failed = onMachine(model, paths, lang);
  console.log(`${model.name}: ${paths.length - failed} paths passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

export interface Wish {
  name: string;
  /** Null: each final state. */
  to: string | null;
  lang: Language;
  max: number | null;
}

/** Walks the real product: what the model's stage makes possible decides which paths there are. */
export async function runInBrowser(wish: Wish): Promise<void> {
  if (!hasBrowser() || !build() || !(await holdsIn('journeys', JSON.stringify(wish)))) process.exitCode = 1;
}

/** Lives one session of the whole house again, by its numbers. */
export async function runSession(numbers: string): Promise<void> {
  if (!/^[\d,]*$/.test(numbers))
    throw new PlanError('a session of the house is written as numbers with commas between');
  if (!(await holdsIn('sessions', numbers))) process.exitCode = 1;
}
