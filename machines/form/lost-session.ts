import type { Trouble } from './trouble.ts';

/** It was refused since nobody was signed in: whoever signs in again is told so no more. */
export const isOfSession = (trouble: Trouble | null): boolean => trouble?.code === 'no_session';

/** What is left to be said once somebody has signed in again. */
export const signedInAgain = (trouble: Trouble | null): Trouble | null => (isOfSession(trouble) ? null : trouble);
