import { authPuzzle, authPuzzleAnswer } from '../../contract/calls/puzzle.ts';
import { handle, type Area } from '../area.ts';
import { countPlace } from '../auth/places.ts';
import { newToken } from '../auth/tokens.ts';
import { cookieNames } from '../http/cookies.ts';
import { keptSeconds, puzzlerOf } from './guard.ts';
import { height, paint, side, width } from './picture.ts';
import { answerPuzzle, makePuzzle } from './puzzles.ts';

const open = { open: true } as const;
const puzzle = handle(
  authPuzzle,
  async (ctx) => {
    await countPlace(ctx);
    const browser = puzzlerOf(ctx) ?? newToken();
    const { picture, piece, left, top } = paint();
    const { id, expiresAt, patientAt } = await makePuzzle(ctx.db, browser, left);
    ctx.setCookie(cookieNames.puzzle, browser, keptSeconds);
    return { id, picture, piece, width, height, side, top, expires_at: expiresAt, patient_at: patientAt };
  },
  open,
);

const answer = handle(
  authPuzzleAnswer,
  async (ctx, { body }) => {
    await answerPuzzle(ctx.db, { id: body.id, browser: puzzlerOf(ctx), x: body.x });
    return {};
  },
  open,
);

/** Puzzles for whoever has failed too often: what costs a person a moment costs a machine one too. */
export const puzzleArea: Area = { name: 'puzzle', calls: [puzzle, answer] };
