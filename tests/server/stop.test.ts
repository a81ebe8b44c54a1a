import { createConnection } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deepTest } from '../tools/deep.ts';
import { createDatabase, startChild, type ChildServer, type TestDatabase } from './harness.ts';
import { checked, makePerson, provider, submit, until, waitingForLocks, type Person } from './money.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const start = (more: Record<string, string> = {}) =>
  startChild({ DATABASE_URL: database.url, SEED_DEMO: '0', ...more });

/** Holds the account's row; whoever saves their name waits for it. */
const hold = async (server: ChildServer, person: Person) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const held = server.db.transaction().execute(async (trx) => {
    await sql`select 1 from accounts where id = ${person.id} for update`.execute(trx);
    locked.resolve();
    await promise;
  });
  await locked.promise;
  const answer = person.browser.form('/api/user/info', {
    ...{ display_name: 'Ludmila', phone: '', country: '', birthday: '', edition: '0' },
  });
  // A test that fails before it looks at it says why it failed.
  answer.catch(() => {});
  await until(async () => (await waitingForLocks(server.db)) > 0, 'nobody waits for the row');
  return {
    answer,
    release: async () => {
      resolve();
      await held;
    },
  };
};

const canConnect = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Jobs that a process has in its hands. */
const heldJobs = async ({ db }: ChildServer): Promise<unknown[]> =>
  (await sql`select key from graphile_worker.jobs where locked_by is not null`.execute(db)).rows;

test('R1 asked to stop it says so and still answers, then takes nothing, ends what it began, gives its jobs back and goes', async () => {
  const server = await start({ DRAIN_SECONDS: '4' });
  let letGo = () => Promise.resolve();
  try {
    const person = await makePerson(server);
    await provider(server.db, 'hang', { whom: person.number });
    const operation = await checked(person.browser);
    await submit(person.browser, operation);
    await until(async () => (await heldJobs(server)).length > 0, 'the job was never begun');
    const { answer, release } = await hold(server, person);
    letGo = release;

    server.process.kill('SIGTERM');
    const health = () => fetch(`${server.url}/local/healthcheck`);
    await until(async () => (await health()).status === 503, 'it never said that it goes');
    const told = await health();
    expect([await told.json(), told.headers.get('connection')]).toEqual([
      { status: 'draining', database: 'ok' },
      'close',
    ]);
    expect((await server.browser().get('/api/exchange/list')).http).toBe(200);

    await until(async () => !(await canConnect(server.url)), 'it takes more requests');
    await release();
    expect((await answer).http).toBe(200);
    expect(await server.ended).toBe(0);
    expect(await heldJobs(server)).toEqual([]);
    const saved = await server.db
      .selectFrom('personal')
      .select('display_name')
      .where('account_id', '=', person.id)
      .execute();
    expect(saved).toEqual([{ display_name: 'Ludmila' }]);
  } finally {
    await letGo();
    await server.close();
  }
});

test('R1 without a time to drain it takes nothing more at once, and a second signal does not wait', async () => {
  const busy = await start();
  const { answer, release } = await hold(busy, await makePerson(busy));
  busy.process.kill('SIGTERM');
  await until(async () => !(await canConnect(busy.url)), 'it takes more requests');
  expect(await busy.kill('SIGTERM')).toBe(1);
  await expect(answer).rejects.toThrow('fetch failed');
  await release();
  await busy.close();
});

deepTest('R1 what never ends is given up in time', { timeout: 60_000 }, async () => {
  const server = await start();
  const { answer, release } = await hold(server, await makePerson(server));
  const began = performance.now();
  await server.kill('SIGTERM');
  expect(performance.now() - began).toBeLessThan(31_000);
  await expect(answer).rejects.toThrow('fetch failed');
  await release();
  await server.close();
});
