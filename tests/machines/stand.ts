import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { statesOf } from '../../machines/paths/seen.ts';
import { boot, type Leaf, type World } from '../../machines/paths/world.ts';

/** A machine that stands alone: calls wait until the test settles them, and the clock moves when it is told to. */
export interface Stand {
  world: World;
  /** Says an event to the machine, or to a child by its path. */
  say(event: AnyEventObject, to?: string): void;
  /** The question that waits, by the name of its call or port. */
  asked(name: string): Leaf;
  waits(name: string): boolean;
  answer(name: string, value: unknown): void;
  fail(name: string, error: unknown): void;
  /** Answers or fails a call of the operation, whatever it is called in this flow, by its step there. */
  settle(step: string, how: 'done' | 'error', value: unknown): void;
  /** A stream says something. */
  hear(name: string, event: AnyEventObject): void;
  /** Lets the next timer ring; ms that passed. */
  wait(): number;
  snapshot(at?: string): AnyMachineSnapshot;
  states(at?: string): string[];
  told(type: string): AnyEventObject[];
}

export function stand(machine: AnyStateMachine, input: unknown): Stand {
  const world = boot(machine, input);
  const at = (path: string) => {
    const actor = world.machines().get(path);
    if (!actor) throw new Error(`no machine at ${path || 'the top'}: ${[...world.machines().keys()].join()}`);
    return actor;
  };
  const asked = (name: string) => {
    const leaf = world.leaves().find((each) => each.name === name);
    if (!leaf)
      throw new Error(
        `nothing waits for ${name}: ${world
          .leaves()
          .map((each) => each.name)
          .join()}`,
      );
    return leaf;
  };
  const top = (path: string) => (path === '' ? world.actor : at(path));
  return {
    world,
    say: (event, to = '') => world.move(() => at(to).send(event)),
    asked,
    waits: (name) => world.leaves().some((each) => each.name === name),
    answer: (name, value) => world.move(() => asked(name).end('done', value)),
    fail: (name, error) => world.move(() => asked(name).end('error', error)),
    settle: (step, how, value) =>
      world.move(() => {
        const leaf = world.leaves().find(({ path }) => path.endsWith(`/${step}`));
        if (!leaf) throw new Error(`${step} is not asked`);
        leaf.end(how, value);
      }),
    hear: (name, event) => world.move(() => asked(name).say(event)),
    wait() {
      const ms = world.clock.next() ?? 0;
      world.move(() => void world.clock.step());
      return ms;
    },
    snapshot: (path = '') => top(path).getSnapshot() as AnyMachineSnapshot,
    states: (path = '') => statesOf(top(path)),
    told: (type) => world.told.filter((event) => event.type === type),
  };
}
