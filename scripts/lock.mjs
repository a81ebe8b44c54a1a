// Also runs before anything is installed, on the machine's own Node: built-ins of Node 20 only.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const owner = (path) => {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
};

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Runs `work` while the file at `path` names this process; waits for another living process that holds it. */
export const withLock = (path, work) => {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const pid = owner(path);
      if (pid !== 0 && !alive(pid)) rmSync(path, { force: true });
      else pause(250);
    }
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
};
