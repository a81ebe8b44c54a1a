import { createRoom } from './file-room.ts';
import { Refusal } from './refusal.ts';

/** Files that go out to one account at the same time: more than a page ever asks for. */
const mostAtOnce = 6;
/** Bytes that a file on its way holds: a slice in each place that it goes through. */
const heldByOne = 1024 * 1024;
/** Bytes that all of them hold in this process. What is sent here has a bound of its own: neither keeps the other out. */
const mostHeld = 128 * 1024 * 1024;
/** Seconds after which one of an account's own may have come to its end. */
const whenOneEnds = 10;

/**
 * Counts the files that are on their way out of this process. What it returns is called when the file of `account` has gone,
 * or goes no further; again does no harm.
 * @throws Refusal 429 `wait_before_retry` for an account that has too many, 503 `unavailable` where all together do.
 */
export const createOpenFiles = (most = mostHeld): ((account: string) => () => void) => {
  const room = createRoom(most);
  const open = new Map<string, number>();
  return (account) => {
    const own = open.get(account) ?? 0;
    if (own >= mostAtOnce) throw new Refusal(429, 'wait_before_retry', { retryAfter: whenOneEnds });
    room.take(heldByOne);
    open.set(account, own + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      room.give(heldByOne);
      const left = (open.get(account) ?? 1) - 1;
      if (left === 0) open.delete(account);
      else open.set(account, left);
    };
  };
};
