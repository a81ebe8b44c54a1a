/**
 * Does `work` again and again with `pause` ms between, until the stop that it returns is called; the stop waits for the
 * step that is under way. Errors go to `onError` and end nothing.
 */
export const repeat = (
  pause: number,
  work: (stopping: () => boolean) => Promise<void>,
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const step = async (): Promise<void> => {
    try {
      await work(() => stopped);
    } catch (error) {
      onError(error);
    }
    if (!stopped) timer = setTimeout(next, pause);
  };
  let running: Promise<void> = Promise.resolve();
  const next = (): void => {
    running = step();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
};
