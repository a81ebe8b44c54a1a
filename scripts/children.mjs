import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import './follow-npm.mjs';

const running = new Set();
const windows = process.platform === 'win32';

const tell = (child, signal) => {
  try {
    // Its whole group: a test runner's browsers and servers end with it.
    if (windows) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
};

let stopping = false;

/** Asks every child to end, gives them five seconds, and leaves with `code`. */
export const stop = (code) => {
  if (stopping) return;
  stopping = true;
  const began = Date.now();
  // The child alone: what it started is its own to end.
  for (const child of running) child.kill('SIGTERM');
  setInterval(() => {
    if (running.size === 0 || Date.now() - began > 5000) process.exit(code);
  }, 50);
};

process.on('exit', () => {
  for (const child of running) tell(child, 'SIGKILL');
});
process.on('SIGINT', () => stop(130));
process.on('SIGTERM', () => stop(143));
process.on('SIGHUP', () => stop(129));

const isThere = (group) => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

/** What a child left behind is asked to end, and after three seconds made to. */
const endGroup = async (child) => {
  const began = Date.now();
  if (!windows) tell(child, 'SIGTERM');
  while (!windows && isThere(child.pid) && Date.now() - began < 3000) await pause(50);
  if (!windows) tell(child, 'SIGKILL');
  running.delete(child);
};

/** A child in a process group of its own; nothing of it outlives this process. */
export const start = (command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: !windows, ...options });
  running.add(child);
  child.once('exit', () => void endGroup(child));
  child.once('error', () => running.delete(child));
  return child;
};

/** Runs to the end: `{ code, output }`. After `limit` ms it is stopped and `late` is true. `quiet` keeps the output back. */
export const run = (command, args, { limit, quiet = false, ...options } = {}) =>
  new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = start(command, args, { stdio, ...options });
    let output = '';
    let late = false;
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const timer =
      limit &&
      setTimeout(() => {
        late = true;
        tell(child, 'SIGTERM');
        setTimeout(() => tell(child, 'SIGKILL'), 5000).unref();
      }, limit);
    const settle = (code) => {
      clearTimeout(timer);
      if (!stopping) resolve({ code: late ? 1 : code, output, late });
    };
    child.once('error', (error) => {
      output += error.message;
      settle(1);
    });
    child.once('exit', (code) => settle(code ?? 1));
  });
