import { Refusal } from './refusal.ts';

/** Seconds after which a call that found no room may come again. */
const whenThereIsRoom = 10;

/** Bytes of files that are in hand at a time: of this process, or of an account in it. */
export interface Room {
  /** @throws Refusal 503 `unavailable` where there is no room for `bytes` more. */
  take(bytes: number): void;
  /** What was taken is free again. */
  give(bytes: number): void;
}

/** What is taken here is taken `within` another room too. */
export const createRoom = (most: number, within?: Room): Room => {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > most) throw new Refusal(503, 'unavailable', { retryAfter: whenThereIsRoom });
      within?.take(bytes);
      held += bytes;
    },
    give(bytes) {
      within?.give(bytes);
      held -= bytes;
    },
  };
};
