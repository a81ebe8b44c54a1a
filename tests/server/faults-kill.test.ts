import { describe, expect, test } from 'vitest';
import { deepTest } from '../tools/deep.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startChild, startServer, type ChildServer, type TestServer } from './harness.ts';
import { becomes, checked, hurry, makePerson, movementsOf, provider, statusOf, submit } from './money.ts';

const quick = { SEED_DEMO: '0' };

/** The same database served by another server, as after a crash. */
const again = (died: ChildServer): Promise<TestServer> => startServer({ ...quick, DATABASE_URL: died.databaseUrl });

describe('a server that is killed', () => {
  // Every day the fault matrix kills it there, for each flow.
  deepTest.concurrent.each([
    { point: 'before BEGIN', status: 'open', movements: [], usd: { available: '1000', held: '0' } },
    { point: 'before COMMIT', status: 'open', movements: [], usd: { available: '1000', held: '0' } },
    { point: 'after COMMIT', status: 'processing', movements: ['hold'], usd: { available: '900', held: '100' } },
  ] as const)(
    'F3 $point of the submit: afterwards it is $status, and one submit more makes it exactly one effect',
    async (expected) => {
      const first = await startChild({ ...quick, FAILPOINTS: `${expected.point}@exchange.submit` });
      try {
        await provider(first.db, 'hang');
        const person = await makePerson(first);
        const operation = await checked(person.browser);
        await expect(submit(person.browser, operation)).rejects.toThrow('fetch failed');
        expect(await first.ended).toBe('SIGKILL');

        const second = await again(first);
        try {
          const browser = await person.elsewhere(second);
          expect(await statusOf(browser, operation)).toMatchObject({ id: operation.id, status: expected.status });
          expect(await movementsOf(first.db, operation)).toEqual(expected.movements);
          expect(await balanceOf(first.db, person.id, 'USD')).toEqual(expected.usd);
          await bankCheck(first.db);

          expect((await submit(browser, operation)).http).toBe(200);
          await provider(first.db, 'settle');
          await hurry(first.db);
          await becomes(browser, operation, 'completed');
          expect(await movementsOf(first.db, operation)).toEqual(['hold', 'settle']);
          expect(await balanceOf(first.db, person.id, 'USD')).toEqual({ available: '900', held: '0' });
          await bankCheck(first.db);
        } finally {
          await second.close();
        }
      } finally {
        await first.close();
      }
    },
  );

  test.concurrent.each([
    { point: 'before BEGIN', status: 'processing' },
    { point: 'before COMMIT', status: 'processing' },
    { point: 'after COMMIT', status: 'completed' },
  ] as const)(
    'F3 $point of the settlement: afterwards it is $status, and another process ends it once',
    async ({ point, status }) => {
      const first = await startChild({ ...quick, FAILPOINTS: `${point}@settlement` });
      try {
        await provider(first.db, 'settle', { delay: 400 });
        const person = await makePerson(first);
        const operation = await checked(person.browser);
        await submit(person.browser, operation);
        expect(await first.ended).toBe('SIGKILL');
        const row = await first.db
          .selectFrom('operations')
          .select('status')
          .where('id', '=', operation.id)
          .executeTakeFirst();
        expect(row).toEqual({ status });
        await bankCheck(first.db);

        const second = await again(first);
        try {
          const browser = await person.elsewhere(second);
          await becomes(browser, operation, 'completed');
          expect(await movementsOf(first.db, operation)).toEqual(['hold', 'settle']);
          expect(await balanceOf(first.db, person.id, 'USD')).toEqual({ available: '900', held: '0' });
          await bankCheck(first.db);
        } finally {
          await second.close();
        }
      } finally {
        await first.close();
      }
    },
  );

  test.concurrent('F3 asked to stop, it ends its work and leaves the rest to the next', async () => {
    const first = await startChild(quick);
    try {
      await provider(first.db, 'hang');
      const person = await makePerson(first);
      const operation = await checked(person.browser);
      await submit(person.browser, operation);
      expect(await first.kill('SIGTERM')).toBe(0);
      await provider(first.db, 'settle');
      await hurry(first.db);
      const second = await again(first);
      try {
        await becomes(await person.elsewhere(second), operation, 'completed');
        await bankCheck(first.db);
      } finally {
        await second.close();
      }
    } finally {
      await first.close();
    }
  });
});

describe('a server whose own clock is wrong', () => {
  test.concurrent.each(['-', '+'])('F3 by %s1 hour: quotes live and end by the database’s clock', async (sign) => {
    const shift = `const real = Date.now; const off = ${sign}3600000; const Old = Date;
      globalThis.Date = class extends Old { constructor(...given) { given.length ? super(...given) : super(real() + off); } static now() { return real() + off; } };`;
    const server = await startChild({
      ...quick,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
    });
    try {
      await provider(server.db, 'settle');
      const person = await makePerson(server);
      const [one, two] = [await checked(person.browser), await checked(person.browser)];
      const { body } = await person.browser.get('/api/auth/check');
      expect(Math.abs(Date.parse(body.now) - Date.now())).toBeLessThan(60_000);
      expect(Date.parse(one.expires_at) - Date.parse(body.now)).toBeGreaterThan(30_000);
      expect((await submit(person.browser, one)).http).toBe(200);
      await becomes(person.browser, one, 'completed');
      await server.db
        .updateTable('operations')
        .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
        .where('id', '=', two.id)
        .execute();
      const refused = await submit(person.browser, two);
      expect([refused.http, refused.failure.code]).toEqual([409, 'quote_expired']);
      await bankCheck(server.db);
    } finally {
      await server.close();
    }
  });
});
