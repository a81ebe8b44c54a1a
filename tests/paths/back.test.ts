import { raise, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { defineModel, type Model } from '../../machines/model.ts';
import { differences } from '../../machines/paths/difference.ts';
import { look } from '../../machines/paths/seen.ts';
import { longer, standAt } from '../../machines/paths/stand.ts';
import { nextSteps, start, take, walk, type Path } from '../../machines/paths/steps.ts';
import { boot } from '../../machines/paths/world.ts';
import { models } from './models.ts';
import toy from './toy/toy.model.ts';

/** Numbers that are the same every time. */
function numbers() {
  let state = 7;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** From any moment that was ever reached one step further, again and again; what is told is where it went wrong. */
function amiss(model: Model, times: number): string[] {
  const number = numbers();
  const [input = ''] = Object.keys(model.inputs);
  const world = start(model, input);
  const stands = [standAt(model, { input, steps: [] }, world)];
  const against = (path: Path) => differences(look(world), look(walk(model, path)));
  for (let time = 0; time < times; time += 1) {
    const from = stands[number(stands.length)]!;
    const steps = nextSteps(model, from.again());
    const found = [...against(from.path)];
    const step = steps[number(Math.max(1, steps.length))];
    if (step) {
      take(model, world, step);
      stands.push(standAt(model, longer(from.path, step), world));
      found.push(...against(stands.at(-1)!.path));
    }
    if (found.length > 0) return found;
  }
  return [];
}

describe('a world that is set back', () => {
  test.each([['the toy', toy] as const, ...Object.entries(models)])(
    'D4 is the one that was walked from the start, its children, questions and timers too: %s',
    (_name, model) => expect(amiss(model, 25)).toEqual([]),
  );

  test('D4 rings at the same time, and its timers can be cancelled', () => {
    const machine = setup({ types: { events: {} as { type: 'left' } } }).createMachine({
      id: 'bell',
      initial: 'waiting',
      states: { waiting: { after: { 1000: 'rung' }, on: { left: 'away' } }, rung: {}, away: {} },
    });
    const world = boot(machine, undefined);
    const back = world.mark()!;
    const place = () => world.actor.getSnapshot().value as unknown;
    world.move(() => world.clock.step());
    expect([place(), world.clock.now()]).toEqual(['rung', 1000]);
    back();
    expect([place(), world.clock.now(), world.clock.next()]).toEqual(['waiting', 0, 1000]);
    world.move(() => world.actor.send({ type: 'left' }));
    expect([place(), world.clock.next()]).toEqual(['away', undefined]);
    back();
    world.move(() => world.clock.step());
    expect([place(), world.clock.now()]).toEqual(['rung', 1000]);
  });

  test('D4 is walked anew where a timer has lost its name', () => {
    const twice = raise({ type: 'rang' }, { id: 'bell', delay: 1000 });
    const machine = setup({}).createMachine({
      id: 'bells',
      context: {},
      initial: 'quiet',
      states: { quiet: { entry: [twice, twice], on: { 'house.asked': 'asked' } }, asked: {} },
    });
    const model = defineModel({
      name: 'bells',
      title: { en: 'bells', ru: 'звонки' },
      machine,
      states: {},
      inputs: { usual: undefined },
      events: { 'house.asked': [{ type: 'house.asked' }] },
      outcomes: {},
    } as never) as Model;
    const world = start(model, 'usual');
    expect([world.mark(), world.clock.waiting()]).toEqual([null, 2]);
    const stand = standAt(model, { input: 'usual', steps: [] }, world);
    take(model, world, { type: 'say', to: '', event: { type: 'house.asked' } });
    expect([world, stand.again()].map(({ actor }) => actor.getSnapshot().value as unknown)).toEqual(['asked', 'quiet']);
  });
});
