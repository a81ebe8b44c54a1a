import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'statera-setup-'));
  for (const name of ['setup.mjs', 'lock.mjs'])
    cpSync(join(import.meta.dirname, '../../scripts', name), join(folder, 'scripts', name));
  const packages = { dependencies: { served: '1.0.0' }, devDependencies: { '@of/build': '1.0.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packages));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  // What would install: it puts there what was left out, and says so.
  writeFileSync(
    join(folder, 'npm-cli.cjs'),
    `const { appendFileSync, mkdirSync } = require('node:fs');
     mkdirSync('node_modules/@of/build', { recursive: true });
     appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As npm itself does it: packages, then what runs behind an installation. */
const installed = (...names: string[]) => {
  for (const name of names) mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  setup('--stamp');
};
const setup = (...args: string[]) => {
  const env = {
    ...process.env,
    npm_execpath: join(folder, 'npm-cli.cjs'),
    npm_node_execpath: process.execPath,
  };
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/setup.mjs'), ...args], {
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
};
const asked = () => readFileSync(join(folder, 'asked'), { encoding: 'utf8', flag: 'a+' });

test('what npm has installed whole is not installed again', () => {
  installed('served', '@of/build');
  setup();
  expect(asked()).toBe('');
});

test('what npm was told to leave out is installed by the next script, once', () => {
  installed('served');
  setup();
  setup();
  expect(asked()).toMatch(/^ci .*--include=dev.*\n$/);
});
