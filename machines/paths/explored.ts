import type { Model } from '../model.ts';
import { reachedBy, reachedIn } from './goals.ts';
import { momentOf, type Moment } from './novelty.ts';
import { longer, patience, standAt, type Stand } from './stand.ts';
import { isUnmoved, nextSteps, start, take, type Path } from './steps.ts';
import type { Step, World } from './world.ts';

/**
 * Where a path leads, and what there is about it. `again` stands there by the first way that was found: what was told and done
 * before, and the time by the clock, are of that one.
 */
export interface Place<Look = undefined> extends Stand {
  /** The place before its last step. */
  before: Place<Look> | null;
  moment: Moment;
  /** What whoever explores sees there. */
  look: Look;
  /** The goals that its last step has reached, and those of the states where it stands. */
  reached: readonly string[];
  /** What the machine threw; the path is no use then. */
  death: { error: unknown } | null;
  /** Whether its last step changed anything. */
  moved: boolean;
  /** 0 for a step that comes after one that nobody took, so that it could be tried at once: what it takes of a search's budget. */
  cost: 0 | 1;
}

/** What has been walked once is known: a search that comes by again, or comes there by another way, walks nothing. */
export interface Explored<Look = undefined> {
  /** Where an input leads by itself. */
  beginning(input: string): Place<Look>;
  /** One step further, for every step that could be next: each is walked when it is asked for. */
  after(place: Place<Look>): Iterable<Place<Look>>;
  /** Further and further while nothing but time passes. */
  waits(place: Place<Look>): Iterable<Place<Look>>;
  /** Steps that were taken. */
  steps(): number;
  /** Whether it tells moments apart by the transition that led there: only then pairs of them can be looked for. */
  paired: boolean;
}

interface Options<Look> extends Partial<Pick<Explored, 'paired'>> {
  look: (world: World) => Look;
}

/** One moment, as the first way that led there found it. */
interface Spot<Look> extends Pick<Place<Look>, 'again' | 'moment' | 'look' | 'death'> {
  onward(): Iterable<Edge<Look>>;
  /** The step by which nothing but time passes. */
  wait(): Edge<Look> | null;
}
interface Standing<Look> extends Place<Look> {
  spot: Spot<Look>;
}
interface Edge<Look> extends Pick<Place<Look>, 'reached' | 'moved' | 'cost'> {
  step: Step;
  to: Spot<Look>;
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

/** Walks a model step by step, from each moment once. */
export function explore<Look>(model: Model, { look, paired = false }: Options<Look>): Explored<Look> {
  let steps = 0;
  const spots = new Map<string, Spot<Look>>();
  const begun = new Map<string, Place<Look>>();

  const spotAt = (path: Path, world: World): Spot<Look> => {
    const likeness = world.likeness(paired);
    const known = likeness === null ? undefined : spots.get(likeness);
    if (known) return known;
    const { again } = standAt(model, path, world);
    const walked = (step: Step): Edge<Look> => {
      const from = again();
      steps += 1;
      take(model, from, step);
      const reached = [...reachedIn(model, from), ...reachedBy(step)];
      const moved = !isUnmoved(from, step);
      return { ...{ step, cost: 0, reached, moved }, to: moved ? spotAt(longer(path, step), from) : spot };
    };
    let waited: Edge<Look> | null | undefined;
    const spot: Spot<Look> = {
      ...{ again, moment: momentOf(world), look: look(world), death: deathOf(world) },
      onward: remembered(function* onward() {
        let cost: Edge<Look>['cost'] = 0;
        for (const step of nextSteps(model, again())) {
          const edge: Edge<Look> = { ...((step.type === 'wait' && spot.wait()) || walked(step)), cost };
          cost = edge.moved ? 1 : 0;
          yield edge;
        }
      }),
      wait() {
        if (waited !== undefined) return waited;
        const ms = again().clock.next();
        waited = ms === undefined ? null : walked({ type: 'wait', ms });
        return waited;
      },
    };
    if (likeness !== null) spots.set(likeness, spot);
    return spot;
  };

  const placeAt = (
    spot: Spot<Look>,
    { reached, moved, cost }: Pick<Edge<Look>, 'reached' | 'moved' | 'cost'>,
    { path, before }: Pick<Place<Look>, 'path' | 'before'>,
  ): Standing<Look> => {
    const { again, moment, look: seen, death } = spot;
    return { path, before, again, moment, look: seen, death, reached, moved, cost, spot };
  };
  const spotOf = (place: Place<Look>): Spot<Look> => (place as Standing<Look>).spot;
  const next = (before: Place<Look>, edge: Edge<Look>): Place<Look> =>
    placeAt(edge.to, edge, { path: longer(before.path, edge.step), before });

  return {
    beginning(input) {
      const known = begun.get(input);
      if (known) return known;
      const world = start(model, input);
      const reached = [...reachedIn(model, world)];
      const path = { input, steps: [] };
      const place = placeAt(spotAt(path, world), { reached, moved: true, cost: 1 }, { path, before: null });
      begun.set(input, place);
      return place;
    },
    *after(place) {
      for (const edge of spotOf(place).onward()) yield next(place, edge);
    },
    *waits(place) {
      let here = place;
      for (let waits = 0; waits < patience; waits += 1) {
        const edge = spotOf(here).wait();
        if (!edge) return;
        here = next(here, edge);
        yield here;
      }
    },
    steps: () => steps,
    paired,
  };
}
