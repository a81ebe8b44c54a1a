import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

const picture = z.string().check(z.regex(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/));
const pixels = z.int().check(z.nonnegative());

export const authPuzzle = defineCall({
  name: 'auth.puzzle',
  method: 'POST',
  path: '/api/auth/puzzle',
  body: 'json',
  basis: 'added',
  note: 'the specification names a slider captcha and no call for it; a picture with a notch and the piece that fits, for this browser alone',
  input: z.object({}),
  payload: z.object({
    id: z.string(),
    /** PNG as `data:` addresses; where the notch is stands in no field. */
    picture,
    piece: picture,
    /** Of the picture, in pixels; the piece is a square of `side` whose upper edge is at `top`. */
    width: pixels,
    height: pixels,
    side: pixels,
    top: pixels,
    expires_at: z.iso.datetime(),
    /** From then on it is done without the picture, by whoever has waited. */
    patient_at: z.iso.datetime(),
  }),
});
export type Puzzle = z.infer<typeof authPuzzle.payload>;

export const authPuzzleAnswer = defineCall({
  name: 'auth.puzzle_answer',
  method: 'POST',
  path: '/api/auth/puzzle/answer',
  body: 'json',
  basis: 'added',
  note: 'checks where the piece was put, or without `x` that somebody has waited; then the call that was refused with captcha_required is sent again, once',
  input: z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)), x: z.optional(pixels) }),
  payload: z.object({}),
});
