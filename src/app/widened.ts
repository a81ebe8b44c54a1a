import type { World } from '../../machines/root/provide.ts';

/** Widens a world: one and the same for the same world, so that each machine is provided once. */
export const widened = (widen: (world: World) => World): ((world: World) => World) => {
  const known = new WeakMap<World, World>();
  return (world) => {
    const wide = known.get(world) ?? widen(world);
    known.set(world, wide);
    return wide;
  };
};
