import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startLine } from './start-line.ts';

const root = join(import.meta.dirname, '..', '..');

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

/** The process ids of PostgreSQL, postmaster and children, whose command line or lock names the folder. */
export async function postgresOf(dataDir: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(join(dataDir, 'postgres')) && !line.includes('ps -eo'))
    .map((line) => Number.parseInt(line, 10));
}

export interface Started {
  url: string;
  /** From the command to the line that says where it listens. */
  seconds: number;
  /** The postmaster on these files. */
  postmaster: number;
  lines: string[];
  /** Sends SIGTERM to npm alone, as a terminal's owner would, and waits until all of it has ended. */
  stop(): Promise<void>;
  /** Ends whatever is left. */
  kill(): void;
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** `npm start` with exactly this environment, besides what npm and Node themselves need. @throws with all that it said when it ends before it serves. */
export async function npmStart(environment: Record<string, string>): Promise<Started> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  const lines: string[] = [];
  let tell!: (url: string) => void;
  const ready = new Promise<string>((resolve) => (tell = resolve));
  const readers = [child.stdout, child.stderr].map((input) => createInterface({ input }));
  for (const reader of readers)
    reader.on('line', (line) => {
      lines.push(line);
      const [, url] = startLine().exec(line) ?? [];
      if (url) tell(url);
    });
  // The streams close when the last process that writes to them has ended: npm's child too.
  const ended = Promise.all([once(child, 'exit'), ...readers.map((reader) => once(reader, 'close'))]);
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (url === undefined) throw new Error(`npm start ended:\n${lines.join('\n')}`);
  const seconds = (performance.now() - began) / 1000;
  const pidFile = join(environment['DATA_DIR'] ?? '', 'postgres', 'postmaster.pid');
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  return {
    url,
    seconds,
    postmaster,
    lines,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: () => {
      kill();
      if (isThere(postmaster)) process.kill(postmaster, 'SIGQUIT');
    },
  };
}
