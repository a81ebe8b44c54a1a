import { assign, fromPromise, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { defineModel, type Model } from '../../machines/model.ts';
import { ask } from '../../machines/root/ports.ts';
import { count, cover, undone } from '../../machines/paths/coverage.ts';
import { look } from '../../machines/paths/seen.ts';
import { start, take } from '../../machines/paths/steps.ts';
import { createStepClock } from '../../machines/paths/step-clock.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { pathWords } from '../../machines/paths/words.ts';
import { emptySights, rules } from './chart-rules.ts';
import { differences } from '../../machines/paths/difference.ts';
import { perform, rehearse } from './perform.ts';
import toy from './toy/toy.model.ts';
import { toyMachine } from './toy/toy.machine.ts';
import { walkAgain } from './walked.ts';

const undoneIn = (model: Model) => undone(cover(model).coverage);
const words = { en: 'x', ru: 'x' };

describe('paths of a machine with everything in it', () => {
  test('D4 walk all of it', () => {
    const { search, coverage } = cover(toy);
    expect(search.deaths).toEqual([]);
    expect(undone(coverage)).toEqual([]);
    expect(coverage).toMatchObject({
      transitions: { all: 12, walked: 11 },
      guards: { all: 6, walked: 6 },
      outcomes: { all: 5, walked: 5 },
      states: { all: 7, walked: 7 },
    });
    expect(coverage.children['door']).toMatchObject({ all: 4 });
  });

  test('D4 are found again in the same order', () => {
    const words = () => cover(toy).search.paths.map((path) => pathWords(toy, path));
    expect(words()).toEqual(words());
  });

  test('D4 run through the test model, and show the same twice', async () => {
    for (const path of cover(toy).search.paths) await walkAgain(toy, path);
  });

  test('D4 fail where a second run shows something else', async () => {
    const [path] = cover(toy).search.paths;
    const changed = { ...toy, inputs: { empty: { word: 'another' } } };
    let world = start(changed, 'empty');
    const walking = perform(toy, path!, {
      begin: () => {
        world = start(changed, 'empty');
      },
      step: (step) => take(changed, world, step),
      check: (_state, { seen }) => expect(differences(look(world), seen).join()).toBe(''),
    });
    await expect(walking).rejects.toThrow('machines..context.word');
  });

  test('D5 a shortest way leads to every state and to every two at once', () => {
    const { stops, missing } = findStops(toy);
    expect(missing).toEqual([]);
    expect(stops.map(({ states, path }) => [states.join(' '), path.steps.length])).toContainEqual([
      'line.down talk.inside',
      5,
    ]);
    expect(stops).toHaveLength(10);
  });
});

describe('what is taken away is missed by its name', () => {
  const without = (type: string): Model => ({
    ...toy,
    events: Object.fromEntries(Object.entries(toy.events).filter(([name]) => name !== type)),
  });

  test('D4 a sample', () => {
    expect(undoneIn(without('house.closed'))).toEqual(['not walked: talk.checking | house.closed | 0']);
    expect(rules['each event of a person has a sample']!(without('user.asked'))).toEqual(['user.asked: no sample']);
  });

  test('D4 an outcome', () => {
    const { known: _known, ...done } = toy.outcomes['toy.check']!.done!;
    const model = { ...toy, outcomes: { ...toy.outcomes, 'toy.check': { ...toy.outcomes['toy.check'], done } } };
    expect(undoneIn(model)).toEqual([
      'not walked: talk.checking | done toy.check | 0',
      'not walked: talk.waiting at the door | done door | 0',
      'not walked: guard it is known | true',
      'not reached: talk.waiting at the door',
      'not reached: talk.inside',
    ]);
  });

  test('D4 the true side of a guard', () => {
    const machine = toyMachine.provide({ guards: { 'it was tried twice': () => false } });
    expect(undoneIn({ ...toy, machine })).toEqual([
      'not walked: talk.checking | done toy.check | 1',
      'not walked: guard it was tried twice | true',
    ]);
  });

  test('D4 a path', () => {
    const { paths } = cover(toy).search;
    const left = paths.filter(({ steps }) => !steps.some((step) => step.type === 'wait' && step.ms === 5000));
    expect(undone(count(toy, left))).toContain('not walked: talk.checking | after an answer is overdue | 0');
  });

  test('D4 an excuse that does not hold, and one for nothing', () => {
    const unreachable = {
      ...toy.unreachable,
      'talk.editing | user.asked | 0': 'a lie',
      'talk.nowhere | user.x | 0': 'nothing',
    };
    expect(undoneIn({ ...toy, unreachable })).toEqual([
      'told as unreachable and reached: talk.editing | user.asked | 0',
      'told as unreachable and not there: talk.nowhere | user.x | 0',
    ]);
  });

  test('D4 a state that only excused ways lead to, and that is reached by them', () => {
    const inside = 'talk.waiting at the door | done door | 0';
    const model: Model = {
      ...toy,
      states: { ...toy.states, 'talk.inside': { title: words, unreachable: 'a lie' } },
      unreachable: { ...toy.unreachable, [inside]: 'a lie' },
    };
    expect(undoneIn(model)).toEqual([
      `told as unreachable and reached: ${inside}`,
      'told as unreachable and reached: talk.inside',
    ]);
    expect(findStops(model).reachedAfterAll).toEqual(['talk.inside']);
  });

  test('D4 a machine that throws', () => {
    const machine = toyMachine.provide({
      actions: {
        'count the try': assign(() => {
          throw new Error('a bug');
        }),
      },
    });
    const { deaths } = cover({ ...toy, machine }).search;
    expect(deaths.map(({ error }) => String(error))).toContain('Error: a bug');
  });
});

describe('the rules find what is planted', () => {
  const broken = setup({
    actors: { asked: ask('asked'), late: ask('late') },
    guards: { never: () => false },
  }).createMachine({
    id: 'broken',
    initial: 'one',
    states: {
      one: {
        entry: () => {},
        invoke: { src: 'asked', onDone: 'two' },
        on: { 'user.x': { guard: () => true, target: 'two' } },
      },
      two: { tags: 'waiting', after: { 10: 'two' } },
      three: { invoke: { src: fromPromise(() => Promise.resolve(1)) as never, id: 'three', onError: 'four' } },
      four: { invoke: { src: 'late', id: 'late', onError: {} }, after: { 10: 'five' } },
      five: {},
    },
  });
  const model = defineModel({
    name: 'broken',
    title: words,
    machine: broken,
    inputs: { one: undefined },
    events: {},
    outcomes: {},
    view: 'broken/broken',
    states: { one: { title: words, unseen: 'nobody looks' }, six: { title: words } },
  });

  test.each([
    [
      'each invoke has a name, an id and an onError',
      [
        'one: the invoke of asked has no id',
        'one: the invoke of asked has no onError',
        'three: invokes an actor without a name',
      ],
    ],
    [
      'each actor, action and guard has a name that is known',
      ['one: an action without a name', 'one: a guard without a name'],
    ],
    [
      'each waiting state has a way out in time, to a state with words and a next step',
      [
        'one: waits, and no after leads out of it or of its direct parent (of a call: after added.answer + 5_000 ms)',
        'two: waits, and no after leads out of it or of its direct parent (of a call: after added.answer + 5_000 ms)',
        'four: waits, and the way out leads to five, which has no words',
        'four: waits, and the way out leads to five, a dead end',
      ],
    ],
    [
      'each state has a title in both languages',
      ['two', 'three', 'four', 'five']
        .map((state) => `${state}: no title in both languages`)
        .concat('six: the machine does not stand in such a state'),
    ],
    [
      'each state of a view is seen, or says why not',
      ['two', 'three', 'four', 'five'].map((state) => `${state}: sees nothing, and says not why`),
    ],
    ['each event of a person has a sample', ['user.x: no sample']],
    [
      'each question can be answered, refused, lost and late',
      ['asked', 'late'].flatMap((name) => [`${name}: no outcome done`, `${name}: no outcome error`]),
    ],
  ])('D4 %s', (rule, faults) => {
    expect(rules[rule]!(model)).toEqual(faults);
  });
});

test('D4 a state that sees nothing where a path has reached it is told, and one that says why is not', () => {
  const states = {
    ...toy.states,
    'line.up': { title: words, sees: () => [{ text: 'up' }] },
    'line.down': { title: words, silent: 'the door is shown' },
    'talk.editing': { title: words, sees: () => [] },
  };
  const model = { ...toy, view: 'toy/toy', states };
  const moments = cover(model).search.paths.flatMap((path) => rehearse(model, path));
  expect(emptySights(model, moments)).toEqual(['talk.editing: nothing to see']);
  expect(emptySights(toy, moments)).toEqual([]);
});

test('D4 a machine that goes round in circles by itself falls over instead of hanging', () => {
  const circle = setup({}).createMachine({
    id: 'circle',
    initial: 'still',
    states: { still: { on: { 'user.asked': 'one' } }, one: { always: 'two' }, two: { always: 'one' } },
  });
  const model = { ...toy, machine: circle, inputs: { empty: {} }, events: { 'user.asked': [{}] } };
  expect(cover(model).search.deaths.map(({ error }) => String(error))).toContain('Error: it never comes to rest');
});

test('D4 the clock goes from timer to timer, and rings those that a timer sets one by one', () => {
  const clock = createStepClock();
  const rung: number[] = [];
  const chain = (left: number) => {
    rung.push(clock.now());
    if (left > 0) clock.setTimeout(() => chain(left - 1), 1000);
  };
  clock.setTimeout(() => chain(2), 1000);
  while (clock.next() !== undefined) clock.step();
  expect(rung).toEqual([1000, 2000, 3000]);
});
