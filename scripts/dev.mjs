// The page by Vite with hot reload, the server restarted when its files change. API_PORT moves the server's port.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start, stop } from './children.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const port = process.env.API_PORT ?? '8080';
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
