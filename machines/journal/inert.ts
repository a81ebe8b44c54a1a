import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import { isBuiltInAction, isEnd, isLeaf, isMachine, isStop, neverStarted } from '../paths/inside-xstate.ts';

const twins = new WeakMap<AnyActorLogic, AnyActorLogic>();

/** The same logic without hands: a leaf never starts and only hears how it ended, an effect of our own does nothing. */
export function inertLogic(logic: AnyActorLogic): AnyActorLogic {
  const kept = twins.get(logic);
  if (kept) return kept;
  const twin = isMachine(logic) ? inert(logic) : isLeaf(logic) ? inertLeaf(logic) : logic;
  twins.set(logic, twin).set(twin, twin);
  return twin;
}

/** A machine that touches nothing. Its children are made inert as they are born (`replay`). */
export function inert<M extends AnyStateMachine>(machine: M): M {
  const { actions } = machine.implementations as { actions: Record<string, unknown> };
  const effects = Object.keys(actions).filter((name) => !isBuiltInAction(actions[name]));
  const nothing = () => {};
  return machine.provide({ actions: Object.fromEntries(effects.map((name) => [name, nothing])) } as never) as M;
}

const inertLeaf = (logic: AnyActorLogic): AnyActorLogic => ({
  ...logic,
  start: (state) => neverStarted(state),
  transition: (state, event, scope) => {
    if (isStop(event)) return { ...state, status: 'stopped' };
    return isEnd(event) ? logic.transition(state, event, scope) : state;
  },
});
