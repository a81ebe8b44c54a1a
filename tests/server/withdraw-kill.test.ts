import { describe, expect, test } from 'vitest';
import type { Db } from '../../server/db/db.ts';
import { balanceOf } from './bank.ts';
import { dying } from './dying.ts';
import { hurry, movementsOf } from './money.ts';
import {
  checkedWithdrawal,
  confirm,
  mailedCode,
  payout,
  withdrawalBecomes,
  withdrawalOf,
  withdrawn,
} from './withdraw.ts';

const forEver = { pause: 600_000 };
const money = { EUR: '1000' };
const slow = (db: Db, number: string) => payout(db, number, 'settle', forEver);

describe('a server that is killed', () => {
  test.concurrent.each([
    { point: 'before COMMIT', status: 'open', movements: [], eur: { available: '1000', held: '0' } },
    { point: 'after COMMIT', status: 'processing', movements: ['hold'], eur: { available: '900', held: '100' } },
  ] as const)('F6 $point of the confirm: afterwards it is $status, and once more makes it one effect', async (then) => {
    let operation = { id: '' };
    let code = '';
    await dying({
      at: `${then.point}@withdraw.submit`,
      money,
      before: async ({ browser, number }, { db }) => {
        await slow(db, number);
        operation = await checkedWithdrawal(browser);
        code = await mailedCode(db, number);
        await expect(confirm(browser, operation, code)).rejects.toThrow('fetch failed');
      },
      after: async ({ browser, id, number }, { db }) => {
        expect(await withdrawalOf(browser, operation)).toMatchObject({ status: then.status });
        expect(await movementsOf(db, operation)).toEqual(then.movements);
        expect(await balanceOf(db, id, 'EUR')).toEqual(then.eur);
        await payout(db, number);
        expect((await confirm(browser, operation, code)).http).toBe(200);
        await hurry(db);
        await withdrawalBecomes(browser, operation, 'completed');
        expect(await movementsOf(db, operation)).toEqual(['hold', 'settle']);
        expect(await balanceOf(db, id, 'EUR')).toEqual({ available: '900', held: '0' });
      },
    });
  });

  test.concurrent.each([
    { point: 'before COMMIT', status: 'processing', movements: ['hold'] },
    { point: 'after COMMIT', status: 'cancelled', movements: ['hold', 'release'] },
  ] as const)('F6 $point of the cancel: afterwards it is $status, and once more gives it back once', async (then) => {
    let operation = { id: '' };
    await dying({
      at: `${then.point}@operation.cancel`,
      money,
      before: async (person, { db }) => {
        await slow(db, person.number);
        operation = await withdrawn(db, person);
        await expect(person.browser.post('/api/operation/cancel', { id: operation.id })).rejects.toThrow(
          'fetch failed',
        );
      },
      after: async ({ browser, id }, { db }) => {
        expect(await withdrawalOf(browser, operation)).toMatchObject({ status: then.status });
        expect(await movementsOf(db, operation)).toEqual(then.movements);
        const { http, body } = await browser.post('/api/operation/cancel', { id: operation.id });
        expect([http, body.payload.status]).toEqual([200, 'cancelled']);
        expect(await movementsOf(db, operation)).toEqual(['hold', 'release']);
        expect(await balanceOf(db, id, 'EUR')).toEqual({ available: '1000', held: '0' });
      },
    });
  });
});
