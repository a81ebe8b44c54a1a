import type { Operation } from '../../contract/operation.ts';
import type { Model } from '../model.ts';
import type { LetterRead } from '../sign-in/letter.ts';
import type { Place } from '../root/events.ts';
import type { Can } from './shortest.ts';
import { broughtBy, type Path } from './steps.ts';
import type { World } from './world.ts';

/** Path and query; the samples of places have them apart. */
const addressOf = ({ path, query }: Place): string => {
  const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return path.includes('?') || asked.length === 0 ? path : `${path}?${asked.join('&')}`;
};

/** Where the machine has asked the page to go, last of all. */
const askedPlace = ({ told }: World): string =>
  (told.findLast(({ type }) => type === 'flow.navigate')?.['to'] as string | undefined) ?? '';

/** Where the page was asked to go, if the model knows that place. */
function placesAsked({ events }: Model): (world: World) => string {
  const arrivals = events['house.arrived'] ?? [];
  const known = new Set((Array.isArray(arrivals) ? arrivals : []).map(({ place }) => addressOf(place as Place)));
  return (world) => {
    const asked = askedPlace(world);
    return known.has(asked) ? asked : '';
  };
}

/** What a person last did to the operation that they asked terms for; null before. */
function lastDone({ steps }: Path): 'asked' | 'confirmed' | 'cancelled' | null {
  let done: ReturnType<typeof lastDone> = null;
  for (const step of steps) {
    if (step.type !== 'say') continue;
    const { type } = step.event;
    if (type === 'user.submitted') done = 'asked';
    if (type === 'user.confirmed') done = 'confirmed';
    if (type === 'user.cancelled' && done === 'confirmed') done = 'cancelled';
  }
  return done;
}

const operationIn = (brought: unknown): Pick<Operation, 'status' | 'reason'> | null => {
  const payload = (brought as { payload?: Partial<Operation> | null } | undefined)?.payload;
  return payload?.terms && payload.status ? { status: payload.status, reason: payload.reason } : null;
};

/**
 * Whether an operation can stand so after what was done on this page: nothing happens to terms that nobody confirmed but that
 * their time runs out, and what a person has taken back was taken back by a press.
 */
function canStandSo(path: Path, { status, reason }: Pick<Operation, 'status' | 'reason'>): boolean {
  const done = lastDone(path);
  if (done === null) return true;
  if (done === 'asked') return status === 'open' || status === 'expired';
  return reason !== 'cancelled_by_person' || done === 'cancelled';
}

/** What makes two moments of a path by hand differ that hold the same. */
export function besidesByHand(model: Model): (world: World, path: Path) => string {
  const place = placesAsked(model);
  return (world, path) => `${place(world)} ${lastDone(path) ?? ''}`;
}

/**
 * What a person does on a page that knows nothing yet, what the world answers, and time. Nothing that the page hears by itself: but for the
 * address, which changes where the person's own step has led. No draft comes out of the browser, so whatever is needed is typed. An
 * operation stands as it can after what was done to it.
 */
export const byHand =
  (model: Model): Can =>
  (path, step, world) => {
    if (step.type === 'wait') return true;
    if (step.type === 'settle') {
      const outcome = model.outcomes[step.name]?.[step.how]?.[step.outcome];
      if (step.name === 'draft.read') return outcome === null;
      if (step.name === 'letter.read') return (outcome as LetterRead | undefined)?.kept === null;
      if (step.name === 'page.life') return false;
      const operation = step.how === 'done' ? operationIn(broughtBy(model, world, step)) : null;
      return operation === null || canStandSo(path, operation);
    }
    const { type } = step.event;
    if (type === 'house.arrived') return addressOf(step.event['place'] as Place) === askedPlace(world);
    return type.startsWith('user.');
  };
