import { assign, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../machines/model.ts';
import { explore } from '../../machines/paths/explored.ts';
import { reachedIn } from '../../machines/paths/goals.ts';
import { look } from '../../machines/paths/seen.ts';
import { longer } from '../../machines/paths/stand.ts';
import { nextSteps, start, take, walk, type Path } from '../../machines/paths/steps.ts';
import { isPair } from '../../machines/paths/universe.ts';
import { boot, type Step, type World } from '../../machines/paths/world.ts';
import { models } from './models.ts';
import toy from './toy/toy.model.ts';

/** Ways of at most so many steps to moments that are alike, two to each. */
function twoWays(model: Model, most: number): [Path, Path][] {
  const first = new Map<string, Path>();
  const found: [Path, Path][] = [];
  const paths: Path[] = Object.keys(model.inputs).map((input) => ({ input, steps: [] }));
  for (let path = paths.shift(); path && found.length < most; path = paths.shift()) {
    const world = walk(model, path);
    const likeness = world.likeness(false);
    if (likeness === null) continue;
    const known = first.get(likeness);
    if (known) found.push([known, path]);
    if (known || path.steps.length === 4) continue;
    first.set(likeness, path);
    // Few of each moment: what is far comes soon.
    for (const step of someOf(nextSteps(model, world))) paths.push(longer(path, step));
  }
  return found;
}

/** What a step does after a path: where all stands then, what it reached, told and did. */
function onward(model: Model, path: Path, step: Step): unknown {
  const world = walk(model, path);
  const [told, effects] = [world.told.length, world.effects.length];
  world.taken.clear();
  take(model, world, step);
  const { machines, waiting, ...seen } = look(world);
  return {
    ...{ machines, waiting, dues: world.clock.dues() },
    ...{ told: seen.told.slice(told), effects: seen.effects.slice(effects) },
    reached: [...reachedIn(model, world)].filter((goal) => !isPair(goal)).toSorted(),
  };
}

/** Of each kind of step the first few: what is said, what is answered, time that passes. */
const someOf = (steps: Step[]): Step[] =>
  [...Map.groupBy(steps, ({ type }) => type).values()].flatMap((kind) => kind.slice(0, 3));

/** Which no two ways of a few steps lead to the same moment of. */
const unlike = ['exchange-leave', 'exchange-quote', 'notice'].map((flow) => `machines/flows/${flow}/${flow}.model.ts`);

describe('moments that are alike', () => {
  test.each([['the toy', toy] as const, ...Object.entries(models)])(
    'D4 go on alike, whichever way led there: %s',
    (name, model) => {
      const ways = twoWays(model, 8);
      const remedy = unlike.includes(name)
        ? 'two ways lead to one moment by now: take it out of `unlike` in this file'
        : 'no two ways of four steps lead to one moment: finish its chart and the samples of its model, or name it in `unlike` in this file';
      expect(ways.length > 0 === unlike.includes(name) ? remedy : null).toBeNull();
      for (const [one, other] of ways) {
        const steps = nextSteps(model, walk(model, one));
        expect(nextSteps(model, walk(model, other))).toEqual(steps);
        for (const step of someOf(steps)) expect(onward(model, other, step)).toEqual(onward(model, one, step));
      }
    },
  );

  const machine = setup({
    types: { context: {} as { typed: string }, events: {} as { type: 'typed'; value: string } | { type: 'left' } },
    delays: { slow: ({ context }) => 1000 + context.typed.length },
  }).createMachine({
    id: 'desk',
    context: { typed: '' },
    type: 'parallel',
    states: {
      door: {
        initial: 'open',
        states: {
          open: { on: { left: 'shut' }, after: { 500: 'shut' } },
          shut: { after: { 500: 'open' } },
        },
      },
      bell: { initial: 'quiet', states: { quiet: { after: { slow: 'rung' } }, rung: {} } },
      form: { on: { typed: { actions: assign({ typed: ({ event }) => event.value }) } } },
    },
  });
  const desk = (...moves: ((world: World) => void)[]): World => {
    const world = boot(machine, undefined);
    for (const move of moves) world.move(() => move(world));
    return world;
  };
  const type = (value: string) => (world: World) => world.actor.send({ type: 'typed', value });
  const leave = (world: World) => world.actor.send({ type: 'left' });
  const wait = (world: World) => world.clock.step();

  test('D4 have the same contents; what was typed over is forgotten', () => {
    expect(desk(type('a'), type('b')).likeness(false)).toBe(desk(type('b')).likeness(false));
    expect(desk(type('a')).likeness(false)).not.toBe(desk(type('b')).likeness(false));
  });

  test('D4 have the same timers, and as long to wait for each', () => {
    const after = desk(wait);
    const before = desk(leave);
    expect([after, before].map(({ actor }) => actor.getSnapshot().value as unknown)).toEqual([
      { door: 'shut', bell: 'quiet', form: {} },
      { door: 'shut', bell: 'quiet', form: {} },
    ]);
    expect(after.clock.waiting()).toBe(before.clock.waiting());
    expect(after.likeness(false)).not.toBe(before.likeness(false));
  });

  test('D4 were led to by the same transition, where pairs are looked for', () => {
    const other = desk(type(''));
    expect(other.likeness(false)).toBe(desk().likeness(false));
    expect(other.likeness(true)).not.toBe(desk().likeness(true));
  });

  test('D4 ask the same of whoever answers', () => {
    const [one, other] = ['', 'sesame'].map((value) => {
      const world = start(toy, 'empty');
      take(toy, world, { type: 'say', to: '', event: { type: 'user.typed', value } });
      return world.likeness(false);
    });
    expect(one).not.toBe(other);
  });
});

test('D4 what is known of a moment is not walked again by another way to it', () => {
  const explored = explore(toy, { look: ({ actor }) => actor.getSnapshot().value as unknown });
  const typed = (value: string, from = explored.beginning('empty')) =>
    [...explored.after(from)].find(({ path }) => {
      const step = path.steps.at(-1)!;
      return step.type === 'say' && step.event['value'] === value;
    })!;
  const straight = typed('sesame');
  const further = [...explored.after(straight)];
  const roundabout = typed('sesame', typed('', straight));
  expect(roundabout.path.steps).toHaveLength(3);
  const walked = explored.steps();
  const again = [...explored.after(roundabout)];
  expect(explored.steps()).toBe(walked);
  expect(again.map(({ path }) => path.steps.slice(3))).toEqual(further.map(({ path }) => path.steps.slice(1)));
  expect(again.map(({ look, reached }) => [look, reached])).toEqual(
    further.map(({ look, reached }) => [look, reached]),
  );
  for (const { path, look } of again) expect(walk(toy, path).actor.getSnapshot().value).toEqual(look);
});
