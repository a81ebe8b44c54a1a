import type { AnyMachineSnapshot } from 'xstate';
import { together, type Model } from '../model.ts';
import { explore, type Place } from './explored.ts';
import { createMemory, type Memory, type Moment } from './novelty.ts';
import { facetsOf, statesIn } from './seen.ts';
import type { Path } from './steps.ts';
import { pairsOfRegions, standingStates, stateName } from './universe.ts';
import type { World } from './world.ts';

/** A moment worth looking at, and a shortest way to it. */
export interface Stop {
  /** The atomic and final states that are active there, sorted. */
  states: string[];
  /** What the model's facet says there, part by part. */
  facets: string[];
  path: Path;
}

export interface Stops {
  /** The nearest first; stops that stand in the same states one after the other. */
  stops: Stop[];
  /** States, and pairs of states in two regions (`clipboard.idle & line.quiet`), that no way was found to. */
  missing: string[];
  /** States and pairs that the model calls unreachable, and that were reached. */
  reachedAfterAll: string[];
}

/** How many stops one state may have, so that a wide facet does not become a wall of pictures; a model may say another. */
const enough = 6;

const placeOf = ({ states }: Stop): string => states.join();

/** What a moment shows: its states, every two of them, and each state with each part of the facet. */
const worthOf = ({ states, facets }: Stop): string[] => [
  ...states.flatMap((state, at) => [state, ...states.slice(at + 1).map((other) => together(state, other))]),
  ...states.flatMap((state) => facets.map((facet) => `${state} # ${facet}`)),
];

/** So few moments that together they show all of these words, or most of them: the most telling first, of two alike the nearer. */
function fewest(moments: readonly Stop[], words: ReadonlySet<string>, most: number): Stop[] {
  const open = new Set(words);
  const chosen = new Set<Stop>();
  const left = new Map(moments.map((stop) => [stop, worthOf(stop).filter((word) => words.has(word))]));
  while (open.size > 0 && chosen.size < most) {
    let best: Stop | undefined;
    let worth = 0;
    for (const [stop, its] of left) {
      const many = its.filter((word) => open.has(word)).length;
      if (many > worth) [best, worth] = [stop, many];
    }
    if (!best) break;
    chosen.add(best);
    for (const word of left.get(best)!) open.delete(word);
  }
  return moments.filter((stop) => chosen.has(stop));
}

/** Of all that was met, in the order of how near it is, the moments that show something that no nearer one does. */
function worthStopping(met: readonly Stop[], most: number): Stop[] {
  const known = new Set<string>();
  const places = Map.groupBy(met, placeOf);
  const firsts = new Map<string, { stops: Stop[]; words: Set<string> }>();
  for (const stop of met) {
    const worth = worthOf(stop).filter((word) => !known.has(word));
    if (worth.length === 0) continue;
    const place = placeOf(stop);
    const here = firsts.get(place) ?? { stops: [], words: new Set() };
    firsts.set(place, here);
    here.stops.push(stop);
    for (const word of worth) {
      here.words.add(word);
      known.add(word);
    }
  }
  return [...firsts].flatMap(([place, { stops, words }]) =>
    stops.length <= most ? stops : fewest(places.get(place)!, words, most),
  );
}

type Seen = Place<Pick<Stop, 'states' | 'facets'>>;

/** What tells one look of a model from another: each part of the facet by itself, and not all of them together. */
const isNewIn = (memory: Memory, moment: Moment, facets: readonly string[]): boolean =>
  facets.length === 0 ? memory.isNew(moment) : facets.filter((facet) => memory.isNew(moment, facet)).length > 0;

/**
 * A stop for every state of the model's machine, for every two states that are active at once (regions pairwise), and
 * again for each facet; breadth first from every input, so that no way is longer than it need be.
 */
export function findStops(model: Model, budget = model.moments ?? 6000): Stops {
  const known = new Set<string>();
  const met = new Map<string, Stop>();
  const canBe = (state: string) => !model.states[state]?.unreachable;
  const pairs = pairsOfRegions(model.machine).filter(({ states }) => states.every(canBe));
  const isExcused = (id: string) => model.unreachable?.[id] !== undefined;
  const wanted = new Set([
    ...standingStates(model.machine).map(stateName).filter(canBe),
    ...pairs.map(({ id }) => id).filter((id) => !isExcused(id)),
  ]);

  const look = ({ actor }: World): Pick<Stop, 'states' | 'facets'> => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    return snapshot.status === 'error'
      ? { states: [], facets: [] }
      : { states: statesIn(snapshot), facets: facetsOf(model, snapshot) };
  };
  const explored = explore(model, { look });
  for (const novelty of [8, 32]) {
    const memory = createMemory(novelty);
    const afterWaits = createMemory(1);
    let left = budget;
    // From what shows something for the first time it goes on first: what there is is found before it is met again.
    const telling: Seen[] = [];
    const queue: Seen[] = [];
    const arrive = (place: Seen, isNew: () => boolean): void => {
      left -= 1;
      if (place.death) return;
      const stop: Stop = { ...place.look, path: place.path };
      const seen = [placeOf(stop), ...stop.facets].join('\n');
      if (stop.path.steps.length < (met.get(seen)?.path.steps.length ?? Infinity)) met.set(seen, stop);
      const fresh = worthOf(stop).filter((word) => !known.has(word));
      for (const word of fresh) {
        known.add(word);
        wanted.delete(word);
      }
      if (isNew()) (fresh.length > 0 ? telling : queue).push(place);
    };
    const go = (place: Seen) => arrive(place, () => isNewIn(memory, place.moment, place.look.facets));
    const next = () => telling.shift() ?? queue.shift();

    for (const input of Object.keys(model.inputs)) go(explored.beginning(input));
    for (let place = next(); place && left > 0; place = next()) {
      for (const after of explored.after(place)) if (after.moved) go(after);
      for (const later of explored.waits(place)) arrive(later, () => afterWaits.isNew(later.moment));
    }
    if (wanted.size === 0) break;
  }
  return {
    stops: worthStopping(
      [...met.values()].toSorted((one, other) => one.path.steps.length - other.path.steps.length),
      model.stopsOfState ?? enough,
    ),
    missing: [...wanted],
    reachedAfterAll: [
      ...Object.keys(model.states).filter((state) => !canBe(state) && known.has(state)),
      ...pairs.map(({ id }) => id).filter((id) => isExcused(id) && known.has(id)),
    ],
  };
}

const showsItself = ({ states }: Model, state: string): boolean =>
  states[state]?.unseen === undefined && states[state]?.silent === undefined;

/** The stops at which the model's own view shows something: one state of them at least does. */
export const onScreen = (model: Model, stops: readonly Stop[]): Stop[] =>
  stops.filter(({ states }) => states.some((state) => showsItself(model, state)));

/** States of a model's view that no stop shows, and that say no reason why. */
export function withoutStory(model: Model, stops: readonly Stop[]): string[] {
  const shown = new Set(onScreen(model, stops).flatMap(({ states }) => states));
  return standingStates(model.machine)
    .map(stateName)
    .filter((state) => {
      const { unseen, silent, unreachable } = model.states[state] ?? {};
      return !shown.has(state) && (unseen ?? silent ?? unreachable) === undefined;
    });
}
