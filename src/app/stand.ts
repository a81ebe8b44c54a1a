import { flowOf, residentOf, slotOf, type HouseActor } from '../../machines/root/house.ts';

/**
 * Where the house stands, in one line: what its first screen is drawn from. A screen that was rendered elsewhere is
 * taken over only by a house that stands where that one stood.
 */
export const standOf = (root: HouseActor): string => {
  const flow = flowOf(slotOf(root, 'page'));
  const values = (['site', 'menus', 'navigation', 'locale', 'line'] as const).map(
    (name) => residentOf(root, name).getSnapshot().value as unknown,
  );
  const { person } = residentOf(root, 'session').getSnapshot().value as { person: unknown };
  const shown = flow && [flow.name, (flow.actor.getSnapshot() as { value: unknown }).value];
  return JSON.stringify([person, ...values, slotOf(root, 'page').getSnapshot().value, shown]);
};
