import type { AnyActorLogic, AnyActorRef, AnyStateMachine } from 'xstate';
import { isBuiltInAction, isEnd, isLeaf, isMachine, isStop, neverStarted, watchedGuard } from './inside-xstate.ts';

/** What twins tell the world that they live in. */
export interface Watcher {
  waits(leaf: AnyActorRef, input: unknown): void;
  gone(leaf: AnyActorRef): void;
  effect(name: string, params: unknown): void;
  asked(machine: AnyStateMachine, guard: string, answer: boolean): void;
}

type System = AnyActorRef['system'];

/** Actors tell their world by the system they belong to. A guard is told no system: it belongs to the world that moves. */
const worlds = new WeakMap<System, Watcher>();
let moving: Watcher | undefined;

export const belongsTo = (system: System, world: Watcher): void => void worlds.set(system, world);

/** Runs something of a world; the guards that are asked meanwhile are its own. */
export function whileMoving(world: Watcher, move: () => void): void {
  const before = moving;
  moving = world;
  try {
    move();
  } finally {
    moving = before;
  }
}

const originals = new WeakMap<AnyActorLogic, AnyActorLogic>();
const twins = new WeakMap<AnyActorLogic, AnyActorLogic>();

/** The machine that a twin stands for, so that every world counts by the same one. */
export const originalOf = (machine: AnyStateMachine): AnyStateMachine =>
  (originals.get(machine) ?? machine) as AnyStateMachine;

/**
 * The same logic without hands. A leaf (promise, stream, callback) never starts and waits to be settled; an effect of
 * our own is noted and not done; a guard's answers are noted. Everything else is the real thing.
 */
export function twinOf(logic: AnyActorLogic): AnyActorLogic {
  if (originals.has(logic)) return logic;
  const kept = twins.get(logic);
  if (kept) return kept;
  const twin = isMachine(logic) ? machineTwin(logic) : isLeaf(logic) ? leafTwin(logic) : logic;
  twins.set(logic, twin);
  originals.set(twin, logic);
  return twin;
}

const leafTwin = (logic: AnyActorLogic): AnyActorLogic => ({
  ...logic,
  start(state, { self, system }) {
    neverStarted(state);
    worlds.get(system)?.waits(self, state.input);
  },
  transition(state, event, scope) {
    const next = isStop(event)
      ? { ...state, status: 'stopped', input: undefined }
      : isEnd(event)
        ? logic.transition(state, event, scope)
        : state;
    if (next.status !== 'active') worlds.get(scope.system)?.gone(scope.self);
    return next;
  },
});

function machineTwin(machine: AnyStateMachine): AnyStateMachine {
  const { actions, guards } = machine.implementations;
  const effects = Object.entries(actions).filter(([, action]) => !isBuiltInAction(action));
  return machine.provide({
    actions: Object.fromEntries(
      effects.map(([name]) => [
        name,
        ({ system }: { system: System }, params: unknown) => worlds.get(system)?.effect(name, params),
      ]),
    ),
    guards: Object.fromEntries(
      Object.entries(guards).map(([name, guard]) => [
        name,
        watchedGuard(guard, (answer) => moving?.asked(machine, name, answer)),
      ]),
    ),
  } as never);
}
