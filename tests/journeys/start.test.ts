import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort, npmStart, postgresOf, type Started } from '../tools/npm-start.ts';
import { dist } from '../tools/product.ts';

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleaning.splice(0).toReversed()) await step();
});

const start = async (environment: Record<string, string>): Promise<Started> => {
  const started = await npmStart(environment);
  cleaning.push(() => started.kill());
  return started;
};

const answers = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 'nobody',
  );

test('A1 npm start serves the built page where PORT, HOST and DATA_DIR say, twice, and SIGTERM leaves nothing behind', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-start-'));
  await chmod(dataDir, 0o755);
  cleaning.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  // Every address of 127/8 is this machine's own on Linux: one that is not the default shows that HOST counts.
  const hosts = ['127.0.0.1', process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'];

  for (const host of hosts) {
    const port = await freePort();
    const started = await start({ DATA_DIR: dataDir, PORT: String(port), HOST: host, LOG_LEVEL: 'silent' });
    expect(started.url).toBe(`http://${host}:${port}`);
    if (host !== '127.0.0.1') expect(await answers(`http://127.0.0.1:${port}/local/healthcheck`)).toBe('nobody');

    const health = await fetch(`${started.url}/local/healthcheck`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', database: 'ok' }]);

    const page = await (await fetch(`${started.url}/settings`)).text();
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
    expect(await readFile(join(dist, 'index.html'), 'utf8')).toContain(script);
    expect(script).toMatch(/\.js$/);
    expect(await (await fetch(started.url + script)).text()).toBe(await readFile(join(dist, script), 'utf8'));

    expect(await postgresOf(dataDir)).toContain(started.postmaster);
    await started.stop();
    expect(await postgresOf(dataDir)).toEqual([]);
    expect(await answers(started.url)).toBe('nobody');
  }
});
