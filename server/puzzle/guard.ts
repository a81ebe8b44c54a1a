import type { Ctx } from '../area.ts';
import { readAttempts, waitFor } from '../auth/attempts.ts';
import { isToken } from '../auth/tokens.ts';
import { cookieNames } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { takeSolved } from './puzzles.ts';

/** A browser keeps its token for a day: each tab may have a puzzle of its own. */
export const keptSeconds = 86_400;

/** The cookie that ties a puzzle to the browser that asked for it. */
export const puzzlerOf = (ctx: Ctx): string | undefined => {
  const token = ctx.cookie(cookieNames.puzzle);
  return isToken(token) ? token : undefined;
};

/**
 * From `from` attempts of a key on each next one costs a solved puzzle. The attempt is not counted yet; what has to wait
 * is told so first.
 * @returns whether one was used up.
 * @throws Refusal 403 `captcha_required`, 429 `wait_before_retry`.
 */
export const takePuzzle = async (ctx: Ctx, from: number, ...key: string[]): Promise<boolean> => {
  const { failures, seconds } = await readAttempts(ctx.db, ...key);
  if (seconds > 0) throw waitFor(seconds);
  if (failures < from) return false;
  if (await takeSolved(ctx.db, puzzlerOf(ctx))) return true;
  throw new Refusal(403, 'captcha_required');
};
