import type { Landing } from '../../root/events.ts';
import { isOwnPath } from './address.ts';

/** What is kept through sign-in: the path that a guard refused to a visitor, and the exchange of the home page. */
export interface Kept {
  interrupted: string | null;
  landing: Landing | null;
  /** The account whose path it is, when it was left with a lost session; null: whoever signs in is led there. */
  whose: string | null;
}

const isOurs = (path: unknown): path is string => typeof path === 'string' && isOwnPath(path);

/** What a device has kept, whatever that is: a path that is none of ours leads nowhere. */
export const readKept = (kept: unknown): Kept => {
  const { interrupted, landing, whose } = Object(kept) as Partial<Kept>;
  return {
    interrupted: isOurs(interrupted) ? interrupted : null,
    landing: landing && isOurs(landing.to) ? landing : null,
    whose: whose ?? null,
  };
};

/** What a device has to keep; null for nothing. */
export const keptOf = ({ interrupted, landing, whose }: Kept): Kept | null =>
  interrupted || landing ? { interrupted, landing, whose } : null;
