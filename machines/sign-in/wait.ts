import { isCallError } from '../../contract/errors.ts';
import { troubleOf, type Trouble } from '../form/trouble.ts';

/** A wait that the server gave no length for, in seconds. */
const usualWait = 30;

export const mustWait = (error: unknown): boolean =>
  isCallError(error) && (error.code === 'wait_before_retry' || error.code === 'rate_limited');

/** Whether it is only a new code that was asked for too soon: nothing was tried in vain. */
export const isTooSoon = (trouble: Trouble | null): boolean =>
  ['rate_limited', 'letter_lost', 'link_lost'].includes(trouble?.code ?? '');

/** Until when, on the page's clock in ms; `at` is the last moment heard of. */
export function waitUntil(error: unknown, at: number): { at: number; heldUntil: number; trouble: Trouble } {
  const answer = isCallError(error) ? error : undefined;
  const from = answer?.at ?? at;
  return { at: from, heldUntil: from + (answer?.retryAfter ?? usualWait) * 1000, trouble: troubleOf(error) };
}

/** One try was knowingly made, and what the line took was another: its letter is what they wait behind, and is told as `code`. */
export function waitBehind(
  lost: boolean,
  error: unknown,
  at: number,
  code = 'letter_lost',
): ReturnType<typeof waitUntil> {
  const wait = waitUntil(error, at);
  return lost && isTooSoon(wait.trouble) ? { ...wait, trouble: { code } } : wait;
}

export const secondsLeft = (until: number, at: number): number => Math.max(0, Math.ceil((until - at) / 1000));

/** Seconds until a form that waits comes back. */
export const secondsHeld = ({ heldUntil, at }: { heldUntil: number; at: number }): number => secondsLeft(heldUntil, at);
