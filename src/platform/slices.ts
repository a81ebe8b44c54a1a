/** How long work may hold the thread, in ms: far below what a person feels, and the page draws in between. */
const slice = 8;

/** Lets the page draw and hear what waits. */
const breathe = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(null);
  });

/**
 * Does work bit by bit, and lets the page breathe in between; `onPause` runs each time.
 * @throws what the work throws; the reason of `signal` when that was given up meanwhile.
 */
export async function inSlices<Result>(
  work: Generator<void, Result>,
  { signal, onPause }: { signal?: AbortSignal | undefined; onPause?: () => void } = {},
): Promise<Result> {
  let until = performance.now() + slice;
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await breathe();
    if (onPause) {
      // What is told is drawn at once: in a slice of its own.
      onPause();
      await breathe();
    }
    until = performance.now() + slice;
  }
}
