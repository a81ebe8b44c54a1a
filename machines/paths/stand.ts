import type { Model } from '../model.ts';
import { take, walk, type Path } from './steps.ts';
import type { Step, World } from './world.ts';

/** Where a path leads. A world that has gone on is set back there, so that every way is walked once. */
export interface Stand {
  path: Path;
  /** The world as it stands at the end of the path, and nothing taken yet. It is everybody's, and stands there until somebody moves it. */
  again(): World;
}

/** Where a world stands that has just walked this path. */
export function standAt(model: Model, path: Path, world: World): Stand {
  const back = world.mark();
  return {
    path,
    again() {
      if (back) {
        back();
        return world;
      }
      const anew = walk(model, path);
      anew.taken.clear();
      return anew;
    },
  };
}

export const longer = ({ input, steps }: Path, step: Step): Path => ({ input, steps: [...steps, step] });

/** How often a search lets time pass in one go, so that it outlives a loop of short waits inside a long one. */
export const patience = 40;

/** Lets time pass, timer by timer, and nothing else happen, as long as it can. */
export function* waitFrom<Place extends Stand>(
  model: Model,
  from: Place,
  arrive: (path: Path, world: World) => Place,
  can: (path: Path, step: Step, world: World) => boolean = () => true,
): Generator<Place> {
  let place = from;
  for (let waits = 0; waits < patience; waits += 1) {
    const world = place.again();
    const ms = world.clock.next();
    if (ms === undefined) return;
    const step: Step = { type: 'wait', ms };
    if (!can(place.path, step, world)) return;
    take(model, world, step);
    place = arrive(longer(place.path, step), world);
    yield place;
  }
}
