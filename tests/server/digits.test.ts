import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAmount } from '../../machines/form/read-amount.ts';
import { endsAs } from './transfer.ts';
import { bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, movementsOf, provider, type Person } from './money.ts';

let server: TestServer;
let person: Person;
let friend: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  person = await makePerson(server, { ETH: '20000', EUR: '20000' });
  await server.db.updateTable('accounts').set({ verification_level: 1 }).execute();
  await server.db.updateTable('transfer_terms').set({ maximum: '1000000' }).execute();
  friend = await makePerson(server, {});
  await provider(server.db, 'settle');
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

/** Into the field, as a person types or pastes it; currency; the amount. */
const typed: [text: string, currency: string, scale: number, amount: string][] = [
  ['0,012345678901234567', 'ETH', 18, '0.012345678901234567'],
  ['1.234567890123456789', 'ETH', 18, '1.234567890123456789'],
  ['1 234,567890123456789012', 'ETH', 18, '1234.567890123456789012'],
  ['1\u00a0234,000000000000000001', 'ETH', 18, '1234.000000000000000001'],
  ['1\u202f234.100000000000000009', 'ETH', 18, '1234.100000000000000009'],
  ['0,024', 'ETH', 18, '0.024'],
  ['1.234,56', 'EUR', 2, '1234.56'],
  ['1,234.56', 'EUR', 2, '1234.56'],
  ['\u00a01 234,5 ', 'EUR', 2, '1234.5'],
];

describe('F3 F9 every digit that was typed', () => {
  test.each(typed)(
    'F3 F9 %j of %s is the same amount in the check, the ledger, the receipt and the file',
    async (text, currency, scale, amount) => {
      const read = readAmount(text, scale);
      expect(read).toMatchObject({ amount });
      const exact = amount.includes('.') ? amount.padEnd(amount.indexOf('.') + 1 + scale, '0') : amount;
      for (const [kind, check, confirm] of [
        ['transfer', '/api/transfer/check', () => '/api/transfer'],
        ['exchange', '/api/exchange/check', (id: string) => `/api/exchange/confirm/${id}`],
      ] as const) {
        // The house has no reserve for more than this.
        if (kind === 'exchange' && currency === 'ETH' && amount.startsWith('1234')) continue;
        const ask =
          kind === 'transfer'
            ? { to: friend.number, currency }
            : { src: currency, dst: currency === 'ETH' ? 'BTC' : 'ETH' };
        const checked = await person.browser.form(check, {
          ...ask,
          side: 'give',
          amount: 'amount' in read ? read.amount : '',
        });
        expect([kind, checked.body.payload.code, checked.body.payload.terms?.give]).toEqual([
          kind,
          undefined,
          { amount: exact, currency },
        ]);
        const { id } = checked.body.payload;
        expect((await person.browser.form(confirm(id), { id })).http).toBe(200);
        const receipt = await endsAs(person.browser, { id }, 'completed');
        expect(receipt.terms).toEqual(checked.body.payload.terms);
        const row = await server.db
          .selectFrom('operations')
          .select(['give', 'get', 'asked_amount'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect([row.give, row.asked_amount]).toEqual([amount, amount]);
        const got = receipt.terms.get.amount;
        const postings = await server.db
          .selectFrom('postings as p')
          .innerJoin('movements as m', 'm.id', 'p.movement_id')
          .select('p.amount')
          .where('m.operation_id', '=', id)
          .where('p.wallet_id', 'is not', null)
          .execute();
        const written = postings.map((one) => one.amount);
        expect(written).toContain(`-${amount}`);
        expect(written.map((one) => (one.includes('.') ? one.padEnd(got.length, '0') : one))).toContain(got);
        // A transfer is sent at once, unless its receiver has no wallet for it yet.
        expect([...(kind === 'transfer' ? [['settle']] : []), ['hold', 'settle']]).toContainEqual(
          await movementsOf(server.db, { id }),
        );
        const { text: file } = await person.browser.get(`/api/history/${kind}.csv`);
        expect(
          file
            .split('\r\n')
            .find((line) => line.startsWith(id))
            ?.split(','),
        ).toEqual(expect.arrayContaining([exact, got]));
      }
    },
  );
});
