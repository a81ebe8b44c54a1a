import type { AnyActorRef, AnyMachineSnapshot, StateValue } from 'xstate';
import type { Ends } from '../../contract/journal/file.ts';

/** `{ look: 'quiet', person: { starting: 'checking' } }` → `look.quiet`, `person.starting.checking`. */
const namesOf = (value: StateValue | undefined, above = ''): string[] => {
  if (typeof value === 'string') return [above + value];
  const inside = Object.entries(value ?? {});
  return inside.length === 0
    ? [above.slice(0, -1)]
    : inside.flatMap(([name, each]) => namesOf(each, `${above}${name}.`));
};

/** Of an actor, living or replayed, and all machines below it; those that came to their end are there as well. */
export function endsOf(actor: AnyActorRef, path = 'root', into: Ends = {}): Ends {
  const { value, children } = actor.getSnapshot() as Partial<AnyMachineSnapshot>;
  into[path] = namesOf(value as StateValue)
    .map((name) => name || '*')
    .toSorted();
  for (const [id, child] of Object.entries((children ?? {}) as Record<string, AnyActorRef | undefined>))
    if (child && 'value' in Object(child.getSnapshot())) endsOf(child, `${path}/${id}`, into);
  return into;
}
