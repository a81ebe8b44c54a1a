import { page } from 'vitest/browser';
import type { Model } from '../../machines/model.ts';
import { findPaths } from '../../machines/paths/search.ts';
import type { Path } from '../../machines/paths/steps.ts';
import type { View } from '../../stories/views.ts';
import { models } from '../paths/models.ts';
import { keptOutlines } from './kept.ts';
import { changedStory } from './outlines.tsx';
import { walkView } from './walk-view.tsx';

/** A mutant as the browser knows it: its number is the mark under which its files are served. */
export interface Told {
  id: string;
  views: string[];
  /** Whether it is walked too where every story reads as before: that takes long. */
  walk: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Mutants of views, by the number under which they are served. */
    mutants: Told[];
  }
}

const byView = new Map(
  Object.values(models).flatMap((model) => (model.view === undefined ? [] : [[model.view, model]])),
);

/** A view as it is when a mutant's file is changed. */
export const mutatedView = async (view: string, number: number): Promise<View> =>
  ((await import(/* @vite-ignore */ `../../src/features/${view}.view.tsx?mutant=${number}`)) as { default: View })
    .default;

const known = new Map<Model, Path[]>();
const pathsOf = (model: Model): Path[] => {
  const paths = known.get(model) ?? findPaths(model, { without: new Set(Object.keys(model.unreachable ?? {})) }).paths;
  known.set(model, paths);
  return paths;
};

/** As wide as the walk of every day goes, by turns. */
const widths = [1280, 320];

/** What the walk on the view says; it takes controls, and both languages. */
async function wrongWalk(model: Model, view: View): Promise<string | null> {
  for (const [number, path] of pathsOf(model).entries())
    try {
      await page.viewport(widths[number % widths.length]!, 800);
      await walkView(model, view, path);
    } catch (error) {
      return (error as Error).message;
    }
  return null;
}

/** The first that a generated test says of a mutant of views: a story that reads otherwise, or a walk that fails. Null: nothing. */
export async function noticed({ views, walk }: Told, number: number): Promise<string | null> {
  await page.viewport(1280, 800);
  const concerned = views.flatMap((name) => byView.get(name) ?? []);
  let nearest: [Model, View] | undefined;
  for (const model of concerned) {
    const view = await mutatedView(model.view!, number).catch((error: unknown) => {
      throw new Error(`it cannot be loaded: ${String(error)}`);
    });
    const changed = await changedStory(model, view, keptOutlines(model.name)).catch(String);
    if (changed !== null) return `${model.name}: ${changed}`;
    nearest ??= [model, view];
  }
  return walk && nearest ? wrongWalk(...nearest) : null;
}
