import type { Model } from '../model.ts';
import type { LetterRead } from '../sign-in/letter.ts';
import type { Place } from '../root/events.ts';
import type { Can } from './shortest.ts';
import type { World } from './world.ts';

/** Path and query; the samples of places have them apart. */
const addressOf = ({ path, query }: Place): string => {
  const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return path.includes('?') || asked.length === 0 ? path : `${path}?${asked.join('&')}`;
};

/** Where the machine has asked the page to go, last of all. */
const askedPlace = ({ told }: World): string =>
  (told.findLast(({ type }) => type === 'flow.navigate')?.['to'] as string | undefined) ?? '';

/** What makes two moments differ that hold the same: where the page was asked to go, if the model knows that place. */
export function placesAsked({ events }: Model): (world: World) => string {
  const arrivals = events['house.arrived'] ?? [];
  const known = new Set((Array.isArray(arrivals) ? arrivals : []).map(({ place }) => addressOf(place as Place)));
  return (world) => {
    const asked = askedPlace(world);
    return known.has(asked) ? asked : '';
  };
}

/**
 * What a person does on a page that knows nothing yet, what the world answers, and time. Nothing that the page hears by itself: but for the
 * address, which changes where the person's own step has led. No draft comes out of the browser, so whatever is needed is typed.
 */
export const byHand =
  (model: Model): Can =>
  (_path, step, world) => {
    if (step.type === 'wait') return true;
    if (step.type === 'settle') {
      const outcome = model.outcomes[step.name]?.[step.how]?.[step.outcome];
      if (step.name === 'draft.read') return outcome === null;
      return step.name !== 'letter.read' || (outcome as LetterRead | undefined)?.kept === null;
    }
    const { type } = step.event;
    if (type === 'house.arrived') return addressOf(step.event['place'] as Place) === askedPlace(world);
    return type.startsWith('user.');
  };
