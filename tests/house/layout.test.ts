import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rooms } from '../../scripts/rooms.mjs';
import { codeBelow, parse, parsedHouse, root, textOf } from './source.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  scripts: Record<string, string>;
}

const manifest = JSON.parse(textOf('package.json')) as Manifest;

/** Every file that a commit of now would hold. */
const landing = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

describe('D6 the top level', () => {
  const named = [
    'package.json',
    'vite.config.ts',
    'tsconfig.json',
    'index.html',
    'src',
    'machines',
    'stories',
    'tests',
    '.storybook',
    'README.md',
  ];
  const ours = ['contract', 'server', 'scripts', '.ci', 'public', 'docs'];
  const configuration = [
    'package-lock.json',
    'vitest.config.ts',
    'knip.json',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    '.gitignore',
    'Dockerfile',
    '.dockerignore',
    'compose.yaml',
    'CHANGELOG.md',
    'LICENSE',
  ];
  const top = new Set(landing.map((path) => path.split('/')[0] ?? ''));

  test.each(named)('D6 %s is there', (name) => {
    expect(existsSync(join(root, name))).toBe(true);
  });

  test('D6 nothing stands beside what is named', () => {
    expect([...top].filter((name) => ![...named, ...ours, ...configuration].includes(name))).toEqual([]);
  });
});

test('D6 the types of every folder of code are read by some room', () => {
  const read = rooms.flatMap((room) =>
    (JSON.parse(textOf(join(room, 'tsconfig.json'))) as { include: string[] }).include.map((path) => join(room, path)),
  );
  const code = new Set(landing.filter((path) => /\/.*\.tsx?$/.test(path)).map((path) => path.split('/')[0] ?? ''));
  expect(code.size).toBeGreaterThan(6);
  expect([...code].filter((folder) => !read.some((path) => path.split('/')[0] === folder))).toEqual([]);
});

describe('D7 packages', () => {
  const loaded = new Set(
    [...parsedHouse(), ...['vite.config.ts', 'vitest.config.ts'].map((file) => parse(file))]
      .filter(({ file }) => !file.startsWith('tests/bench/'))
      .flatMap(({ imports }) => imports)
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ from }) => from),
  );
  const isLoaded = (name: string) => [...loaded].some((from) => from === name || from.startsWith(`${name}/`));

  test.each([
    'react',
    'react-dom',
    'xstate',
    '@xstate/react',
    'react-router-dom',
    'rxjs',
    'i18next',
    'react-i18next',
    'zod',
    'vite',
    'vitest',
    '@xstate/test',
  ])('D7 %s is loaded by the code', (name) => {
    expect(isLoaded(name)).toBe(true);
  });

  test('D7 storybook shows the screens', () => {
    expect(textOf('.storybook/main.ts')).toContain('@storybook/react-vite');
    expect(manifest.scripts['gallery']).toContain('storybook');
    expect(manifest.devDependencies['storybook']).toBe('10.6.7');
  });

  test('D7 @xstate/test is the maintained successor under the name of the card', () => {
    expect(manifest.devDependencies['@xstate/test']).toBe('npm:@xstate/graph@3.0.4');
  });

  test('D7 each version is exact', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(
      Object.entries(all).filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });
});

describe('D6 what lands names no machine', () => {
  const texts = landing.filter((path) => !/\.(png|ico|woff2|jpg|webp)$/.test(path));
  // Put together here, so that this file does not find itself.
  const places = ['work', 'tmp', 'root', 'home'].map((name) => `/${name}/`);

  test('D6 no file holds a path of somebody’s machine', () => {
    const found = texts.flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, at) => {
          const isPath = places.some((place) => new RegExp(`(^|[\\s'"\`(=:])${place}[\\w.]`).test(line));
          return isPath ? [`${path}:${at + 1}: ${line.trim()}`] : [];
        }),
    );
    expect(found).toEqual([]);
  });

  test('D6 the lock file names no other host than the public registry', () => {
    const hosts = [
      ...readFileSync(join(root, 'package-lock.json'), 'utf8').matchAll(/"resolved": "(?:\w+:\/\/)?([^/"]+)/g),
    ].map(([, host]) => host);
    expect([...new Set(hosts)].filter((host) => host !== 'registry.npmjs.org')).toEqual([]);
  });
});

describe('D6 scripts that run before anything is installed', () => {
  test.each(['scripts/setup.mjs', 'scripts/lock.mjs'])('D6 %s loads nothing but Node’s own', (file) => {
    expect(codeBelow('scripts')).toContain(file);
    const others = parse(file).imports.filter(({ from }) => !from.startsWith('node:') && from !== './lock.mjs');
    expect(others).toEqual([]);
  });
});
