import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { chargeCard } from '../../server/card/charge.ts';
import { createFailpoints } from '../../server/failpoints.ts';
import { onScreen } from '../../server/money/on-screen.ts';
import { kinds } from '../../server/operations/kinds.ts';
import { settle } from '../../server/operations/settle.ts';
import { bankCheck } from './bank.ts';
import { checkedCard, confirmCard, madeCard } from './cards.ts';
import { startServer, type TestServer } from './harness.ts';
import { becomes, checked, makePerson, provider, submit, until, type Person } from './money.ts';
import { bitcoinByCard, byBank, factOf, handOver, ordered, outside, paymentBecomes, payTo, press } from './payments.ts';
import { endsAs, transferred } from './transfer.ts';
import { payout, toBank, withdrawalBecomes, withdrawn } from './withdraw.ts';

let server: TestServer;
let person: Person;
let other: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  [person, other] = [await makePerson(server, { USD: '1000', EUR: '1000' }), await makePerson(server, {})];
  // Whatever has an outcome has it twice.
  for (const { number } of [person, other]) await payout(server.db, number, 'twice');
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const lettersTo = ({ number }: Person, kind = 'operation') =>
  server.db
    .selectFrom('mail_outbox')
    .select(['locale', 'subject', 'body'])
    .where('recipient', '=', `p${number}@example.com`)
    .where('kind', '=', kind)
    .execute();
const turnOff = (whom: Person) => whom.browser.post('/api/config/mailing', { kind: 'operations', on: false });
const speak = (whom: Person, locale: 'ru' | 'en') =>
  server.db.updateTable('accounts').set({ locale }).where('id', '=', whom.id).execute();
const settleAgain = async ({ id }: { id: string }) =>
  expect(
    await settle({ db: server.db, failpoints: createFailpoints('') }, id, {
      kind: 'done',
    }),
  ).toBe(false);

const exchanged = async () => {
  const operation = await checked(person.browser);
  await submit(person.browser, operation);
  return await becomes(person.browser, operation, 'completed');
};
/** Everything that ends well, and how its letter begins. */
const ways: Record<string, { make: () => Promise<Operation>; subject: (operation: Operation) => string }> = {
  exchange: {
    make: exchanged,
    subject: ({ terms, get_currency: get }) => `Exchanged: 100.00\u{a0}USD → ${onScreen(terms.get.amount, get, 'en')}`,
  },
  'exchange of all': {
    make: async () => {
      const { body } = await person.browser.post('/api/exchange/all/ETH', { wallets: ['USD', 'EUR'] });
      await person.browser.post('/api/exchange/all', { id: body.payload.id });
      return await endsAs(person.browser, body.payload, 'completed');
    },
    subject: ({ terms, get_currency: get }) => `Exchanged: ${onScreen(terms.get.amount, get, 'en')}`,
  },
  deposit: {
    make: async () => {
      const order = await ordered(person.browser, 'deposit', byBank);
      await payTo(server, factOf(order, 'reference'));
      return await paymentBecomes(person.browser, order, 'completed');
    },
    subject: ({ terms, get_currency: get }) => `Deposit: ${onScreen(terms.get.amount, get, 'en')}`,
  },
  purchase: {
    make: async () => {
      const order = await ordered(person.browser, 'purchase', bitcoinByCard);
      await press(await handOver(order), 'pay');
      return await paymentBecomes(person.browser, order, 'completed');
    },
    subject: ({ terms, get_currency: get }) => `Bought: ${onScreen(terms.get.amount, get, 'en')}`,
  },
  withdrawal: {
    make: async () => withdrawalBecomes(person.browser, await withdrawn(server.db, person), 'completed'),
    subject: () => 'Withdrawn: 100.00\u{a0}EUR',
  },
  transfer: {
    make: () => transferred(person.browser, { to: other.number }),
    subject: () => 'Transferred: 100.00\u{a0}USD',
  },
};

describe('F15 letters about operations', () => {
  test.each(Object.entries(ways))('F15 %s: one letter, however often it is settled', async (_, { make, subject }) => {
    const operation = await make();
    await settleAgain(operation);
    expect((await lettersTo(person)).map((letter) => [letter.locale, letter.subject])).toEqual([
      ['en', subject(operation)],
    ]);
  });

  test.each(Object.entries(ways))('F15 %s: none for whoever has turned them off', async (_, { make }) => {
    expect((await turnOff(person)).http).toBe(200);
    await settleAgain(await make());
    expect(await lettersTo(person)).toEqual([]);
  });

  test('F15 whoever gets a transfer is told too, in their own language, and as they wish', async () => {
    await speak(other, 'ru');
    await transferred(person.browser, { to: other.number, amount: '200' });
    const [letter, ...more] = await lettersTo(other);
    expect([letter?.subject, more]).toEqual([
      `Вам пришёл перевод: ${onScreen('199', { code: 'USD', scale: 2 }, 'ru')}`,
      [],
    ]);
    expect(letter?.body).toMatch(/ от p•••@\S+ уже на вашем кошельке\./);
    await turnOff(other);
    await transferred(person.browser, { to: other.number });
    expect([(await lettersTo(other)).length, (await lettersTo(person)).length]).toEqual([1, 2]);
  });

  test('F10 F15 what a card pays is told with the shop, once however often its issuer asks, as they wish; a declined try is not', async () => {
    const { id: card, card: made } = await madeCard(person.browser);
    const called = `Mastercard •• ${made?.last_four}`;
    const letters = async () => (await lettersTo(person)).filter(({ subject }) => subject !== 'Your card is issued');
    const pay = (id: string, amount: string) =>
      chargeCard(server, { id: `${id}_${card}`, card, merchant: 'Book shop', currency: 'EUR', amount });
    await Promise.all([1, 2, 3].map(() => pay('same', '12.5')));
    expect((await pay('too much', '600'))?.status).toBe('declined');
    const [letter, ...more] = await letters();
    expect([letter?.subject, more]).toEqual(['Card payment: 12.50\u{a0}EUR', []]);
    expect(letter?.body).toContain(`You paid 12.50\u{a0}EUR with ${called}. Paid to: Book shop.`);
    expect(letter?.body).toContain('More is in “My cards” on the site.');
    await speak(person, 'ru');
    await pay('in Russian', '1');
    const [, russian] = await letters();
    expect(russian?.subject).toBe('Оплата картой: 1,00\u{a0}EUR');
    expect(russian?.body).toContain(`Картой ${called} оплачено 1,00\u{a0}EUR. Получатель оплаты: Book shop.`);
    await turnOff(person);
    expect(await pay('unwanted', '1')).toEqual({ status: 'approved' });
    expect((await letters()).length).toBe(2);
  });

  test('F15 what failed and what was taken back says that the money is there again', async () => {
    await provider(server.db, 'fail', { whom: person.number });
    const failed = await checked(person.browser);
    await submit(person.browser, failed);
    await becomes(person.browser, failed, 'failed');
    await payout(server.db, person.number, 'hang', { pause: 60_000 });
    const taken = await withdrawn(server.db, person);
    for (let times = 0; times < 3; times += 1) await person.browser.post('/api/operation/cancel', { id: taken.id });
    const letters = await lettersTo(person);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Not exchanged: 100.00\u{a0}USD',
      'Withdrawal cancelled: 100.00\u{a0}EUR',
    ]);
    expect(letters[1]?.body).toMatch(/^You cancelled the withdrawal before it was sent\./);
    expect(letters.map(({ body }) => body)).toEqual([
      expect.stringContaining('100.00\u{a0}USD is in your wallet again.'),
      expect.stringContaining('100.00\u{a0}EUR is in your wallet again.'),
    ]);
  });

  test('F15 a letter tells of a cancelled withdrawal or order of a card: nothing else that is held can be taken back', () => {
    const held = Object.entries(kinds).filter(([, { holds, cancellable }]) => holds && cancellable);
    expect(held.map(([name]) => name)).toEqual(['card_order', 'withdraw']);
  });

  test('F15 an order that nobody paid is no news; what came instead is told once', async () => {
    await outside(server.db, person.number);
    const order = await ordered(person.browser, 'deposit', byBank);
    await person.browser.post('/api/operation/cancel', { id: order.id });
    expect(await lettersTo(person)).toEqual([]);
    const another = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(another, 'reference'), { amount: '50' });
    const held = (await paymentBecomes(person.browser, another, 'cancelled')).replaced_by ?? '';
    await endsAs(person.browser, { id: held }, 'completed');
    expect(await lettersTo(person)).toHaveLength(1);
  });

  test('F10 F15 of a card that is made a letter leads to the cards, of one that is not to the history', async () => {
    await madeCard(person.browser);
    await payout(server.db, person.number, 'settle', { pause: 60_000 });
    const taken = await checkedCard(person.browser);
    await confirmCard(person.browser, taken);
    await person.browser.post('/api/card/order/cancel', { card: taken.id });
    await payout(server.db, person.number, 'fail');
    await confirmCard(person.browser, await checkedCard(person.browser));
    await until(async () => (await lettersTo(person)).length === 3);
    expect((await lettersTo(person)).map(({ subject, body }) => [subject, /More is in [^.]*/.exec(body)?.[0]])).toEqual(
      [
        ['Your card is issued', 'More is in “My cards” on the site'],
        ['The order of a card is cancelled', 'More is in your history on the site'],
        ['Your card was not issued', 'More is in your history on the site'],
      ],
    );
  });

  test.each([
    [
      'a withdrawal',
      async () => withdrawalBecomes(person.browser, await withdrawn(server.db, person), 'failed'),
      'The bank or the network did not accept the withdrawal. The money is back in your wallet.',
    ],
    [
      'a card',
      async () => confirmCard(person.browser, await checkedCard(person.browser)),
      'The issuer could not make the card. The money is back in your wallet;',
    ],
  ])('F10 F15 of %s that is turned away a letter says once that the money is back', async (_, make, words) => {
    await payout(server.db, person.number, 'fail');
    await make();
    await until(async () => (await lettersTo(person)).length === 1);
    const [letter] = await lettersTo(person);
    expect(letter?.body).toContain(words);
    expect(letter?.body).not.toContain('in your wallet again');
  });

  test('F15 codes come whatever was turned off', async () => {
    await turnOff(person);
    await withdrawn(server.db, person, toBank);
    expect(await lettersTo(person, 'second_step')).toHaveLength(1);
  });
});
