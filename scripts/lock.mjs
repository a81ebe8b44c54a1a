// Also runs before anything is installed, on the machine's own Node: built-ins of Node 20 only.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** When a process began, in the system's own words: a number that was given out again has another beginning. */
const beginningOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19];
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return (stdout ?? '').trim().replaceAll(/\W+/g, '-');
  }
};

/** `number beginning unique`. */
const me = () => `${process.pid} ${beginningOf(process.pid)} ${randomUUID()}`;

/** What the file says; undefined where there is none. */
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Nobody is behind it: its process has ended, or ended before it wrote a word. */
const isDead = (path, said) => {
  const [pid, beginning] = said.split(' ');
  if (/^\d+$/.test(pid)) return !isAlive(Number(pid)) || (!!beginning && beginning !== beginningOf(pid));
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5_000;
};

const create = (path) => {
  try {
    writeFileSync(path, me(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
};

/**
 * Removes what a dead process left. Only who has made the file that is named by it may, and looks again first: of two
 * that found it dead, the slower one would remove what the other has made since.
 */
const removeDead = (path, said) => {
  const right = `${path}.${said.replaceAll(/\W+/g, '-') || 'empty'}`;
  if (!create(right)) {
    const other = read(right);
    if (other !== undefined && isDead(right, other)) removeDead(right, other);
    return;
  }
  if (read(path) === said) rmSync(path, { force: true });
  rmSync(right, { force: true });
};

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Runs `work` while the file at `path` names this process; waits for another living process that holds it, and says so. */
export const withLock = (path, work) => {
  mkdirSync(dirname(path), { recursive: true });
  const began = Date.now();
  let silent = true;
  while (!create(path)) {
    const said = read(path);
    if (said === undefined) continue;
    if (isDead(path, said)) {
      removeDead(path, said);
      continue;
    }
    if (silent && Date.now() - began > 1_000) {
      console.error(`waiting for process ${said.split(' ')[0] || 'unknown'}, which holds ${path}`);
      silent = false;
    }
    pause(100);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
};
