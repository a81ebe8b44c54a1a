import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'statera-dev-'));
  for (const name of ['dev.mjs', 'children.mjs', 'follow-npm.mjs'])
    cpSync(join(import.meta.dirname, '../../scripts', name), join(folder, 'scripts', name));
  put('server/index.ts', 'setInterval(() => {}, 1000);');
  put('contract/index.ts', '');
  // Stands for Vite: it tells which server it would ask, and ends.
  put('node_modules/vite/bin/vite.js', 'console.log("a page of", process.env.API_PORT);');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How `npm run dev` ended, and what it said. */
const dev = (port: number) => {
  const { API_PORT: _api, HOST: _host, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(port) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/dev.mjs')], {
    ...{ env, encoding: 'utf8', timeout: 20_000 },
  });
  return { status, said: stdout.trim(), complained: stderr.trim() };
};

test('a page with hot reload begins on a port of its own, and never in front of another program', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(dev(port)).toEqual({
    status: 1,
    said: '',
    complained: `[dev] port ${port} is taken by another program: end that, or name another one in PORT`,
  });
  other.close();
  await once(other, 'close');
  expect(dev(port)).toMatchObject({ status: 0, said: `a page of ${port}` });
});
