import { isHeld, thisPage } from '../house/held-files.ts';
import { unsentSeenBy } from '../platform/unsent.ts';

/** What of this device waits to be sent, as this page sees it. */
export const unsentHere = unsentSeenBy(thisPage, isHeld);
