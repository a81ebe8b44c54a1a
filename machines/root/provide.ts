import {
  fromEventObservable,
  fromPromise,
  type AnyActorLogic,
  type AnyStateMachine,
  type EventObject,
  type NonReducibleUnknown,
} from 'xstate';
import type { Observable } from 'rxjs';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { isMachine } from '../paths/inside-actors.ts';
import { specOf } from './calls.ts';
import { portOf } from './ports.ts';

/** xstate's own `AbortSignal`: this room has no DOM types, the rooms that implement it have. */
type Abandoned = Parameters<Parameters<typeof fromPromise>[0]>[0]['signal'];

/**
 * What the outside gives to the machines, by name. Promises reject with plain data: a `CallError` for a call,
 * `{ name, code, message }` for a port. Streams neither err nor end. Parameters are `never` so that each
 * implementation may say its own: the machine that names the port is the one that types it.
 */
export interface World {
  call(spec: CallSpec, input: unknown, signal: Abandoned): Promise<Answer<unknown>>;
  asks: Record<string, (input: never, signal: Abandoned) => Promise<unknown>>;
  sources: Record<string, (input: never) => Observable<EventObject>>;
  effects: Record<string, (params: never) => void>;
}

const provided = new WeakMap<World, WeakMap<AnyStateMachine, AnyStateMachine>>();

/**
 * The machine with its empty places filled, and those of the machines below it; each machine once a world. Call it
 * at the start, never in a render. Throws an `Error` that names every place the world lacks.
 */
export function provideAll<M extends AnyStateMachine>(machine: M, world: World): M {
  const lacking: string[] = [];
  const result = fill(machine, world, lacking);
  if (lacking.length > 0) throw new Error(`the world lacks ${lacking.join(', ')}`);
  return result as M;
}

function fill(machine: AnyStateMachine, world: World, lacking: string[]): AnyStateMachine {
  const known = provided.get(world) ?? new WeakMap<AnyStateMachine, AnyStateMachine>();
  provided.set(world, known);
  const kept = known.get(machine);
  if (kept) return kept;
  const { actors, actions } = machine.implementations as {
    actors: Record<string, AnyActorLogic>;
    actions: Record<string, unknown>;
  };
  const missed = lacking.length;
  const filled = machine.provide({
    actors: Object.fromEntries(
      Object.entries(actors).map(([name, logic]) => [name, fillActor(machine, name, logic, world, lacking)]),
    ),
    actions: Object.fromEntries(
      Object.entries(actions).flatMap(([name, action]) => {
        const port = portOf(action);
        return port === undefined ? [] : [[name, fillEffect(machine, port, world, lacking)]];
      }),
    ),
  } as never);
  if (lacking.length === missed) known.set(machine, filled).set(filled, filled);
  return filled;
}

function fillActor(
  machine: AnyStateMachine,
  name: string,
  logic: AnyActorLogic,
  world: World,
  lacking: string[],
): AnyActorLogic {
  if (isMachine(logic)) return fill(logic, world, lacking);
  const spec = specOf(logic);
  if (spec) {
    const place = fromPromise<Answer<unknown>, unknown>(({ input, signal }) => world.call(spec, input, signal));
    return Object.assign(place, { spec }) as AnyActorLogic;
  }
  const port = portOf(logic);
  const ask = port === undefined ? undefined : world.asks[port];
  if (ask)
    return Object.assign(
      fromPromise<unknown, unknown>(({ input, signal }) => ask(input as never, signal)),
      { port },
    ) as AnyActorLogic;
  const source = port === undefined ? undefined : world.sources[port];
  if (source)
    return Object.assign(
      fromEventObservable<EventObject, NonReducibleUnknown>(({ input }) => source(input as never)),
      { port },
    ) as AnyActorLogic;
  lacking.push(
    port === undefined ? `a name for the actor '${name}' of '${machine.id}'` : `the port '${port}' of '${machine.id}'`,
  );
  return logic;
}

function fillEffect(machine: AnyStateMachine, port: string, world: World, lacking: string[]) {
  const run = world.effects[port];
  if (!run) lacking.push(`the effect '${port}' of '${machine.id}'`);
  return Object.assign((_: unknown, params: unknown) => run?.(params as never), { port });
}
