// The page by Vite with hot reload, the server restarted when its files change. PORT, or API_PORT, moves the server's port; Vite takes 5173, or the next free one.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start, stop } from './children.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { API_PORT, PORT } = process.env;
// The page has to know it before anybody listens, so that none is free by itself.
const port = API_PORT ?? (Number(PORT) > 0 ? PORT : '8080');
const env = { ...process.env, API_PORT: port };

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
