import type { Model } from '../model.ts';
import { reachedBy, reachedIn } from './goals.ts';
import { momentOf, type Moment } from './novelty.ts';
import { isUnmoved, nextSteps, take, waitOn, walk, type Path } from './steps.ts';
import type { Step, World } from './world.ts';

/** Where a path leads. */
export interface Place {
  path: Path;
  moment: Moment;
  /** The goals that its last step has reached, and those of the states where it stands. */
  reached: readonly string[];
  /** What the machine threw; the path is no use then. */
  death: { error: unknown } | null;
  /** How many times a machine had to be started for it. */
  starts: 0 | 1;
}

/** What has been walked once is known: a search that comes by again starts no machine. */
export interface Explored {
  /** Where an input leads by itself. */
  beginning(input: string): Place;
  /** One step further, for every step that could be next: each is walked when it is asked for. */
  after(place: Place): Iterable<Place>;
  /** Further and further while nothing but time passes. */
  waits(place: Place): Iterable<Place>;
  /** Starts that were made. */
  starts(): number;
}

/** Gives what there is already, then goes on where the making had stopped. */
function remembered<Item>(make: () => Iterator<Item>): () => Iterable<Item> {
  const made: Item[] = [];
  let more: Iterator<Item> | undefined;
  return () => ({
    *[Symbol.iterator]() {
      for (let at = 0; ; at += 1) {
        if (at === made.length) {
          more ??= make();
          const next = more.next();
          if (next.done) return;
          made.push(next.value);
        }
        yield made[at]!;
      }
    },
  });
}

const deathOf = (world: World): Place['death'] => {
  const { status, error } = world.actor.getSnapshot() as { status: string; error?: unknown };
  return status === 'error' ? { error } : null;
};

/** `also`: what else a world has reached, for goals that are not of the model's own machine. */
export function explore(model: Model, also: (world: World) => readonly string[]): Explored {
  let starts = 0;
  const begun = new Map<string, Place>();
  const edges = new Map<Place, () => Iterable<Place>>();
  const idle = new Map<Place, () => Iterable<Place>>();
  const run = (path: Path): World => {
    starts += 1;
    return walk(model, path);
  };
  const placeOf = (path: Path, world: World, by: readonly string[], cost: Place['starts']): Place => ({
    path,
    moment: momentOf(world),
    reached: [...reachedIn(model, world), ...also(world), ...by],
    death: deathOf(world),
    starts: cost,
  });
  const longer = ({ path }: Place, step: Step): Path => ({ input: path.input, steps: [...path.steps, step] });

  function* onward(place: Place): Generator<Place> {
    const here = run(place.path);
    let still: World | undefined = here;
    for (const step of nextSteps(model, here)) {
      const cost = still ? 0 : 1;
      const world: World = still ?? run(place.path);
      world.taken.clear();
      take(model, world, step);
      still = isUnmoved(world, step) ? world : undefined;
      yield placeOf(longer(place, step), world, reachedBy(step), cost);
    }
  }
  function* passing(place: Place): Generator<Place> {
    const world = run(place.path);
    let before = place;
    for (const step of waitOn(model, world)) {
      before = placeOf(longer(before, step), world, [], 0);
      yield before;
    }
  }
  const kept = (of: Map<Place, () => Iterable<Place>>, place: Place, make: (place: Place) => Iterator<Place>) => {
    const known = of.get(place) ?? remembered(() => make(place));
    of.set(place, known);
    return known();
  };

  return {
    beginning(input) {
      const path = { input, steps: [] };
      const place = begun.get(input) ?? placeOf(path, run(path), [], 1);
      begun.set(input, place);
      return place;
    },
    after: (place) => kept(edges, place, onward),
    waits: (place) => kept(idle, place, passing),
    starts: () => starts,
  };
}
