import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** From now on it is ended with the test file that started it, whatever becomes of its test. */
export const endLater = (child: ChildProcess): void => {
  running.add(child);
  child.once('exit', () => running.delete(child));
};

export const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
