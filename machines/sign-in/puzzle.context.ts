import type { Answer } from '../../contract/call.ts';
import type { Puzzle } from '../../contract/calls/puzzle.ts';
import type { Trouble } from '../form/trouble.ts';

export interface PuzzleContext {
  /** What is on the screen. */
  puzzle: Puzzle | null;
  /** Page clock in ms: when it lapses, and from when on it is done by whoever has waited. */
  expiresAt: number;
  patientAt: number;
  /** Where the piece is, in pixels from the left. */
  x: number;
  /** The person waits instead. */
  waits: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  trouble: Trouble | null;
  corrections: number;
}

/** How it ends: the refused call may be sent again, or the person would rather not. */
export interface PuzzleOutput {
  kind: 'solved' | 'given up';
}

export const begun = (): PuzzleContext => ({
  ...{ puzzle: null, expiresAt: 0, patientAt: 0, x: 0, waits: false, at: 0, heldUntil: 0 },
  ...{ trouble: null, corrections: 0 },
});

/** Moments of the page's clock, worked out from the server's. */
export const laid = ({ payload, now, at }: Answer<Puzzle>): Partial<PuzzleContext> => {
  const onPage = (moment: string) => at + Date.parse(moment) - Date.parse(now);
  return {
    ...{ puzzle: payload, expiresAt: onPage(payload.expires_at), patientAt: onPage(payload.patient_at), at },
    ...{ x: 0, waits: false, trouble: null },
  };
};

/** How far the piece can go. */
export const farthest = ({ puzzle }: PuzzleContext): number => (puzzle ? puzzle.width - puzzle.side : 0);
