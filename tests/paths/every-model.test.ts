import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cover, undone, type Walked } from '../../machines/paths/coverage.ts';
import { invariants } from '../../machines/paths/invariants.ts';
import type { Model } from '../../machines/model.ts';
import { brokenOn } from '../../machines/paths/walk.ts';
import { pathWords } from '../../machines/paths/words.ts';
import { findStops, withoutStory, type Stop, type Stops } from '../../machines/paths/stops.ts';
import { stopsOf } from '../../stories/gallery/kept-stops.ts';
import { madeOf } from '../../stories/gallery/made-of.ts';
import { namesOf } from '../../stories/gallery/story-names.ts';
import { emptySights, unwritten } from './chart-rules.ts';
import { keptOf } from '../../scripts/paths/keep.ts';
import { findBroken } from '../../scripts/paths/walks.ts';
import { models } from './models.ts';
import { modelsNow } from './models-now.ts';
import { rehearse } from './perform.ts';
import { walkAgain } from './walked.ts';

const root = resolve(import.meta.dirname, '../..');
const looks = invariants.filter(({ look }) => look);
const ofJournals = invariants.filter(({ after }) => after);

const without = (reasons: Record<string, string> | undefined, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(reasons ?? {}).filter(([each]) => each !== name));

/** The model with one reason fewer, for each that excuses it from an invariant. */
const withoutReasons = (model: Model): Record<string, Model> => ({
  ...Object.fromEntries(
    Object.keys(model.mayWait ?? {}).map((name) => [
      `${name} may wait`,
      { ...model, mayWait: without(model.mayWait, name) },
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(model.mayRepeat ?? {}).map((name) => [
      `${name} may be repeated`,
      { ...model, mayRepeat: without(model.mayRepeat, name) },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(model.states).flatMap(([name, { resting, ...state }]) =>
      resting === undefined ? [] : [[`${name} rests`, { ...model, states: { ...model.states, [name]: state } }]],
    ),
  ),
});

const blankReasons = ({ mayWait, mayRepeat, unreachable, elsewhere, states }: Model): string[] => [
  ...Object.entries({ ...mayWait, ...mayRepeat, ...unreachable, ...elsewhere }).flatMap(([name, why]) =>
    why.trim() === '' ? [name] : [],
  ),
  ...Object.entries(states).flatMap(([name, state]) =>
    [state.unreachable, state.unseen, state.resting, state.silent].some((why) => why?.trim() === '') ? [name] : [],
  ),
];

describe.each(Object.entries(modelsNow))('%s', (_file, model) => {
  let kept: Walked | undefined;
  const walked = () => (kept ??= cover(model));

  test(`D4 ${model.name}: paths walk every transition, guard both ways, outcome and state`, () => {
    const { search, coverage } = walked();
    expect(search.deaths.map(({ path, error }) => `${pathWords(model, path).join(' → ')}: ${String(error)}`)).toEqual(
      [],
    );
    expect(undone(coverage)).toEqual([]);
  });

  test(`D4 ${model.name}: each path, walked again, shows the same`, async () => {
    for (const path of walked().search.paths) await walkAgain(model, path);
  });

  test(`D8 ${model.name}: the journal of each path replays to the same, holds nothing personal, and masked takes the same turns`, () => {
    const amiss = walked().search.paths.flatMap((path) => {
      const broken = brokenOn(model, path, ofJournals);
      return broken ? [`${pathWords(model, path).join(' → ')}: ${broken.invariant.title.en}: ${broken.why}`] : [];
    });
    expect(amiss).toEqual([]);
  });

  test(`D4 ${model.name}: without each reason the paths would break, or what follows them at random`, () => {
    const breaks = (one: Model) =>
      walked().search.paths.some((path) => brokenOn(one, path, looks) !== null) || findBroken(one, 3_000, 1) !== null;
    const idle = Object.entries(withoutReasons(model)).filter(([, one]) => !breaks(one));
    expect(idle.map(([name]) => name)).toEqual([]);
  }, 60_000);
});

describe.each(Object.entries(models))('%s', (_file, model) => {
  test(`D4 ${model.name}: each state of its view that a kept path reaches gives something to look for, in sentences that are written`, () => {
    const moments = keptOf(model).flatMap(({ path }) => rehearse(model, path));
    expect(emptySights(model, moments)).toEqual([]);
    expect(unwritten(model, moments)).toEqual([]);
  });

  test(`D4 ${model.name}: what may wait or be repeated is a call or a port that it has`, () => {
    const excused = Object.keys({ ...model.mayWait, ...model.mayRepeat });
    expect(excused.filter((name) => !(name in model.outcomes))).toEqual([]);
  });

  test(`D4 ${model.name}: what it hears is said in words, whoever says it`, () => {
    expect(
      Object.keys(model.events).filter((event) => !model.eventWords?.[event]),
      'say in `eventWords` of the model what happens, in both languages',
    ).toEqual([]);
  });

  test(`D4 ${model.name}: each reason says something`, () => {
    expect(blankReasons(model)).toEqual([]);
  });
});

/** What tells stories of one state apart and is still English in the Russian name of one. */
const unspoken = (model: Model, stops: Stop[]): string[] => {
  const facets = namesOf(model, stops).flatMap(
    ({ name }) => /\((.*)\)/s.exec(name.ru.split(' ← ')[0]!)?.[1]?.split(', ') ?? [],
  );
  return [...new Set(facets)].filter((facet) => /^[a-z][a-z ,_]+$/.test(facet));
};

// Of all models each time: in a run in turns the gallery looks for the same, and finds here what was found.
const shown = Object.entries(models).filter(([, { view }]) => view !== undefined);
describe.each(shown)('%s', (file, model) => {
  let kept: Stops | undefined;
  const found = () =>
    (kept ??= process.env['TURN'] === undefined ? findStops(model) : stopsOf(model, madeOf(resolve(root, file))));

  test(`D5 ${model.name}: each state and every two of two regions have a story, or the reason why not`, () => {
    expect(found()).toMatchObject({ missing: [], reachedAfterAll: [] });
    expect(withoutStory(model, found().stops)).toEqual([]);
  });

  test(`D5 ${model.name}: what tells two stories of one state apart is said in Russian, but for what the server said and codes`, () => {
    expect(unspoken(model, found().stops), 'say each in Russian in machines/paths/phrases.ts').toEqual([]);
  });
});

test('D4 there are models', () => {
  expect(Object.keys(modelsNow).length).toBeGreaterThan(0);
});
