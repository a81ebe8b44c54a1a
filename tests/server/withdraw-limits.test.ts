import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { setMethodOpen } from '../../server/payments/pause.ts';
import { balanceOf, bankCheck } from './bank.ts';
import type { Reply } from './browser.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, movementsOf, until, waitingForLocks, type Person } from './money.ts';
import { checkedWithdrawal, checkWithdrawal, confirm, mailedCode, payout, toBank, withdrawalOf } from './withdraw.ts';

/*
 * Whoever is not verified gets out 500 EUR at once and three times as much in 24 hours.
 */

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server, { EUR: '3000' });
  await server.db.updateTable('accounts').set({ verification_level: 0 }).where('id', '=', person.id).execute();
  await payout(server.db, person.number, 'hang', { pause: 600_000 });
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const ask = { ...toBank, amount: '500' };

interface Checked {
  operation: Operation;
  code: string;
}
const checkedTimes = async (times: number): Promise<Checked[]> => {
  const all: Checked[] = [];
  for (let made = 0; made < times; made += 1) {
    const operation = await checkedWithdrawal(person.browser, ask);
    all.push({ operation, code: await mailedCode(server.db, person.number) });
  }
  return all;
};
const send = ({ operation, code }: Checked): Promise<Reply> => confirm(person.browser, operation, code);
const eur = () => balanceOf(server.db, person.id, 'EUR');
const told = ({ http, failure }: Reply) => [http, failure.code, failure.params];
const usedUp = [422, 'above_day_maximum', { left: '0.00', currency: 'EUR' }];

test('F6 three times what is allowed at once is all of a day, at the confirm and at the check', async () => {
  const [last, ...first] = await checkedTimes(4);
  if (!last) throw new Error('nothing was checked');
  for (const one of first) expect((await send(one)).http).toBe(200);
  expect(told(await send(last))).toEqual(usedUp);
  expect(await withdrawalOf(person.browser, last.operation)).toMatchObject({ status: 'open' });
  expect([await movementsOf(server.db, last.operation), await eur()]).toEqual([
    [],
    { available: '1500', held: '1500' },
  ]);
  const early = await checkWithdrawal(person.browser, { ...ask, amount: '5' });
  expect([told(early), early.failure.fields]).toEqual([usedUp, { amount: 'above_day_maximum' }]);
  const [gone] = first;
  await person.browser.post('/api/operation/cancel', { id: gone?.operation.id });
  expect((await send(last)).body.payload.status).toBe('processing');
});

test('F6 of two that would be too much for the day together, confirmed in one moment, one goes', async () => {
  const [one, other, ...first] = await checkedTimes(4);
  if (!one || !other) throw new Error('nothing was checked');
  for (const before of first) expect((await send(before)).http).toBe(200);
  const wallet = await server.db.startTransaction().execute();
  await wallet.selectFrom('wallets').select('id').where('account_id', '=', person.id).forUpdate().execute();
  const replies = [one, other].map(send);
  await until(async () => (await waitingForLocks(server.db)) === 2, 'two never waited');
  await wallet.rollback().execute();
  const answers = await Promise.all(replies);
  const refused = answers.filter(({ http }) => http !== 200);
  expect(refused.map(told)).toEqual([usedUp]);
  expect(await eur()).toEqual({ available: '1500', held: '1500' });
});

test('F6 a way that was paused under a check takes no confirm, and the check can be confirmed when it is open again', async () => {
  const [checked] = await checkedTimes(1);
  if (!checked) throw new Error('nothing was checked');
  await setMethodOpen(server.db, ask.method, false);
  const refused = await send(checked);
  await setMethodOpen(server.db, ask.method, true);
  expect([refused.http, refused.failure.code]).toEqual([409, 'method_unavailable']);
  expect(await eur()).toEqual({ available: '3000', held: '0' });
  expect((await send(checked)).body.payload.status).toBe('processing');
});
