import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Model } from '../../machines/model.ts';
import { PlanError } from '../../machines/paths/plans.ts';
import type { Path } from '../../machines/paths/steps.ts';
import { brokenOn } from '../../machines/paths/walk.ts';
import { pathWords, type Language } from '../../machines/paths/words.ts';

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
      pathWords(model, broken.path, lang)
        .map((words) => `   ${words}`)
        .join('\n'),
    );
  });
  return failed;
}

/** Runs what a browser is needed for; gives whether all of it passed. */
function inBrowser(env: Record<string, string>, ...args: string[]): boolean {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project=views', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  return status === 0;
}

/** Walks paths in a browser, by the controls of the real view; gives whether any failed. */
function onView(model: Model, paths: readonly Path[]): number {
  if (model.view === undefined) throw new PlanError(`${model.name} has no view of its own to walk on`);
  const file = join(root, '.cache', 'paths', `${process.pid}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ name: model.name, paths }));
  const passed = inBrowser({ CHOSEN_PATHS: file });
  rmSync(file, { force: true });
  return passed ? 0 : 1;
}

/** Writes down what the stories of some models say now. */
export function keepOutlines(models: readonly Model[]): void {
  const names = models.filter(({ view }) => view !== undefined).map(({ name }) => name);
  if (!inBrowser({ KEEP: '1' }, '-t', `D5 (${names.join('|')}):`)) process.exitCode = 1;
}

/** Walks what was planned. The exit code tells whether all of it held. */
export function runPaths(model: Model, paths: readonly Path[], layer: 'machine' | 'view', lang: Language): void {
  const failed = layer === 'machine' ? onMachine(model, paths, lang) : onView(model, paths);
  if (layer === 'machine') console.log(`${model.name}: ${paths.length - failed} paths passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
