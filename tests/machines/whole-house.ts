import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { allCalls } from '../../contract/calls/index.ts';
import type { CallSpec } from '../../contract/call.ts';
import { isMachine, logicOf } from '../../machines/paths/inside-xstate.ts';
import { statesOf } from '../../machines/paths/seen.ts';
import type { Scribe } from '../../machines/paths/world.ts';
import { charts } from '../../machines/root/charts.ts';
import { flows, type FlowName } from '../../machines/root/flows.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { askNames, freshAnnex, openHouse } from './house.ts';

const machines = new Map<FlowName, AnyStateMachine>();
for (const { name } of flows) machines.set(name, await charts[name]());

/** What the page's own ports would say at once, where it is more than that it is done. */
const portAnswers: Record<string, (input: never) => unknown> = {
  'flow.load': ({ flow }: { flow: string }) => ({ flow }),
  'language.load': ({ locale }: { locale: string }) => ({ locale }),
  'draft.read': () => null,
  'letter.read': () => ({ kept: null, at: 0 }),
  'annex.load': () => freshAnnex,
};

/** The answer of a port. @throws for a name that is none. */
export function portAnswer(name: string, input: unknown): unknown {
  if (!askNames.includes(name)) throw new Error(`nobody answers ${name}`);
  return portAnswers[name]?.(input as never) ?? {};
}

const specs = new Map(allCalls.map((spec) => [spec.name, spec]));

/** Every actor below one, leaves too, by path. */
export function actorsBelow(top: AnyActorRef): Map<string, AnyActorRef> {
  const found = new Map<string, AnyActorRef>();
  const visit = (actor: AnyActorRef, path: string) => {
    const { children = {} } = actor.getSnapshot() as Partial<AnyMachineSnapshot>;
    for (const [id, child] of Object.entries(children as Record<string, AnyActorRef | undefined>)) {
      if (!child) continue;
      const below = path ? `${path}/${id}` : id;
      found.set(below, child);
      visit(child, below);
    }
  };
  visit(top, '');
  return found;
}

type Send = (spec: CallSpec, input: unknown) => Promise<unknown>;

/** The whole house with every flow of the register, in which calls are delivered by `send` and ports answer at once. */
export function openWholeHouse(path: string, send: Send, scribe?: Scribe) {
  const house = openHouse({ path }, (name) => provideAll(machines.get(name)!, house.world), scribe);

  /** Delivers what waits now, and what that leads to, one by one, until nothing waits. */
  const deliver = async (): Promise<void> => {
    for (let left = 1_000; house.pending.length > 0; left -= 1) {
      if (left === 0) throw new Error(`a storm of ${house.pending.map(({ name }) => name).join()}`);
      const waiting = house.pending.shift()!;
      const { name, input } = waiting;
      const spec = specs.get(name);
      if (spec)
        await send(spec, input).then(
          (told) => waiting.done(told),
          (error: unknown) => waiting.fail(error),
        );
      else waiting.done(portAnswer(name, input));
      await house.settle();
    }
  };

  const machineAt = (where: string): AnyActorRef => {
    const actor = actorsBelow(house.root).get(where);
    if (!actor) throw new Error(`nobody at ${where}`);
    return actor;
  };

  return {
    ...house,
    deliver,
    say: (where: string, event: { type: string } & Record<string, unknown>) => machineAt(where).send(event),
    states: (where: string) => statesOf(machineAt(where)),
    context: (where: string) =>
      (machineAt(where).getSnapshot() as AnyMachineSnapshot).context as Record<string, unknown>,
    isThere: (where: string) => actorsBelow(house.root).has(where),
    /** Lets the next timer ring. */
    step: () => house.clock.step(),
    /** Machines that fell over, by path. */
    fallen: () =>
      [...actorsBelow(house.root)]
        .filter(([, actor]) => isMachine(logicOf(actor)) && actor.getSnapshot().status === 'error')
        .map(([where]) => where),
  };
}
export type WholeHouse = ReturnType<typeof openWholeHouse>;
