import type { Ctx } from '../area.ts';
import { readAttempts, waitFor } from '../auth/attempts.ts';
import { isToken } from '../auth/tokens.ts';
import { cookieNames } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { giveSolvedBack, takeSolved } from './puzzles.ts';

/** A browser keeps its token for a day: each tab may have a puzzle of its own. */
export const keptSeconds = 86_400;

/** The cookie that ties a puzzle to the browser that asked for it. */
export const puzzlerOf = (ctx: Ctx): string | undefined => {
  const token = ctx.cookie(cookieNames.puzzle);
  return isToken(token) ? token : undefined;
};

/** So many attempts of a key cost nothing; each next one costs a puzzle. */
interface Price {
  from: number;
  key: string[];
}

/**
 * Does `work` for a solved puzzle where one of the prices asks for it; one counts for all. The attempt is not counted yet; what
 * has to wait is told so first, and what `work` refuses with a wait has used none up.
 * @param work is told whether a puzzle was used up.
 * @throws Refusal 403 `captcha_required`, 429 `wait_before_retry`, and what `work` throws.
 */
export const forPuzzle = async <T>(
  ctx: Ctx,
  prices: readonly Price[],
  work: (puzzled: boolean) => Promise<T>,
): Promise<T> => {
  if (!(await isDear(ctx, prices))) return await work(false);
  const puzzle = await takeSolved(ctx.db, puzzlerOf(ctx));
  if (puzzle === undefined) throw new Refusal(403, 'captcha_required');
  try {
    return await work(true);
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) await giveSolvedBack(ctx.db, puzzle);
    throw error;
  }
};

const isDear = async (ctx: Ctx, prices: readonly Price[]): Promise<boolean> => {
  let isOne = false;
  for (const { from, key } of prices) {
    const { failures, seconds } = await readAttempts(ctx.db, ...key);
    if (seconds > 0) throw waitFor(seconds);
    isOne ||= failures >= from;
  }
  return isOne;
};
