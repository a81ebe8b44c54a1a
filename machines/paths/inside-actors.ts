import { StateMachine, type AnyActorLogic, type AnyActorRef, type AnyEventObject, type AnyStateMachine } from 'xstate';

/** The part of `inside-xstate.ts` that a page needs as soon as it starts. */

export const isMachine = (logic: unknown): logic is AnyStateMachine => logic instanceof StateMachine;

/** A leaf reaches the world outside: a promise, a stream, a callback. A machine or a reducer does not. */
export const isLeaf = (logic: AnyActorLogic): boolean => !isMachine(logic) && typeof logic.start === 'function';

export const logicOf = (actor: AnyActorRef): AnyActorLogic => (actor as unknown as { logic: AnyActorLogic }).logic;

export const parentOf = (actor: AnyActorRef): AnyActorRef | undefined => actor._parent;

/** By such an event a promise or a stream tells its own actor that it has ended. */
export const isEnd = (event: AnyEventObject): boolean => /^xstate\.(promise|observable)\./.test(event.type);
