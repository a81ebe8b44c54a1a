import type { Config } from '../config.ts';
import { Refusal } from '../http/refusal.ts';
import { seededMarket, type Market } from './market.ts';

/** One seed for all: several processes give the same rates without talking to each other. */
const sandbox = seededMarket('statera');

/** The market of this house. @throws Refusal 409 `pair_unavailable` where nobody gives rates. */
export const marketOf = (config: Pick<Config, 'providers'>): Market => {
  if (config.providers === 'sandbox') return sandbox;
  throw new Refusal(409, 'pair_unavailable');
};
