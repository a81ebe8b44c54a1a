import { describe, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AnyEventObject } from 'xstate';
import type { Model } from '../../machines/model.ts';
import { goalsOf } from '../../machines/paths/goals.ts';
import { findPaths } from '../../machines/paths/search.ts';
import type { Path } from '../../machines/paths/steps.ts';
import { branchesOf } from '../../machines/paths/universe.ts';
import { viewOf } from '../../stories/views.ts';
import { models } from '../paths/models.ts';
import { walkView } from './walk-view.tsx';

declare module 'vitest' {
  interface ProvidedContext {
    /** A deep run. */
    deep: boolean;
    /** Which turn a run takes that does not walk all views; null walks all. */
    turn: number | null;
  }
}

const widths = [1280, 320];
const minutes = 60_000;
/** Models with a view of their own. */
const shown = Object.values(models).filter(({ view }) => view !== undefined);

/** Of a run in turns every fourth is walked, and what the others say is compared with what is kept: each is looked at. */
const isWalkedNow = (at: number): boolean => {
  const turn = inject('turn');
  return turn === null || (at + turn) % 4 === 0;
};
export const walkedNow = shown.filter((_, at) => isWalkedNow(at));
export const readNow = inject('turn') === null ? shown : shown.filter((_, at) => !isWalkedNow(at));

/** Their samples name two things alike where the shortest way to all transitions leads. */
const wholly = ['outbox'];

/** The transitions that a person or an outcome causes: each must be walked on the view. */
const causedIn = ({ machine, unreachable = {} }: Model): string[] =>
  [...branchesOf(machine).values()]
    .filter(({ cause, id }) => (cause === 'person' || cause === 'outcome') && !(id in unreachable))
    .map(({ id }) => id);

/** The same model without some samples. */
const withoutSamples = (model: Model, events: AnyEventObject[]): Model => {
  const gone = new Set(events.map((event) => JSON.stringify(event, Object.keys(event).toSorted())));
  const stays = (type: string) => (sample: Record<string, unknown>) => {
    const event = { ...sample, type };
    return !gone.has(JSON.stringify(event, Object.keys(event).toSorted()));
  };
  return {
    ...model,
    events: Object.fromEntries(
      Object.entries(model.events).map(([type, samples]) => [
        type,
        typeof samples === 'function'
          ? (snapshot) => samples(snapshot).filter(stays(type))
          : samples.filter(stays(type)),
      ]),
    ),
  };
};

const pathsTo = (model: Model, wanted: readonly string[]): Path[] => {
  const { transitions, guards, outcomes } = goalsOf(model);
  const rest = [...transitions, ...guards, ...outcomes].filter((goal) => !wanted.includes(goal));
  return findPaths(model, { without: new Set(rest) }).paths;
};

/** Walks each of these models on its view. */
export const walkEach = (some: readonly Model[]): void =>
  describe.each(some.map((model) => ({ name: model.name, model })))('the view of $name', ({ name, model }) => {
    test(
      `D4 ${name}: every transition that a person or an outcome causes, walked on the view`,
      { timeout: 4 * minutes },
      async () => {
        const view = await viewOf(model);
        const walked = new Set<string>();
        const idle: AnyEventObject[] = [];
        const faults = new Map<string, string[]>();
        const walkAll = async (paths: Path[]): Promise<void> => {
          for (const [number, path] of paths.entries()) {
            await page.viewport(widths[number % widths.length]!, 800);
            try {
              const walk = await walkView(model, view, path);
              for (const id of walk.walked) walked.add(id);
              idle.push(...walk.idle);
            } catch (error) {
              const [fault = '', way = ''] = (error as Error).message.split('\nPath:\n');
              faults.set(fault, [...(faults.get(fault) ?? []), way]);
            }
          }
        };
        const missing = () => causedIn(model).filter((id) => !walked.has(id));

        // Each outcome and both ways of each guard are walked in a deep run; the kept outlines hold them every day.
        const all = () => findPaths(model, { without: new Set(Object.keys(model.unreachable ?? {})) }).paths;
        if (!inject('deep') && !wholly.includes(name)) await walkAll(pathsTo(model, causedIn(model)));
        if (missing().length > 0 && faults.size === 0) await walkAll(all());
        if (missing().length > 0 && faults.size === 0) await walkAll(pathsTo(withoutSamples(model, idle), missing()));

        expect(
          [...faults].map(([fault, ways]) => `${fault}\non ${ways.length} paths, such as\n${ways[0]}`).join('\n\n'),
        ).toBe('');
        expect(missing()).toEqual([]);
      },
    );
  });
