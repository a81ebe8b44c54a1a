// The page by Vite with hot reload, the server restarted when its files change. PORT, or API_PORT, moves the server's port; Vite takes 5173, or the next free one.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start, stop } from './children.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { API_PORT, PORT } = process.env;
// The page has to know it before anybody listens, so that none is free by itself.
const port = API_PORT ?? (Number(PORT) > 0 ? PORT : '8080');
const env = { ...process.env, API_PORT: port };

const isTaken = async () => {
  const probe = createServer();
  try {
    await once(probe.listen(Number(port), process.env.HOST || '127.0.0.1'), 'listening');
  } catch (error) {
    // Whatever else is wrong with it the server says itself.
    return error.code === 'EADDRINUSE';
  }
  probe.close();
  await once(probe, 'close');
  return false;
};
// A server that is watched waits for its files to change where it could not start, and the page would speak to the other program.
if (await isTaken()) {
  console.error(
    `[dev] port ${port} is taken by another program: end that, or name another one in ${API_PORT === undefined ? 'PORT' : 'API_PORT'}`,
  );
  process.exit(1);
}

const server = start(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--watch-path=server', '--watch-path=contract', 'server/index.ts'],
  { cwd: root, env: { ...env, PORT: port } },
);
const page = start(process.execPath, [join('node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'], {
  cwd: root,
  env,
});
for (const child of [server, page]) child.once('exit', (code) => stop(code ?? 1));
