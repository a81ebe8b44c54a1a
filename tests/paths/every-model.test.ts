import { describe, expect, test } from 'vitest';
import { cover, undone, type Walked } from '../../machines/paths/coverage.ts';
import { pathWords } from '../../machines/paths/words.ts';
import { findStops, withoutStory } from '../../machines/paths/stops.ts';
import { emptySights } from './chart-rules.ts';
import { differences } from '../../machines/paths/difference.ts';
import { models } from './models.ts';
import { rehearse } from './perform.ts';
import { walkAndReplay } from '../../machines/paths/replayed.ts';
import { walkAgain } from './walked.ts';

describe.each(Object.entries(models))('%s', (_file, model) => {
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

  test(`D8 ${model.name}: the journal of each path replays to the same`, () => {
    for (const path of walked().search.paths) {
      const { live, replayed } = walkAndReplay(model, path);
      expect({ path: pathWords(model, path), amiss: differences(replayed, live) }).toMatchObject({ amiss: [] });
    }
  });

  test(`D4 ${model.name}: each state of its view that a path reaches gives something to look for`, () => {
    const moments = walked().search.paths.flatMap((path) => rehearse(model, path));
    expect(emptySights(model, moments)).toEqual([]);
  });

  test(`D4 ${model.name}: what may wait or be repeated is a call or a port that it has`, () => {
    const excused = Object.keys({ ...model.mayWait, ...model.mayRepeat });
    expect(excused.filter((name) => !(name in model.outcomes))).toEqual([]);
  });

  if (model.view)
    test(`D5 ${model.name}: each state and every two of two regions have a story, or the reason why not`, () => {
      const found = findStops(model);
      expect(found).toMatchObject({ missing: [], reachedAfterAll: [] });
      expect(withoutStory(model, found.stops)).toEqual([]);
    });
});

test('D4 there are models', () => {
  expect(Object.keys(models).length).toBeGreaterThan(0);
});
