import { Refusal } from './refusal.ts';

/** Seconds after which a call that found no room may come again. */
const whenThereIsRoom = 10;

/** Bytes of files that are in hand at a time: of this process, or of an account in it. */
export interface Room {
  /**
   * Takes `bytes` more, where there is room also for the `coming` that are known to follow.
   * @throws Refusal 503 `unavailable`.
   */
  take(bytes: number, coming?: number): void;
  /** What was taken is free again. */
  give(bytes: number): void;
}

/** What is taken here is taken `within` another room too. */
export const createRoom = (most: number, within?: Room): Room => {
  let held = 0;
  return {
    take(bytes, coming = 0) {
      if (held + bytes + coming > most) throw new Refusal(503, 'unavailable', { retryAfter: whenThereIsRoom });
      within?.take(bytes, coming);
      held += bytes;
    },
    give(bytes) {
      within?.give(bytes);
      held -= bytes;
    },
  };
};
