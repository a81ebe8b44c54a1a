import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Model, Sight } from '../model.ts';
import { statesOf } from '../paths/seen.ts';
import type { Trouble } from './trouble.ts';

/** For models: what a screen must say. */
export const says = (...keys: string[]): Sight[] => keys.map((message) => ({ message }));

export const tells = (trouble: Trouble | null): Sight[] =>
  trouble ? [{ message: `error.${trouble.code}`, ...(trouble.params ? { params: trouble.params } : {}) }] : [];

/** The same at an amount: where money is missing, with the way to more. */
export const tellsAtAmount = (trouble: Trouble | null): Sight[] => [
  ...tells(trouble),
  ...(trouble?.code === 'insufficient_funds' ? says('amount.top_up') : []),
];

/** What the view of a child shows stands on the parent's screen too. */
export function seesIn(model: Model, id: string): (snapshot: AnyMachineSnapshot) => Sight[] {
  return ({ children }) => {
    const child = (children as Record<string, AnyActorRef | undefined>)[id];
    if (!child) return [];
    const snapshot = child.getSnapshot() as AnyMachineSnapshot;
    return statesOf(child).flatMap((state) => model.states[state]?.sees?.(snapshot) ?? []);
  };
}
