import type { Landing } from '../../root/events.ts';
import { isOwnPath } from './address.ts';

/** What is kept through sign-in: the path that a guard refused to a visitor, and the exchange of the home page. */
export interface Kept {
  interrupted?: string | null;
  landing?: Landing | null;
}

/** What a device or a flow gives to keep: a path that is none of ours is not kept. */
export const readKept = ({ interrupted = null, landing = null }: Kept = {}): Required<Kept> => ({
  interrupted: interrupted !== null && isOwnPath(interrupted) ? interrupted : null,
  landing: landing !== null && isOwnPath(landing.to) ? landing : null,
});

/** What a device has to keep; null for nothing. */
export const keptOf = ({ interrupted, landing }: Required<Kept>): Kept | null =>
  interrupted === null && landing === null ? null : { interrupted, landing };
