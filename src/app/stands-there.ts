import type { FirstPage } from '../../contract/first-page.ts';
import { residentOf, slotOf, type HouseActor } from '../../machines/root/house.ts';
import { standOf } from './stand.ts';

export interface Stands {
  first: Pick<FirstPage, 'stand'>;
  root: HouseActor;
  /** Answers on hand that nobody has asked for yet. */
  left: () => number;
}

/** How long a house that has nothing to wait for may stand elsewhere, in ms. */
const patience = 500;

/** A flow that did not open asks for none of its answers: they are waited for no longer. */
const isWaiting = ({ root, left }: Stands): boolean => {
  const slot = slotOf(root, 'page').getSnapshot();
  if (slot.hasTag('busy') || !residentOf(root, 'session').getSnapshot().hasTag('known')) return true;
  return left() > 0 && !slot.hasTag('attention');
};

/** Resolves when the house stands where that of the server stood; with false when it has come elsewhere, or nowhere. */
export const standsThere = (all: Stands): Promise<boolean> =>
  new Promise((resolve) => {
    let elsewhere = Infinity;
    const look = (): void => {
      if (standOf(all.root) === all.first.stand) return resolve(true);
      elsewhere = isWaiting(all) ? Infinity : Math.min(elsewhere, performance.now());
      if (performance.now() - elsewhere > patience) return resolve(false);
      setTimeout(look, 0);
    };
    look();
  });
