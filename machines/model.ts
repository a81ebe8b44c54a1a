import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Money } from '../contract/money.ts';

/** Words of ours for a state or an event, for the gallery and for a printed path. Not messages of the product. */
export interface Words {
  en: string;
  ru: string;
}

/** What fills a message, written for the language first: a rate has six digits that mean something, all of them if `exact`. */
export type SightParam =
  | string
  | number
  | { amount: Money; scale: number }
  | { decimal: string; scale: number }
  | { rate: string; exact?: boolean }
  | { percent: string };

/**
 * What the screen must say: a message of the product (`contract/messages`), an amount with its scale, plain text, words
 * that a tool carries itself; the one control that is pressed among those that say an event; or what must not be there.
 */
export type Sight =
  | { message: string; params?: Record<string, SightParam> }
  | { amount: Money; scale: number; approximate?: boolean }
  | { text: string }
  | { words: Words }
  | { pressed: string; value: string }
  | { absent: Sight };

/** A sample of an event: all of it but its type. */
export type Sample = Record<string, unknown>;

/** Who waits for an outcome: the leaf's input, and the snapshot of the machine that asked. */
export interface Asked {
  input: unknown;
  asker: AnyMachineSnapshot;
}

/** A value, or a function of `Asked` that gives it: the same question, the same value. */
export type Outcome = unknown;

/** How a call or a port may end. Keys are labels that a path prints: `completed`, `too little money`, `network`. */
export interface Outcomes {
  done?: Record<string, Outcome>;
  error?: Record<string, Outcome>;
  /** Events a stream may say. */
  next?: Record<string, AnyEventObject | ((asked: Asked) => AnyEventObject)>;
}

export interface StateModel {
  title: Words;
  /** What must be on the screen in this state; asserted by every path on the view. */
  sees?: (snapshot: AnyMachineSnapshot) => Sight[];
  /** Why no path can reach it. */
  unreachable?: string;
  /** Why its own view does not show it: who stands on the screen by then. No story is made of it. */
  unseen?: string;
  /** Why nothing more happens here although it is no final state. */
  resting?: string;
  /** Why it shows nothing of its own although the view is there: a region beside others that do. */
  silent?: string;
}

/**
 * The one description of a machine that the gallery, the paths and the tests read.
 * `events`: samples for each event that comes from outside, or a function of the snapshot of the actor that would get it.
 * `outcomes`: by the name of the call or port, else of the source in the chart. `states`: by dotted path (`reviewing`,
 * `tracking.waiting`, `*` for a machine without states), each atomic and final state of this machine but those that
 * `always` leaves at once. `view` is the path of its view below `src/features` without its ending (`exchange/exchange`), absent
 * for a machine without one.
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
  /**
   * What no path can take, to the reason. A transition as `state | event | index` (`reviewing | user.confirmed | 1`,
   * `checking | error exchange.check | 0`, `shown | after two seconds | 0`, `sorting | always | 2`, `* | user.closed | 0`
   * on the whole machine), a guard's answer as `guard it holds | false`, an outcome as `outcome exchange.check | error | late`,
   * two states of two regions as `clipboard.copying & line.quiet`, sorted by name.
   */
  unreachable?: Record<string, string>;
  /** How many moments are looked through for stories, where six thousand do not show everything. */
  moments?: number;
  /** Calls and ports, by name, that no deadline ends, to the reason why they may wait. */
  mayWait?: Record<string, string>;
  /** Calls sent as a POST, by name, that a machine repeats with nobody asking, to the reason why it may. */
  mayRepeat?: Record<string, string>;
  /** What of the context makes two snapshots of one state differ on the screen; the parts of a list or record each on their own. */
  facet?: (snapshot: AnyMachineSnapshot) => unknown;
  /** How many moments of one state are told apart at most by the facet; six, where nothing is said. */
  stopsOfState?: number;
  eventWords?: Record<string, Words>;
  /** How the screen calls what an event of a person names by a word of the machine: `give` by the label of that field, a method by its name. */
  called?: (snapshot: AnyMachineSnapshot) => Record<string, Sight>;
  /** Why no journal holds what happens to it: it does not stand in the house. */
  unrecorded?: string;
  /** `user.*` events that are said by another view than this one, to the place where. */
  elsewhere?: Record<string, string>;
}

/** Two states of two regions at once. */
export const together = (one: string, other: string): string => [one, other].toSorted().join(' & ');

/** Every state of the first list with every state of the second: pairs that cannot be, for one reason. */
export const neverTogether = (
  ones: readonly string[],
  others: readonly string[],
  why: string,
): Record<string, string> =>
  Object.fromEntries(ones.flatMap((one) => others.map((other) => [together(one, other), why])));

export const defineModel = (model: Model): Model => model;
