import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { createFailpoints } from '../../server/failpoints.ts';
import { reasons } from '../../server/operations/reasons.ts';
import { sandboxProvider } from '../../server/providers/sandbox.ts';
import { settle } from '../../server/operations/settle.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import {
  becomes,
  checked,
  hurry,
  makePerson,
  movementsOf,
  provider,
  statusOf,
  submit,
  until,
  type Person,
} from './money.ts';

let server: TestServer;
let second: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  second = await startServer({ SEED_DEMO: '0', DATABASE_URL: server.databaseUrl });
});
beforeEach(async () => {
  person = await makePerson(server);
  counted = [];
});
afterAll(async () => {
  await bankCheck(server.db);
  await second.close();
  await server.close();
});

const usd = () => balanceOf(server.db, person.id, 'USD');
const submitted = async () => {
  const operation = await checked(person.browser);
  expect((await submit(person.browser, operation)).http).toBe(200);
  return operation;
};

const needs = () => ({ db: server.db, log: pino({ level: 'silent' }), failpoints: createFailpoints('') });
/** Which of the outcomes that a provider has delivered unasked to `askBeside` counted. */
let counted: boolean[] = [];
/** A question beside those of the servers; through when everything that its answer brings is delivered. */
const askBeside = (operation: { id: string }) =>
  sandboxProvider({ db: server.db }, async (id, outcome) => void counted.push(await settle(needs(), id, outcome))).ask(
    {
      id: operation.id,
      provider: 'exchange',
      account: person.number,
      currency: 'BTC',
      amount: '1',
      values: {},
      age: 60_000,
    },
    new AbortController().signal,
  );
/** How often the provider was asked about it. */
const questions = async ({ id }: { id: string }): Promise<number> =>
  (await server.db.selectFrom('sandbox_orders').select('asked').where('id', '=', id).executeTakeFirstOrThrow()).asked;
/** Its next question is due. */
const itIsTime = (operation: { id: string }) => hurry(server.db, operation);

describe('settling', () => {
  test('F3 a provider that refuses: the money is back as new postings, with a reason', async () => {
    await provider(server.db, 'fail', { whom: person.number });
    const operation = await submitted();
    const done = await becomes(person.browser, operation, 'failed');
    expect(done.reason).toBe('provider_declined');
    expect(done.timeline.map(({ status, reason }) => [status, reason])).toEqual([
      ['open', undefined],
      ['processing', undefined],
      ['failed', 'provider_declined'],
    ]);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
    expect(await usd()).toEqual({ available: '1000', held: '0' });
    expect(await balanceOf(server.db, person.id, 'BTC')).toEqual({ available: '0', held: '0' });
  });

  test('F3 a provider that hangs: never given back by itself, told in words, settled once when the answer comes', async () => {
    await provider(server.db, 'hang', { whom: person.number });
    const operation = await submitted();
    await server.db
      .updateTable('operations')
      .set({ expected_by: '2026-01-01T00:00:00Z' })
      .where('id', '=', operation.id)
      .execute();
    await itIsTime(operation);
    let seen = await statusOf(person.browser, operation);
    await until(async () => {
      seen = await statusOf(person.browser, operation);
      return seen.reason !== undefined;
    });
    expect(seen).toMatchObject({ status: 'processing', reason: 'taking_longer' });
    expect(seen.timeline.map(({ status, reason }) => [status, reason])).toEqual([
      ['open', undefined],
      ['processing', undefined],
      ['processing', 'taking_longer'],
    ]);
    // Asked once more, it hangs once more.
    const before = await questions(operation);
    await itIsTime(operation);
    await until(async () => (await questions(operation)) > before);
    expect((await statusOf(person.browser, operation)).timeline).toEqual(seen.timeline);
    expect(await movementsOf(server.db, operation)).toEqual(['hold']);
    expect(await usd()).toEqual({ available: '900', held: '100' });

    await provider(server.db, 'settle', { whom: person.number });
    const done = await becomes(person.browser, operation, 'completed');
    expect(done.reason).toBeUndefined();
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
  });

  test('F3 answers that come late, when nobody waits for them: one effect', async () => {
    await provider(server.db, 'late', { whom: person.number });
    const operation = await submitted();
    // Beside the question of the server's own worker, which it has given up by then.
    const [done] = await Promise.all([
      becomes(person.browser, operation, 'completed'),
      askBeside(operation),
      askBeside(operation),
    ]);
    expect(counted).toHaveLength(2);
    expect(counted.filter(Boolean).length).toBeLessThanOrEqual(1);
    expect(await statusOf(person.browser, operation)).toEqual(done);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    expect(await usd()).toEqual({ available: '900', held: '0' });
  });

  test('F3 answers that come twice and at once: one effect', async () => {
    await provider(server.db, 'twice', { whom: person.number });
    const operation = await submitted();
    const done = await becomes(person.browser, operation, 'completed');
    await askBeside(operation);
    expect(counted).toEqual([false, false]);
    expect(await statusOf(person.browser, operation)).toEqual(done);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    expect(await balanceOf(server.db, person.id, 'BTC')).toMatchObject({ held: '0' });
  });

  test('F3 answers that contradict each other: the first counts, of ten at once one', async () => {
    await provider(server.db, 'hang', { whom: person.number });
    const operation = await submitted();
    const outcomes = Array.from({ length: 10 }, (_, at) =>
      settle(needs(), operation.id, at % 2 === 0 ? { kind: 'done' } : { kind: 'refused', reason: 'provider_declined' }),
    );
    expect((await Promise.all(outcomes)).filter(Boolean)).toHaveLength(1);
    const { status } = await statusOf(person.browser, operation);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', status === 'completed' ? 'settle' : 'release']);
    expect(await settle(needs(), operation.id, { kind: 'refused', reason: 'provider_declined' })).toBe(false);
    expect(await statusOf(person.browser, operation)).toMatchObject({ status });
  });

  test('F3 an outcome for an operation that was never submitted changes nothing', async () => {
    const operation = await checked(person.browser);
    expect(await settle(needs(), operation.id, { kind: 'done' })).toBe(false);
    expect(await settle(needs(), '0'.repeat(20), { kind: 'done' })).toBe(false);
    expect(await statusOf(person.browser, operation)).toMatchObject({ status: 'open' });
    expect(await usd()).toEqual({ available: '1000', held: '0' });
  });

  test('F3 opposite exchanges of one person settle at the same moment without waiting in a circle', async () => {
    const both = await makePerson(server, { USD: '1000', EUR: '1000' });
    await provider(server.db, 'hang', { whom: both.number });
    const asks = Array.from({ length: 24 }, (_, at) => ({
      ...(at % 2 === 0 ? { src: 'USD', dst: 'EUR' } : { src: 'EUR', dst: 'USD' }),
      side: 'give' as const,
      amount: '20',
    }));
    const operations = await Promise.all(asks.map((ask) => checked(both.browser, ask)));
    await Promise.all(operations.map((operation) => submit(both.browser, operation)));
    const settled = await Promise.all(operations.map(({ id }) => settle(needs(), id, { kind: 'done' })));
    expect(settled).toEqual(settled.map(() => true));
    await bankCheck(server.db);
  });

  test('F3 every reason has words in both languages', () => {
    for (const reason of reasons)
      for (const words of [ru, en]) expect(words[`operation.reason.${reason}`]).toMatch(/\p{L}/u);
  });

  test('F3 two servers on one database share the work: every order settles once', async () => {
    await provider(server.db, 'settle', { whom: person.number });
    const there = await person.elsewhere(second);
    const operations = await Promise.all(
      Array.from({ length: 8 }, (_, at) => checked(at % 2 === 0 ? person.browser : there)),
    );
    const replies = await Promise.all(
      operations.flatMap((operation) => [submit(person.browser, operation), submit(there, operation)]),
    );
    expect(replies.every(({ http }) => http === 200)).toBe(true);
    for (const operation of operations) {
      await becomes(there, operation, 'completed');
      expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    }
    expect(await usd()).toEqual({ available: '200', held: '0' });
    await bankCheck(server.db);
  });
});
