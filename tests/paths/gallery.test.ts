import { expect, test } from 'vitest';
import { findStops } from '../../machines/paths/stops.ts';
import { nodesOf } from '../../machines/paths/universe.ts';
import { chartOf } from '../../stories/gallery/chart.ts';
import { namesOf, shelfOf } from '../../stories/gallery/story-names.ts';
import toy from './toy/toy.model.ts';

const faceted = { ...toy, facet: () => ({ tried: true, code: 'late', empty: '' }) };

test('D5 each story has a name of its own, with what its facet says', () => {
  const stories = namesOf(faceted, findStops(faceted).stops);
  expect(new Set(stories.map(({ name }) => name)).size).toBe(stories.length);
  expect(new Set(stories.map(({ exportName }) => exportName)).size).toBe(stories.length);
  expect(stories[0]).toMatchObject({ name: 'online · editing (tried, late)', way: ['start: empty'] });
});

test('D5 stories stand on the shelf of their room', () => {
  expect(shelfOf('/somewhere/machines/flows/toy/toy.model.ts', toy)).toBe('Flows/Toy');
  expect(shelfOf('/somewhere/machines/residents/toy/toy.model.ts', toy)).toBe('House/Toy');
  expect(shelfOf('/somewhere/machines/list/toy.model.ts', toy)).toBe('Shared/Toy');
});

test('D5 the chart has a box for each state, and its arrows say what happens', async () => {
  const { boxes, arrows, width, height } = await chartOf(toy.machine);
  expect(boxes.map(({ state }) => state).toSorted()).toEqual(
    nodesOf(toy.machine)
      .map(({ path }) => path.join('.'))
      .toSorted(),
  );
  expect(arrows.map(({ label }) => label)).toEqual(
    expect.arrayContaining([
      'asked [there is a word]',
      'done toy.check [it is known]',
      'after an answer is overdue',
      'port.offline',
    ]),
  );
  expect(boxes.every((box) => box.x + box.width <= width && box.y + box.height <= height)).toBe(true);
});
