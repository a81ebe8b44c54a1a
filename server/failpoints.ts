import { ConfigError } from './config.ts';

/** Where a call can be killed. `after COMMIT` is before the first byte of the answer. */
export const points = ['before BEGIN', 'before COMMIT', 'after COMMIT'] as const;
export type Point = (typeof points)[number];

/** Kills this process (SIGKILL) at the points that are set. Tests alone set any; production refuses them. */
export interface Failpoints {
  /** `before COMMIT@exchange.submit,after COMMIT@auth.code`; an empty text clears all. @throws ConfigError when unreadable. */
  set(text: string): void;
  list(): string[];
  reach(point: Point, call: string): void;
}

export const createFailpoints = (text: string, kill = () => process.kill(process.pid, 'SIGKILL')): Failpoints => {
  let active = new Set<string>();
  const failpoints: Failpoints = {
    set(next) {
      const wanted = next
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      const wrong = wanted.find(
        (part) => !points.some((point) => part.startsWith(`${point}@`) && part.length > point.length + 1),
      );
      if (wrong !== undefined) throw new ConfigError(`FAILPOINTS knows no "${wrong}": write <point>@<call>`);
      active = new Set(wanted);
    },
    list: () => [...active],
    reach(point, call) {
      if (active.has(`${point}@${call}`)) kill();
    },
  };
  failpoints.set(text);
  return failpoints;
};
