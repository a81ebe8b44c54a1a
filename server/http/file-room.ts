import { Refusal } from './refusal.ts';

/** Seconds after which a call that found no room may come again. */
const whenThereIsRoom = 10;

/** Bytes of files that this process has in its hands at a time. */
export interface Room {
  /**
   * Takes `bytes` more, where there is room also for the `coming` that are known to follow.
   * @throws Refusal 503 `unavailable`.
   */
  take(bytes: number, coming?: number): void;
  /** What was taken is free again. */
  give(bytes: number): void;
}

export const createRoom = (most: number): Room => {
  let held = 0;
  return {
    take(bytes, coming = 0) {
      if (held + bytes + coming > most) throw new Refusal(503, 'unavailable', { retryAfter: whenThereIsRoom });
      held += bytes;
    },
    give(bytes) {
      held -= bytes;
    },
  };
};
