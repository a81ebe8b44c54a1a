import type { Landing } from '../../root/events.ts';
import { isOwnPath } from './address.ts';

/** What is kept through sign-in: the path that a guard refused to a visitor, and the exchange of the home page. */
export interface Kept {
  interrupted: string | null;
  landing: Landing | null;
}

const isOurs = (path: unknown): path is string => typeof path === 'string' && isOwnPath(path);

/** What a device has kept, whatever that is: a path that is none of ours leads nowhere. */
export const readKept = (kept: unknown): Kept => {
  const { interrupted, landing } = Object(kept) as Partial<Kept>;
  return {
    interrupted: isOurs(interrupted) ? interrupted : null,
    landing: landing && isOurs(landing.to) ? landing : null,
  };
};

/** What a device has to keep; null for nothing. */
export const keptOf = ({ interrupted, landing }: Kept): Kept | null =>
  interrupted || landing ? { interrupted, landing } : null;
