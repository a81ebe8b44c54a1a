import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { activeNodes, childMachines } from '../paths/inside-xstate.ts';

/** Where every machine stands: path of the actor (`root/page/flow`) → its active states without parts, `*` for one that has none. */
export type Ends = Record<string, string[]>;

const statesOf = (actor: AnyActorRef): string[] =>
  activeNodes(actor.getSnapshot() as AnyMachineSnapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path }) => path.join('.') || '*')
    .toSorted();

/** Of an actor, living or replayed, and all machines below it; those that came to their end are there as well. */
export function endsOf(actor: AnyActorRef, path = 'root', into: Ends = {}): Ends {
  into[path] = statesOf(actor);
  for (const [id, child] of childMachines(actor)) endsOf(child, `${path}/${id}`, into);
  return into;
}
