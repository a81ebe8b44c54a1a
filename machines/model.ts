import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import type { Money } from '../contract/money.ts';

/** Words of ours for a state or an event, for the gallery and for a printed path. Not messages of the product. */
export interface Words {
  en: string;
  ru: string;
}

/** What the screen must say: a message of the product (`contract/messages`), an amount with its scale, or plain text. */
export type Sight =
  | { message: string; params?: Record<string, string | number> }
  | { amount: Money; scale: number; approximate?: boolean }
  | { text: string };

/** A sample of an event. `by` tells how a person causes it on the view; without it the control that says the event is used. */
export type Sample = Record<string, unknown>;

/** How a call or a port may end. Keys are labels that a path prints: `completed`, `too little money`, `network`. */
export interface Outcomes {
  done?: Record<string, unknown>;
  error?: Record<string, unknown>;
  /** Events a stream may emit. */
  next?: Record<string, EventObject>;
}

export interface StateModel {
  title: Words;
  /** What must be on the screen in this state; asserted by every path on the view. */
  sees?: (snapshot: AnyMachineSnapshot) => Sight[];
  /** Why no path can reach it. */
  unreachable?: string;
}

/**
 * The one description of a machine that the gallery, the paths and the tests read.
 * `events`: samples for each event that comes from outside, or a function of the snapshot of the actor that would get it.
 * `outcomes`: by the name of the call or port. `states`: by dotted path (`reviewing`, `tracking.waiting`), each atomic
 * and final state of this machine. `view` is the path of its view below `src/features`, absent for a machine without one.
 */
export interface Model {
  name: string;
  title: Words;
  machine: AnyStateMachine;
  view?: string;
  inputs: Record<string, unknown>;
  events: Record<string, Sample[] | ((snapshot: AnyMachineSnapshot) => Sample[])>;
  outcomes: Record<string, Outcomes>;
  states: Record<string, StateModel>;
  /** Transitions no path can take: `state | event | index` to the reason. */
  unreachable?: Record<string, string>;
  /** The part of the context that makes two snapshots differ on the screen. */
  facet?: (snapshot: AnyMachineSnapshot) => unknown;
  eventWords?: Record<string, Words>;
}

export const defineModel = (model: Model): Model => model;
