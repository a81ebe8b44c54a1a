import type { Model } from '../model.ts';
import { reachedBy, reachedIn } from './goals.ts';
import { momentOf, type Moment } from './novelty.ts';
import { longer, standAt, waitFrom, type Stand } from './stand.ts';
import { isUnmoved, nextSteps, start, take, type Path } from './steps.ts';
import type { World } from './world.ts';

/** Where a path leads, and what there is about it. */
export interface Place extends Stand {
  moment: Moment;
  /** The goals that its last step has reached, and those of the states where it stands. */
  reached: readonly string[];
  /** What the machine threw; the path is no use then. */
  death: { error: unknown } | null;
  /** 0 for a step that nobody took, so that the next one could be tried at once: what it takes of a search's budget. */
  cost: 0 | 1;
}

/** What has been walked once is known: a search that comes by again walks nothing. */
export interface Explored {
  /** Where an input leads by itself. */
  beginning(input: string): Place;
  /** One step further, for every step that could be next: each is walked when it is asked for. */
  after(place: Place): Iterable<Place>;
  /** Further and further while nothing but time passes. */
  waits(place: Place): Iterable<Place>;
  /** Steps that were taken. */
  steps(): number;
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
  let steps = 0;
  const begun = new Map<string, Place>();
  const edges = new Map<Place, () => Iterable<Place>>();
  const idle = new Map<Place, () => Iterable<Place>>();
  const placeOf = (path: Path, world: World, by: readonly string[], cost: Place['cost']): Place => ({
    ...standAt(model, path, world),
    moment: momentOf(world),
    reached: [...reachedIn(model, world), ...also(world), ...by],
    death: deathOf(world),
    cost,
  });

  function* onward(place: Place): Generator<Place> {
    let cost: Place['cost'] = 0;
    for (const step of nextSteps(model, place.again())) {
      const world = place.again();
      steps += 1;
      take(model, world, step);
      const next = placeOf(longer(place.path, step), world, reachedBy(step), cost);
      cost = isUnmoved(world, step) ? 0 : 1;
      yield next;
    }
  }
  const passing = (place: Place): Generator<Place> =>
    waitFrom(model, place, (path, world) => {
      steps += 1;
      return placeOf(path, world, [], 0);
    });
  const kept = (of: Map<Place, () => Iterable<Place>>, place: Place, make: (place: Place) => Iterator<Place>) => {
    const known = of.get(place) ?? remembered(() => make(place));
    of.set(place, known);
    return known();
  };

  return {
    beginning(input) {
      const place = begun.get(input) ?? placeOf({ input, steps: [] }, start(model, input), [], 1);
      begun.set(input, place);
      return place;
    },
    after: (place) => kept(edges, place, onward),
    waits: (place) => kept(idle, place, passing),
    steps: () => steps,
  };
}
