import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import type { House } from '../../server/area.ts';
import { createFailpoints } from '../../server/failpoints.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { operateDeposits } from '../../server/payments/deposits-operator.ts';
import { askForNews } from '../../server/payments/listen.ts';
import { receivePayment } from '../../server/payments/receive.ts';
import { endToSendBack } from '../../server/payments/send-back.ts';
import { raise } from '../../server/revision.ts';
import { decide } from '../../server/verification/decide.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { hurry, makePerson, movementsOf, until, waitingForLocks, type Person } from './money.ts';
import { byBank, callBack, factOf, ordered, outside, paymentBecomes, payTo } from './payments.ts';
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
const config = { productName: 'Statera', origins: [], publicUrl: undefined };
const operate = async (...words: string[]): Promise<string[]> => {
  const lines: string[] = [];
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
    expect(await operate('return', instead.id)).toEqual([
      `${instead.id}  ended, and the person is told`,
      `nobody sends 50000.00 EUR back yet: deposits take ${instead.id} <name>`,
    ]);
    const [back = ''] = await operate('take', instead.id, 'Ann');
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
    expect([(await read(instead)).status, await eur()]).toEqual(['failed', '10']);
  });

  test('F7 a refused payment that its provider takes back afterwards was not taken in, and waits for somebody', async () => {
    const order = await ordered(person.browser, 'deposit', byBank);
    const news = { provider: 'bank', currency: 'EUR', at: '2026-01-15T12:00:00Z', order: order.id } as const;
    const id = `unsure-${order.id}`;
    expect((await callBack(server, { ...news, id, status: 'received', amount: '1.001' })).http).toBe(422);
    const declined = { ...news, id, status: 'declined', amount: '1' } as const;
    expect(await callBack(server, declined)).toEqual({ http: 200, counted: true });
    const unsure = /\S  its provider said at \S+Z that it was declined: ask it before you send anything back$/;
    const [listed, count] = await operate('refused');
    expect([listed, listed, count]).toEqual([
      ...[expect.stringMatching(`^bank/${id} `), expect.stringMatching(unsure), '1 to be looked after'],
    ]);
    const [noted] = await operate('done', `bank/${id}`, 'Ann');
    expect(noted).toMatch(/looked after by Ann at \S+Z {2}its/);
    expect(noted).toMatch(unsure);
    expect(await operate('refused')).toEqual(['nothing was refused']);
  });

  test.each([['received', 'declined'] as const, ['cancelled', 'received'] as const])(
    'F7 money for no order of ours of which its provider says that it is none is told with that: %s, then %s',
    async (...heard) => {
      const { id: order } = await ordered(person.browser, 'deposit', byBank);
      const came = {
        provider: 'bank',
        currency: 'EUR',
        amount: '70',
        at: '2026-01-15T12:00:00Z',
        order: 'nobody',
      } as const;
      const id = `back-${order}`;
      for (const status of [...heard, ...heard])
        expect((await callBack(server, { ...came, id, status })).http).toBe(404);
      const unsure = new RegExp(
        `its provider said at \\S+Z that it was ${heard.find((status) => status !== 'received')}: ask it before you send anything back$`,
      );
      const [listed, count] = await operate('refused');
      expect([listed, listed, count]).toEqual([
        ...[expect.stringMatching(`^bank/${id} `), expect.stringMatching(unsure), '1 to be looked after'],
      ]);
      expect(await operate('done', `bank/${id}`, 'Ann')).toEqual([expect.stringMatching(unsure)]);
      expect(await operate('refused')).toEqual(['nothing was refused']);
    },
  );

  test('F7 money that no order of ours is for is listed once, however it was heard of, until somebody has looked after it', async () => {
    const order = await ordered(person.browser, 'deposit', byBank);
    const news = { provider: 'bank', status: 'received', currency: 'EUR', at: '2026-01-15T12:00:00Z' } as const;
    const stranger = { ...news, id: `stranger-${order.id}`, order: 'nobody\u0000’s order', amount: '70' };
    for (const time of [1, 2]) expect([time, (await callBack(server, stranger)).http]).toEqual([time, 404]);
    const declined = {
      ...news,
      id: `declined-${order.id}`,
      order: 'nobody',
      amount: '70',
      status: 'declined',
    } as const;
    expect((await callBack(server, declined)).http).toBe(404);
    // What can be read, and not kept as what it is.
    const never = { ...news, id: `never-${order.id}`, order: order.id, amount: '1', at: '0000-01-01T00:00:00Z' };
    for (const time of [1, 2]) expect([time, (await callBack(server, never)).http]).toEqual([time, 422]);
    expect((await operate('refused')).at(-2)).toMatch(
      / {2}paid 0000-01-01T00:00:00Z .* or no moment that there ever was$/,
    );
    await operate('done', `bank/never-${order.id}`, 'Ann');
    // Refused at first, and taken in as soon as it can be.
    const early = { ...news, id: `early-${order.id}`, order: order.id, amount: '1.001' };
    expect((await callBack(server, early)).http).toBe(422);
    expect(await callBack(server, { ...early, amount: '1' })).toEqual({ http: 200, counted: true });
    // What is heard by asking: its provider is told that it was, and says it no more.
    await sql`insert into sandbox_payments (id, operation_id, status, currency, amount)
      values (${`asked-${order.id}`}, ${order.id}, 'received', 'EUR', 12.345)`.execute(server.db);
    await until(async () => (await operate('refused')).length === 3, 'what was asked for was never listed');
    const [first, second, count] = await operate('refused');
    expect(first).toMatch(
      new RegExp(
        `^bank/stranger-${order.id}  70 EUR  for "nobody’s order"  paid 2026-01-15T12:00:00Z  heard \\S+Z  no order that this provider can be paid for$`,
      ),
    );
    expect(second).toMatch(
      new RegExp(
        `^bank/asked-${order.id}  12\\.345 EUR  for "${order.id}" of account ${person.number}  paid \\S+Z  heard \\S+Z  no amount that its currency has, or no moment that there ever was$`,
      ),
    );
    expect(count).toBe('2 to be looked after');
    expect((await operate('list')).at(-1)).toBe('2 refused, to be looked after: deposits refused');
    const payment = `bank/stranger-${order.id}`;
    const [noted = ''] = await operate('done', payment, 'Ann');
    expect(noted).toMatch(/ {2}looked after by Ann at \S+Z$/);
    expect(await operate('done', payment, 'Ben')).toEqual([noted]);
    await expect(operate('done', 'bank/none', 'Ann')).rejects.toThrow('bank/none is no payment that was refused');
    await operate('done', `bank/asked-${order.id}`, 'Ann');
    // What a person has looked after is past, whatever this server would take by now.
    const said = { ...news, id: `asked-${order.id}`, order: order.id, amount: '12.34' };
    expect(await callBack(server, said)).toEqual({ http: 200, counted: false });
    // What was taken in since is not sent back.
    const [{ became }] = (
      await sql<{ became: string }>`select became from payment_receipts where id = ${early.id}`.execute(server.db)
    ).rows as [{ became: string }];
    await expect(operate('done', `bank/${early.id}`, 'Ann')).rejects.toThrow(
      `bank/${early.id} was taken in since as ${became}: look at operation show ${became}, and send nothing back from here`,
    );
    expect(await operate('refused')).toEqual(['nothing was refused']);
    expect(await operate('list')).toEqual(['no deposit waits']);
  });

  test('F7 the log says that money is left to people where some came, and of an order only an id of ours', async () => {
    const order = await ordered(person.browser, 'deposit', byBank);
    const said: [level: string, about: unknown, words: string][] = [];
    const log = {
      error: (about: object, words: string) => void said.push(['error', about, words]),
      info: (about: object, words: string) => void said.push(['info', about, words]),
    };
    const came = { provider: 'bank', currency: 'EUR', amount: '70', at: '2026-01-15T12:00:00Z' } as const;
    const [declined, received] = (['declined', 'received'] as const).map((status) => ({
      ...{ ...came, status, id: `${status}-log-${order.id}`, order: 'Rent of Ann Example' },
    }));
    const heard = (id: string) => (id.startsWith('received') ? Promise.reject(new Error('gone')) : Promise.resolve());
    const news = async function* () {
      yield* [declined, received];
    };
    const payments = { order: vi.fn(), close: vi.fn(), news, heard };
    const house = { db: server.db, config, failpoints: createFailpoints(''), log, providers: { bank: { payments } } };
    for (const time of [1, 2]) {
      said.length = 0;
      await askForNews(house as unknown as House);
      const refusal = expect.any(Refusal);
      const about = (status: string, err: unknown) => ({ provider: 'bank', payment: `${status}-log-${order.id}`, err });
      expect(said).toEqual([
        ['info', about('declined', refusal), 'news of a payment was refused, and no money came with it'],
        ...(time === 1
          ? [['error', about('received', refusal), 'a payment was refused, its money is left to people']]
          : []),
        ['error', about('received', new Error('gone')), 'a payment could not be taken in, it is tried again'],
      ]);
    }
    await operate('done', `bank/received-log-${order.id}`, 'Ann');
  });

  test('F7 what is to be sent is said until somebody notes that it left, once', async () => {
    const { instead } = await waiting();
    const [, next] = await operate('return', instead.id);
    const [ended, again] = await operate('return', instead.id);
    expect(ended).toMatch(new RegExp(`^${instead.id}  was ended at \\S+Z$`));
    expect(again).toBe(next);
    const isOwed = async () => (await operate('owed')).filter((line) => line.startsWith(instead.id));
    expect(await isOwed()).toEqual([
      expect.stringMatching(new RegExp(`^${instead.id}  account ${person.number}  50000\\.00 EUR  since \\S+Z$`)),
    ]);
    for (const words of [[], ['Ann']])
      await expect(operate('sent', instead.id, ...words)).rejects.toThrow(
        'deposits sent <operation> <name> <reference>',
      );
    await operate('take', instead.id, 'Ann');
    const [noted = ''] = await operate('sent', instead.id, 'Ann', 'SEPA', '2026-17');
    expect(noted).toMatch(new RegExp(`^${instead.id}  sent back at \\S+Z: SEPA 2026-17$`));
    expect(await isOwed()).toEqual([]);
    expect(await operate('sent', instead.id, 'Ann', 'SEPA', '2026-17')).toEqual([noted]);
    for (const words of [
      ['sent', instead.id, 'Ann', 'SEPA 2026-18'],
      ['return', instead.id],
    ])
      await expect(operate(...words)).rejects.toThrow(/ was sent back at \S+Z.*: SEPA 2026-17$/);
    expect(await operate('sent', instead.id, 'Ann', 'SEPA 2026-17')).toEqual([noted]);
  });

  test('F7 that it left is told once: in the place of what was said before, in a letter and on the receipt, by its reference', async () => {
    const { instead } = await waiting();
    await operate('return', instead.id);
    const before = await read(instead);
    const { notifications: said } = (await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body;
    await person.browser.post('/api/notify/close', { notification_id: said[0].notification_id });
    await operate('take', instead.id, 'Ann');
    for (const time of [1, 2]) expect(await operate('sent', instead.id, 'Ann', 'SEPA <17>'), `${time}`).toHaveLength(1);

    const receipt = await read(instead);
    expect(receipt).toMatchObject({ status: 'failed', reason: 'returned' });
    expect(receipt.facts?.slice(-2)).toEqual([
      { label: 'sent_on', text: expect.stringMatching(/^\p{L}+ \d+, \d{4}$/u) },
      { label: 'sent_as', text: 'SEPA <17>', exact: true },
    ]);
    const ended = ({ timeline }: Operation) => timeline.filter(({ status }) => status === 'failed');
    expect(ended(receipt)).toEqual([{ ...ended(before)[0], reason: 'returned' }]);

    const letters = (await listMail(server.db, emailOf(person))).filter(({ body }) => body.includes('SEPA <17>'));
    expect(letters).toMatchObject([
      {
        kind: 'operation',
        subject: 'Your money has been sent back: 50,000.00\u{a0}EUR',
        body: expect.stringContaining('back to where your payment came from'),
      },
    ]);
    const { notifications } = (await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body;
    expect(notifications).toMatchObject([
      {
        title: 'Your money has been sent back',
        text: expect.stringMatching(/^50,000\.00\u00a0EUR was sent back on .*SEPA &#60;17&#62;/),
      },
    ]);
  });

  test('F7 one person sends it: of five who take it on at once one is told what to send, until they leave it', async () => {
    const { instead } = await waiting();
    await expect(operate('take', instead.id, 'Ann')).rejects.toThrow(
      `${instead.id} waits for a verified identity still: deposits return ${instead.id} ends it`,
    );
    await operate('return', instead.id);
    const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'];
    const takes = await Promise.allSettled(names.map((name) => operate('take', instead.id, name)));
    const [first, ...more] = names.filter((_, at) => takes[at]?.status === 'fulfilled');
    expect(more).toEqual([]);
    const taken = new RegExp(`${first} is sending it, since \\S+Z$`);
    const other = names.find((name) => name !== first) ?? '';
    for (const words of [
      ['take', instead.id, other],
      ['leave', instead.id, other],
    ])
      await expect(operate(...words)).rejects.toThrow();
    await expect(operate('take', instead.id, other)).rejects.toThrow(taken);
    const isOwed = async () => (await operate('owed')).find((line) => line.startsWith(instead.id));
    expect(await isOwed()).toMatch(taken);
    expect((await operate('return', instead.id))[1]).toMatch(taken);
    // A screen that was closed hides nothing from whoever took it.
    expect((await operate('take', instead.id, first!))[0]).toMatch(/^send back 50000\.00 EUR: bank, payment /);
    expect(await operate('leave', instead.id, first!)).toEqual([`${instead.id}  may be taken by somebody else`]);
    expect(await isOwed()).not.toMatch('is sending it');
    await expect(operate('sent', instead.id, first!, 'SEPA 1')).rejects.toThrow('nobody has taken it yet');
    await operate('take', instead.id, other);
    await expect(operate('sent', instead.id, first!, 'SEPA 1')).rejects.toThrow(`${other} is sending it`);
    expect(await isOwed()).toMatch('is sending it');
    await operate('sent', instead.id, other, 'SEPA 1');
    for (const what of ['take', 'leave']) await expect(operate(what, instead.id, other)).rejects.toThrow();
    await expect(operate('take', instead.id, 'x'.repeat(61))).rejects.toThrow('at most 60 characters');
    for (const name of [['Ann', 'Lee'], ['Ann Lee']])
      await expect(operate('take', instead.id, ...name)).rejects.toThrow('a name is one word');
  });

  test('F7 of many who say that it left the first counts', async () => {
    const { instead } = await waiting();
    await operate('return', instead.id);
    await operate('take', instead.id, 'Ann');
    const said = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e'].map((one) => operate('sent', instead.id, 'Ann', one)),
    );
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('F7 nothing is noted as sent of what was not ended for it', async () => {
    const { instead } = await waiting();
    for (const id of [instead.id, '0'.repeat(20), 'x; drop table'])
      await expect(operate('sent', id, 'Ann', 'SEPA 1')).rejects.toThrow(
        `${id} is no deposit that was ended to be sent back`,
      );
    await expect(operate('sent', instead.id, 'Ann', 'x'.repeat(201))).rejects.toThrow('at most 200 characters');
  });

  test('F7 what came goes back whole: the notification tells it without the fee that a credit would have had', async () => {
    await server.db.updateTable('payment_methods').set({ percent: '2' }).where('id', '=', byBank.method).execute();
    const { instead } = await waiting();
    await server.db.updateTable('payment_methods').set({ percent: '0' }).where('id', '=', byBank.method).execute();
    const told = async () => (await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body.notifications;
    expect(await told()).toMatchObject([{ text: expect.stringContaining('49,000.00') }]);
    await operate('return', instead.id);
    const [back = ''] = await operate('take', instead.id, 'Ann');
    expect(back).toContain('send back 50000.00 EUR');
    expect(await told()).toMatchObject([{ text: expect.stringContaining('50,000.00') }]);
  });

  describe('a return and a verdict at once', () => {
    const inReview = async (): Promise<string> => {
      const id = `PAPERS${person.id.padStart(14, '0')}`;
      await sql`insert into verification_documents (id, account_id, kind, status, rounds)
        values (${id}, ${person.id}, 'passport', 'in_review', 1)`.execute(server.db);
      return id;
    };
    const accept = async (papers: string) => await decide(server.db, config, { id: papers, round: 1 }, {});
    const areWaiting = (many: number) => until(async () => (await waitingForLocks(server.db)) === many);
    /**
     * Both reach the job of the deposit, which somebody else holds until each of them waits. It is not held while it is being
     * worked on: the worker would be a third that waits, to write down that it is done.
     */
    const inTurn = async <A, B>({ id }: Operation, first: () => Promise<A>, second: () => Promise<B>) =>
      await server.db.transaction().execute(async (trx) => {
        await until(async () => {
          const { rows } = await sql`
            select 1 from graphile_worker._private_jobs where key = ${id} and locked_at is null for update`.execute(
            trx,
          );
          return rows.length === 1;
        }, 'the job is never at rest');
        const one = first();
        await areWaiting(1);
        const two = second();
        await areWaiting(2);
        return { both: Promise.all([one, two]) };
      });

    test('F7 the verdict first: nothing is ended any more, also before it is credited', async () => {
      const { instead } = await waiting();
      const papers = await inReview();
      const { both } = await inTurn(
        instead,
        () => accept(papers),
        () => endToSendBack(server.db, instead.id),
      );
      const [verdict, ended] = await both;
      expect([verdict?.status, ended]).toEqual(['verified', undefined]);
      await until(async () => (await read(instead)).status === 'completed');
      expect(await eur()).toBe('50010');
    });

    test('F7 a verdict that was given keeps a return from ending what no job has credited yet', async () => {
      const { instead } = await waiting();
      await verify(1);
      await expect(operate('return', instead.id)).rejects.toThrow(
        `${instead.id} is not ended any more: the person is verified, and its provider is about to be asked`,
      );
      expect(await operate('list')).toContainEqual(
        expect.stringContaining('verified, its provider is about to be asked'),
      );
    });

    test('F7 a verdict credits what has waited for it for longer than an integer counts milliseconds', async () => {
      const { instead } = await waiting();
      await server.db.transaction().execute(async (trx) => {
        // Otherwise nobody changes when an order was placed.
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`update operations set placed_at = placed_at - interval '60 days' where id = ${instead.id}`.execute(
          trx,
        );
      });
      await accept(await inReview());
      await until(async () => (await read(instead)).status === 'completed');
      expect(await eur()).toBe('50010');
    });

    test('F7 the return first: the verdict credits nothing of it', async () => {
      const { instead } = await waiting();
      const papers = await inReview();
      const { both } = await inTurn(
        instead,
        () => endToSendBack(server.db, instead.id),
        () => accept(papers),
      );
      const [ended, verdict] = await both;
      expect([ended?.status, verdict?.status]).toEqual(['failed', 'verified']);
      await hurry(server.db, instead);
      expect([(await read(instead)).status, await eur()]).toEqual(['failed', '10']);
    });

    test('F7 S7 whoever closes what they were told of it and the return do not wait for each other in a circle', async () => {
      const { instead } = await waiting();
      const { ended } = await server.db.transaction().execute(async (trx) => {
        await trx
          .updateTable('notifications')
          .set({ closed_at: sql`clock_timestamp()` })
          .where('id', '=', `deposit:${instead.id}`)
          .execute();
        const returned = endToSendBack(server.db, instead.id);
        // Whoever is refused for the other's sake is told below.
        returned.catch(() => {});
        await areWaiting(1);
        await raise(trx, person.id, 'notifications');
        return { ended: returned };
      });
      expect((await ended)?.status).toBe('failed');
      expect((await read(instead)).reason).toBe('sent_back');
    });

    test('F7 of ten returns one counts, and one letter goes out', async () => {
      const { instead } = await waiting();
      const letters = async () => (await listMail(server.db, emailOf(person))).length;
      const before = await letters();
      const replies = await Promise.all(Array.from({ length: 10 }, () => endToSendBack(server.db, instead.id)));
      expect(replies.filter((reply) => reply !== undefined)).toHaveLength(1);
      expect(await letters()).toBe(before + 1);
    });
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

test('F7 a payment that waits is told in one letter, in the language of its reader, with the way to the step that it waits for', async () => {
  await server.db.updateTable('payment_methods').set({ percent: '2' }).where('id', '=', byBank.method).execute();
  const order = await ordered(person.browser, 'deposit', byBank);
  await server.db.updateTable('payment_methods').set({ percent: '0' }).where('id', '=', byBank.method).execute();
  await server.db.updateTable('accounts').set({ locale: 'ru' }).where('id', '=', person.id).execute();
  const house = { db: server.db, failpoints: createFailpoints('') };
  const news = { id: `news-${order.id}`, provider: 'bank', order: order.id, status: 'received' } as const;
  const paid = { currency: 'EUR', amount: '50000', at: order.created_at };
  for (const publicUrl of ['https://statera.example', undefined])
    await receivePayment({ ...house, config: { publicUrl } }, { ...news, ...paid });
  const letters = await listMail(server.db, emailOf(person));
  expect(letters).toMatchObject([
    { kind: 'operation', subject: 'Пришло 50\u{a0}000,00\u{a0}EUR: подтвердите личность' },
  ]);
  expect(letters[0]?.body).toContain('До подтверждения личности зачислить его нельзя');
  expect(letters[0]?.body).toContain('само зачислится 49\u{a0}000,00\u{a0}EUR');
  expect(letters[0]?.body).toContain('\n\nПодтвердить личность: https://statera.example/settings/verification\n\n');
});

test('F7 who gets no letters about operations is not written to about a payment that waits either', async () => {
  await server.db.insertInto('unwanted_letters').values({ account_id: person.id, kind: 'operations' }).execute();
  await waiting();
  expect(await listMail(server.db, emailOf(person))).toEqual([]);
});
