import type { SignedInUser } from '../../../contract/entities.ts';

export interface SessionContext {
  /** Whose page this is; kept while the session is lost, so that the same person goes on and another one does not. */
  user: SignedInUser | null;
  account: string | null;
  /** Number of the request whose answer signed in or out last. */
  seq: number;
  /** Since the look that is under way began, a look has found them here. */
  found: boolean;
  /** Checks in a row that brought no user. */
  tries: number;
  /** Who asked to be signed out, and nobody has heard yet what came of it: here, in another tab, or on a page that was closed. */
  leaves: string | null;
  /** What lies here unsent is older than anybody comes back for. */
  stale: boolean;
}

export type SessionInput = Pick<SessionContext, 'leaves' | 'stale'>;
