import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startLine } from '../tools/start-line.ts';
import { root } from './floor.ts';

export interface Child {
  process: ChildProcess;
  port: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a script of ours and reads its port off what it says: the last group of the pattern. */
export const start = async (file: string, env: Record<string, string>, said: RegExp): Promise<Child> => {
  const child = spawn(process.execPath, [join(root, file)], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = said.exec(line)?.at(-1);
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`${file} ended`)));
  });
  return {
    process: child,
    port,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
    },
  };
};

/** The product's server with exactly this environment. */
export const serverAt = (env: Record<string, string>): Promise<Child> => start('server/index.ts', env, startLine());
