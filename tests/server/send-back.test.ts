import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { OperatorError } from '../../server/office.ts';
import { operateDeposits } from '../../server/payments/deposits-operator.ts';
import { endToSendBack } from '../../server/payments/send-back.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { hurry, makePerson, movementsOf, until, type Person } from './money.ts';
import { byBank, factOf, ordered, outside, paymentBecomes, payTo } from './payments.ts';
import { emailOf } from './transfer.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server, { EUR: '10' });
  await verify(0);
  await outside(server.db, person.number);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const verify = (level: 0 | 1) =>
  server.db.updateTable('accounts').set({ verification_level: level }).where('id', '=', person.id).execute();
const eur = async () => (await balanceOf(server.db, person.id, 'EUR')).available;
const read = async ({ id }: { id: string }): Promise<Operation> =>
  (await person.browser.get(`/api/operation/read/${id}`)).body.payload;
const operate = async (...words: string[]): Promise<string[]> => {
  const lines: string[] = [];
  const config = { productName: 'Statera', publicUrl: undefined };
  await operateDeposits({ db: server.db, config, say: (line) => lines.push(line) }, words);
  return lines;
};
/** Far more than was ordered came, from somebody whom nobody has verified. */
const waiting = async (): Promise<{ order: Operation; instead: Operation }> => {
  const order = await ordered(person.browser, 'deposit', byBank);
  await payTo(server, factOf(order, 'reference'), { amount: '50000' });
  const { replaced_by: id = '' } = await paymentBecomes(person.browser, order, 'cancelled');
  return { order, instead: await read({ id }) };
};
const housePostings = async () =>
  (
    await sql<{
      sum: string;
    }>`select coalesce(sum(amount), 0)::text as sum from postings where house is not null`.execute(server.db)
  ).rows;

describe('npm run operator -- deposits', () => {
  test('F7 lists what waits; a return ends it, moves nothing, credits nothing later, and is told in every place', async () => {
    const { order, instead } = await waiting();
    const before = await housePostings();
    const [line = '', count] = await operate('list');
    expect(line).toMatch(
      new RegExp(
        `^${instead.id}  account ${person.number}  50000\\.00 EUR  since \\S+Z  bank, payment \\S+ of order ${order.id}$`,
      ),
    );
    expect(count).toBe('1 waiting');
    const [ended, back = ''] = await operate('return', instead.id);
    expect(ended).toBe(`${instead.id}  ended, and the person is told`);
    expect(back).toMatch(new RegExp(`^send back 50000\\.00 EUR: bank, payment \\S+ of order ${order.id}$`));
    expect(await read(instead)).toMatchObject({ status: 'failed', reason: 'sent_back' });
    expect(await operate('list')).toEqual(['no deposit waits']);
    expect([await eur(), await movementsOf(server.db, instead), await housePostings()]).toEqual(['10', [], before]);
    const [letter] = await listMail(server.db, emailOf(person));
    expect(letter?.body).toContain('we are sending it back to where it came from');
    const { notifications } = (await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body;
    expect(notifications).toMatchObject([{ type: 'secondary', title: 'Your payment is being sent back' }]);
    // Whoever is verified afterwards gets nothing of it any more.
    await verify(1);
    await hurry(server.db, instead);
    await expect(operate('return', instead.id)).rejects.toThrow(OperatorError);
    expect([(await read(instead)).status, await eur()]).toEqual(['failed', '10']);
  });

  test('F7 of ten returns and a verdict the first counts', async () => {
    const { instead } = await waiting();
    const letters = async () => (await listMail(server.db, emailOf(person))).length;
    const before = await letters();
    await verify(1);
    const [replies] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => endToSendBack(server.db, instead.id))),
      hurry(server.db, instead),
    ]);
    await until(async () => ['completed', 'failed'].includes((await read(instead)).status));
    const returned = replies.filter((reply) => reply !== undefined).length;
    const { status } = await read(instead);
    expect([status, returned, await eur()]).toEqual(
      status === 'failed' ? ['failed', 1, '10'] : ['completed', 0, '50010'],
    );
    expect(await letters()).toBe(before + 1);
  });

  test('F7 nothing else is ended by it, and what was typed wrong is said in a line', async () => {
    const order = await ordered(person.browser, 'deposit', byBank);
    for (const id of [order.id, '0'.repeat(20), 'x; drop table'])
      await expect(operate('return', id)).rejects.toThrow(`${id} is no deposit that waits for a verified identity`);
    await expect(operate('return')).rejects.toThrow('deposits return <operation>');
    await expect(operate()).rejects.toThrow('deposits list');
    expect((await read(order)).status).toBe('awaiting_payment');
  });
});
