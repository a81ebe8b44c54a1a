import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { cardToken } from '../../server/providers/sandbox-cards.ts';
import { sandboxKey } from '../../server/sandbox/keys.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { checked, hurry, makePerson, movementsOf, runOut, until, waitingForLocks, type Person } from './money.ts';
import {
  anotherCode,
  bitcoinAddress,
  checkedWithdrawal,
  checkWithdrawal,
  confirm,
  iban,
  mailedCode,
  payout,
  toBank,
  toBitcoin,
  withdrawalBecomes,
  withdrawalOf,
  withdrawn,
} from './withdraw.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server, { EUR: '1000', BTC: '1', USD: '1000' });
  await verify(person);
  await payout(server.db, person.number, 'hang', { pause: 600_000 });
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const verify = ({ id }: Person, level: 0 | 1 = 1) =>
  server.db.updateTable('accounts').set({ verification_level: level }).where('id', '=', id).execute();
const eur = () => balanceOf(server.db, person.id, 'EUR');
const untouched = { available: '1000', held: '0' };
const dev = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

describe('ways out and their forms', () => {
  test('F6 R14 the list names each way with limits, fee and time; a form describes its fields', async () => {
    const { http, body } = await person.browser.get('/api/withdraw/ps');
    expect(http).toBe(200);
    expect(body.payload.items.map(({ id }: { id: string }) => id)).toEqual([
      'bank_eur',
      'bank_usd',
      'card_eur',
      'card_rub',
      'card_usd',
      'bitcoin_btc',
      'ethereum_eth',
      'ethereum_usdt',
      'phone_rub',
      'swift_usd',
    ]);
    for (const { form_path: path, id } of body.payload.items) {
      const form = await person.browser.get(`/api${path}`);
      expect([id, form.http, form.body.payload.method.id]).toEqual([id, 200, id]);
      expect(form.body.payload.fields.length).toBeGreaterThan(0);
    }
    const { payload } = (await person.browser.get('/api/withdraw/form/bank_eur')).body;
    expect(payload).toMatchObject({
      available: '1000.00',
      rate: '1',
      recipients: [],
      method: { maximum: '20000.00', minimum: '5.00', fee: { percent: '0.2', minimum: '0.50' }, system: 'bank' },
    });
  });

  test('F6 R14 no way of another name, and none for a visitor', async () => {
    expect((await person.browser.get('/api/withdraw/form/cash')).http).toBe(404);
    expect((await server.browser().get('/api/withdraw/ps')).http).toBe(401);
    expect((await checkWithdrawal(server.browser())).http).toBe(401);
  });

  test('F6 whoever is not verified may go as far as that, and not by every way', async () => {
    await verify(person, 0);
    const { items } = (await person.browser.get('/api/withdraw/ps')).body.payload;
    expect(items[0]).toMatchObject({ id: 'bank_eur', maximum: '500.00', needs_verification: false });
    expect(items[1]).toMatchObject({ id: 'bank_usd', needs_verification: true, closed: 'unverified' });
    const tooMuch = await checkWithdrawal(person.browser, { ...toBank, amount: '500.01' });
    expect([tooMuch.http, tooMuch.failure.code, tooMuch.failure.params?.['maximum']]).toEqual([
      422,
      'above_maximum',
      '500.00',
    ]);
    const refused = await checkWithdrawal(person.browser, { ...toBank, method: 'bank_usd' });
    expect([refused.http, refused.failure.code]).toEqual([422, 'needs_verification']);
    expect((await dev('/dev/verification', { account: person.number, level: 1 })).status).toBe(200);
    expect((await checkWithdrawal(person.browser, { ...toBank, method: 'bank_usd' })).http).toBe(200);
  });

  test('F6 a way that is paused is named and refused', async () => {
    expect((await dev('/dev/methods', { id: 'card_rub', enabled: false })).status).toBe(200);
    const { items } = (await person.browser.get('/api/withdraw/ps')).body.payload;
    expect(items.find(({ id }: { id: string }) => id === 'card_rub')).toMatchObject({ closed: 'paused' });
    const refused = await checkWithdrawal(person.browser, { ...toBank, method: 'card_rub' });
    expect([refused.http, refused.failure.code]).toEqual([409, 'method_unavailable']);
    await dev('/dev/methods', { id: 'card_rub', enabled: true });
    const unknown = await checkWithdrawal(person.browser, { ...toBank, method: 'cash' });
    expect([unknown.http, unknown.failure.code]).toEqual([409, 'method_unavailable']);
  });
});

describe('the check', () => {
  test('F6 the terms are exact, the recipient is named in full, nothing is held', async () => {
    const operation = await checkedWithdrawal(person.browser, { ...toBank, iban: 'de89 3704 0044 0532 0130 00' });
    expect(operation).toMatchObject({
      kind: 'withdraw',
      status: 'open',
      terms: {
        give: { amount: '100.00', currency: 'EUR' },
        get: { amount: '99.50', currency: 'EUR' },
        fee: { amount: '0.50', currency: 'EUR' },
        rate: '1',
      },
      place: `/withdraw/form/bank_eur/${operation.id}`,
      status_path: `/withdraw/status/${operation.id}`,
      facts: [
        { label: 'method', text: 'Bank account (IBAN)' },
        { label: 'recipient', text: 'Ann Example' },
        { label: 'iban', text: iban, exact: true },
      ],
      warnings: ['first_use'],
      second_step: { sent_to: 'p•••@example.com', tries_left: 5 },
    });
    expect(operation.submit_path).toBeUndefined();
    expect(Date.parse(operation.expires_at) - Date.parse(operation.created_at)).toBeGreaterThan(599_000);
    expect(await eur()).toEqual(untouched);
  });

  test('F6 typed from the other side: what arrives is what was typed', async () => {
    for (const amount of ['10', '99.99', '300', '301.37', '812.03']) {
      const { terms } = await checkedWithdrawal(person.browser, { ...toBank, side: 'get', amount });
      const [give, get, fee] = [terms.give, terms.get, terms.fee].map((part) => Math.round(Number(part.amount) * 100));
      expect([get, (give ?? 0) - (fee ?? 0)]).toEqual([Math.round(Number(amount) * 100), get]);
    }
  });

  test.each<[string, Record<string, string>, string, Record<string, string> | undefined]>([
    ['too little', { amount: '4.99' }, 'below_minimum', { amount: 'below_minimum' }],
    ['too much for the way', { amount: '20000.01' }, 'above_maximum', { amount: 'above_maximum' }],
    ['more than there is', { amount: '1000.01' }, 'insufficient_funds', { amount: 'insufficient_funds' }],
    ['too many digits', { amount: '10.001' }, 'too_precise', { amount: 'too_precise' }],
    ['nothing', { amount: '0' }, 'not_positive', { amount: 'not_positive' }],
    ['no number', { amount: '1e3' }, 'invalid', { amount: 'malformed' }],
    ['a side that is none', { side: 'both' }, 'invalid', { side: 'malformed' }],
    ['a wrong IBAN', { iban: 'DE89370400440532013001' }, 'invalid', { iban: 'bad_iban' }],
    ['no IBAN', { iban: '' }, 'invalid', { iban: 'required' }],
    ['a name in figures', { recipient: '42' }, 'invalid', { recipient: 'bad_format' }],
    ['a name of one letter', { recipient: 'A' }, 'invalid', { recipient: 'too_short' }],
    ['a long comment', { comment: 'x'.repeat(141) }, 'invalid', { comment: 'too_long' }],
    [
      'everything at once',
      { amount: '1', iban: 'x', recipient: '' },
      'invalid',
      {
        amount: 'below_minimum',
        iban: 'bad_iban',
        recipient: 'required',
      },
    ],
  ])('F6 refused in words of the field: %s', async (_what, change, code, fields) => {
    const { http, failure } = await checkWithdrawal(person.browser, { ...toBank, ...change });
    expect([http, failure.code, failure.fields]).toEqual([422, code, fields]);
    expect(await eur()).toEqual(untouched);
  });

  test.each([
    ['bitcoin_btc', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wrong_network'],
    ['bitcoin_btc', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'wrong_network'],
    ['bitcoin_btc', `${bitcoinAddress.slice(0, -1)}5`, 'bad_address'],
    ['ethereum_eth', bitcoinAddress, 'wrong_network'],
    ['ethereum_usdt', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'bad_address'],
  ])('F6 %s does not take %s: %s', async (method, address, code) => {
    const { http, failure } = await checkWithdrawal(person.browser, { ...toBitcoin, method, amount: '0.1', address });
    expect([http, failure.fields?.['address']]).toEqual([422, code]);
  });

  test('F6 a card is its token: of a number and of a token that nobody made nothing is kept', async () => {
    const ask = { method: 'card_eur', side: 'give', amount: '50' };
    const key = await sandboxKey(server.db);
    const fingerprint = 'a1b2c3d4e5f6a1b2c3d4e5f6';
    const token = cardToken(key, { brand: 'visa', lastFour: '4242', fingerprint });
    for (const card of [
      '4242 4242 4242 4242',
      'tok_0123456789abcdef0123456789abcdef',
      `tok_visa4242${fingerprint}`,
      token.replace('4242', '4243'),
      cardToken('another key', { brand: 'visa', lastFour: '4242', fingerprint }),
    ]) {
      const { http, failure } = await checkWithdrawal(person.browser, { ...ask, card });
      expect([http, failure.fields]).toEqual([422, { card: 'bad_card' }]);
    }
    const { facts, values } = await checkedWithdrawal(person.browser, { ...ask, card: token });
    expect(facts).toContainEqual({ label: 'card', text: 'Visa •• 4242' });
    expect(values).toBe(undefined);
    const { rows } = await sql<{ found: string }>`
      select o.id as found from operations o where o.details::text like '%4242 4242%' or o.details::text like '%42424242%'`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
  });

  test('F6 what was put in is told with the terms, in any browser, until they are sent', async () => {
    const ask = { ...toBank, iban: 'de89 3704 0044 0532 0130 00', comment: ' Rent ' };
    const { id } = await checkedWithdrawal(person.browser, ask);
    const read = async () => (await person.browser.get(`/api/operation/read/${id}`)).body.payload.values;
    expect(await read()).toEqual({ iban, recipient: 'Ann Example', comment: 'Rent' });
    await confirm(person.browser, { id }, await mailedCode(server.db, person.number));
    expect(await read()).toBe(undefined);
  });

  test('F6 what takes the place of a check closes it; a sent one is not replaced', async () => {
    const left = await checkedWithdrawal(person.browser);
    const next = await checkedWithdrawal(person.browser, { ...toBank, amount: '50', replaces: left.id });
    expect(await withdrawalOf(person.browser, left)).toMatchObject({ status: 'expired', reason: 'replaced' });
    expect((await confirm(person.browser, next, await mailedCode(server.db, person.number))).http).toBe(200);
    const refused = await checkWithdrawal(person.browser, { ...toBank, replaces: next.id });
    expect([refused.http, refused.failure.code]).toEqual([409, 'already_submitted']);
    // Taken back before it was sent, it holds nothing: what replaces it is a withdrawal like any other.
    expect((await person.browser.post('/api/operation/cancel', { id: next.id })).body.payload.status).toBe('cancelled');
    expect((await checkWithdrawal(person.browser, { ...toBank, replaces: next.id })).body.payload.status).toBe('open');
    expect(await withdrawalOf(person.browser, next)).toMatchObject({ status: 'cancelled' });
  });
});

describe('the second step', () => {
  const letterIsOld = ({ id }: { id: string }) =>
    server.db
      .updateTable('second_steps')
      .set({ sent_at: '2026-01-01T00:00:00Z' })
      .where('operation_id', '=', id)
      .execute();

  test('F6 the letter names the amount and the recipient in full, and its code confirms once', async () => {
    const operation = await checkedWithdrawal(person.browser, toBitcoin);
    const [mail] = await listMail(server.db, `p${person.number}@example.com`);
    expect(mail?.body).toContain(bitcoinAddress);
    expect(mail?.body).toContain('0.01\u00a0BTC');
    const { http, body } = await confirm(person.browser, operation, await mailedCode(server.db, person.number));
    expect([http, body.payload.status]).toEqual([200, 'processing']);
    expect(body.payload.second_step).toBeUndefined();
    expect(body.payload.warnings).toBeUndefined();
  });

  test('F6 without a code nothing is sent, and no try is lost', async () => {
    const operation = await checkedWithdrawal(person.browser);
    const { http, failure } = await confirm(person.browser, operation);
    expect([http, failure.fields]).toEqual([422, { code: 'required' }]);
    const wrong = await confirm(person.browser, operation, '12345');
    expect([wrong.http, wrong.failure.fields]).toEqual([422, { code: 'malformed' }]);
    expect((await withdrawalOf(person.browser, operation)).second_step?.tries_left).toBe(5);
    expect(await eur()).toEqual(untouched);
  });

  test('F6 five wrong codes cancel the operation, and the right one comes too late', async () => {
    const operation = await checkedWithdrawal(person.browser);
    const right = await mailedCode(server.db, person.number);
    for (const left of [4, 3, 2, 1]) {
      const { http, failure } = await confirm(person.browser, operation, anotherCode(right));
      expect([http, failure.code, failure.params?.['left']]).toEqual([422, 'wrong_code', left]);
      expect((await withdrawalOf(person.browser, operation)).second_step?.tries_left).toBe(left);
    }
    const last = await confirm(person.browser, operation, anotherCode(right));
    expect([last.http, last.failure.code]).toEqual([409, 'too_many_tries']);
    const cancelled = await withdrawalOf(person.browser, operation);
    expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'too_many_codes' });
    expect(operation.values).toMatchObject({ iban: toBank.iban });
    expect(cancelled.values).toEqual(operation.values);
    const late = await confirm(person.browser, operation, right);
    expect([late.http, late.body.payload.status]).toEqual([200, 'cancelled']);
    expect(await movementsOf(server.db, operation)).toEqual([]);
    expect((await checkWithdrawal(person.browser, { ...toBank, replaces: operation.id })).http).toBe(200);
    expect(await eur()).toEqual(untouched);
  });

  test('F6 twenty wrong codes at once are five tries', async () => {
    const operation = await checkedWithdrawal(person.browser);
    const right = await mailedCode(server.db, person.number);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => confirm(person.browser, operation, anotherCode(right))),
    );
    const codes = replies.map(({ http, body }) => (http === 200 ? body.payload.status : body.payload.code));
    const count = (code: string) => codes.filter((one) => one === code).length;
    expect([count('wrong_code'), count('too_many_tries'), count('cancelled')]).toEqual([4, 1, 15]);
  });

  test('F6 another letter after a minute: the code before is void, its tries stay counted', async () => {
    const operation = await checkedWithdrawal(person.browser);
    const first = await mailedCode(server.db, person.number);
    await confirm(person.browser, operation, anotherCode(first));
    const early = await person.browser.post('/api/operation/code', { id: operation.id });
    expect([early.http, early.failure.code]).toEqual([429, 'rate_limited']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(50);
    await letterIsOld(operation);
    const again = await person.browser.post('/api/operation/code', { id: operation.id });
    expect([again.http, again.body.payload.second_step.tries_left]).toEqual([200, 4]);
    const second = await mailedCode(server.db, person.number);
    if (second !== first) expect((await confirm(person.browser, operation, first)).failure.code).toBe('wrong_code');
    expect((await confirm(person.browser, operation, second)).http).toBe(200);
    const letters = await listMail(server.db, `p${person.number}@example.com`);
    const over = await person.browser.post('/api/operation/code', { id: operation.id });
    expect([over.http, over.body.payload.id, over.body.payload.status]).toEqual([200, operation.id, 'processing']);
    expect(over.body.payload.second_step).toBeUndefined();
    expect(await listMail(server.db, `p${person.number}@example.com`)).toHaveLength(letters.length);
  });

  test.each(['cancelled', 'expired'] as const)(
    'F6 whoever wants another letter for what is %s meanwhile hears that, and gets none',
    async (status) => {
      const operation = await checkedWithdrawal(person.browser);
      await letterIsOld(operation);
      await server.db.updateTable('operations').set({ status }).where('id', '=', operation.id).execute();
      const { http, body } = await person.browser.post('/api/operation/code', { id: operation.id });
      expect([http, body.payload.status, body.payload.second_step]).toEqual([200, status, undefined]);
      expect(await listMail(server.db, `p${person.number}@example.com`)).toHaveLength(1);
    },
  );

  test('F6 nor does one go out for terms whose time is over, though nobody has said so yet', async () => {
    const operation = await checkedWithdrawal(person.browser);
    await letterIsOld(operation);
    await sql`update operations set expires_at = now() where id = ${operation.id}`.execute(server.db);
    const { http, body } = await person.browser.post('/api/operation/code', { id: operation.id });
    expect([http, body.payload.status]).toEqual([200, 'expired']);
    expect(await listMail(server.db, `p${person.number}@example.com`)).toHaveLength(1);
  });

  test('F6 five letters are all that an operation sends, and the code of the last one confirms it', async () => {
    const operation = await checkedWithdrawal(person.browser);
    const another = async () => {
      await letterIsOld(operation);
      return await person.browser.post('/api/operation/code', { id: operation.id });
    };
    for (let sent = 1; sent < 5; sent += 1) expect((await another()).http).toBe(200);
    const refused = await another();
    expect([refused.http, refused.failure.code, refused.headers.get('retry-after')]).toEqual([
      409,
      'no_more_letters',
      null,
    ]);
    expect(await listMail(server.db, `p${person.number}@example.com`)).toHaveLength(5);
    expect((await confirm(person.browser, operation, await mailedCode(server.db, person.number))).http).toBe(200);
  });

  test('F6 no letter for what needs none, and none for a stranger', async () => {
    const stranger = await makePerson(server);
    const operation = await checkedWithdrawal(person.browser);
    expect((await stranger.browser.post('/api/operation/code', { id: operation.id })).http).toBe(404);
    await server.db.deleteFrom('second_steps').where('operation_id', '=', operation.id).execute();
    expect((await person.browser.post('/api/operation/code', { id: operation.id })).http).toBe(404);
  });

  test('F6 twenty letters an hour are enough for a person', async () => {
    for (let made = 0; made < 20; made += 1) await checkedWithdrawal(person.browser);
    const { http, failure } = await checkWithdrawal(person.browser);
    expect([http, failure.code]).toEqual([429, 'wait_before_retry']);
  });

  test('F6 whoever had twenty is told the minutes until the oldest of them is an hour old', async () => {
    const made: { id: string }[] = [];
    for (let count = 0; count < 20; count += 1) made.push(await checkedWithdrawal(person.browser));
    await server.db
      .updateTable('second_steps')
      .set({ made_at: sql`clock_timestamp() - interval '50 minutes'` })
      .where('operation_id', '=', made[7]?.id ?? '')
      .execute();
    const { http, failure, headers } = await checkWithdrawal(person.browser);
    expect([http, failure.code]).toEqual([429, 'wait_before_retry']);
    expect(Math.ceil(Number(failure.params?.['seconds']) / 60)).toBe(10);
    expect(headers.get('retry-after')).toBe(String(failure.params?.['seconds']));
  });
});

describe('the confirm', () => {
  test('F6 it holds the money and settles: held to outside, the fee to the house, the recipient is offered next time', async () => {
    await payout(server.db, person.number);
    const operation = await withdrawn(server.db, person);
    const done = await withdrawalBecomes(person.browser, operation, 'completed');
    expect(done.timeline.map(({ status }) => status)).toEqual(['open', 'processing', 'completed']);
    expect(await eur()).toEqual({ available: '900', held: '0' });
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    const form = (await person.browser.get('/api/withdraw/form/bank_eur')).body.payload;
    expect(form.recipients).toMatchObject([
      { name: 'Ann Example •• 3000', values: { iban, recipient: 'Ann Example' } },
    ]);
    const next = await checkedWithdrawal(person.browser, { ...toBank, ...form.recipients[0].values, amount: '10' });
    expect([next.warnings, next.second_step]).toEqual([undefined, undefined]);
    expect((await confirm(person.browser, next)).http).toBe(200);
    await withdrawalBecomes(person.browser, next, 'completed');
    const { items } = (await person.browser.get('/api/withdraw/history')).body.payload;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([next.id, operation.id]);
    expect((await person.browser.get('/api/exchange/history')).body.payload.items).toEqual([]);
  });

  test('F6 who looks like somebody known is warned about', async () => {
    await payout(server.db, person.number);
    await withdrawalBecomes(person.browser, await withdrawn(server.db, person, toBitcoin), 'completed');
    const [ends] = await server.db
      .updateTable('recipients')
      .set({ target: `bc1q${'x'.repeat(34)}f3t4` })
      .where('account_id', '=', person.id)
      .returning('target')
      .execute();
    expect(ends?.target).not.toBe(bitcoinAddress);
    const poisoned = await checkedWithdrawal(person.browser, toBitcoin);
    expect(poisoned.warnings).toEqual(['first_use', 'look_alike']);
    expect(poisoned.second_step).toBeDefined();
    expect(poisoned.facts).toContainEqual({ label: 'address', text: bitcoinAddress, exact: true });
  });

  test('F6 ten at once, and once more at the end, are one effect', async () => {
    const operation = await checkedWithdrawal(person.browser);
    const code = await mailedCode(server.db, person.number);
    const elsewhere = await person.elsewhere();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => confirm(at % 2 === 0 ? person.browser : elsewhere, operation, code)),
    );
    expect(replies.map(({ http, body }) => [http, body.payload.status])).toEqual(
      replies.map(() => [200, 'processing']),
    );
    expect(await eur()).toEqual({ available: '900', held: '100' });
    expect(await movementsOf(server.db, operation)).toEqual(['hold']);
  });

  test('F6 money that was spent in between: refused, open still, nothing moved', async () => {
    const [one, two] = [
      await checkedWithdrawal(person.browser, { ...toBank, amount: '700' }),
      await checkedWithdrawal(person.browser, { ...toBank, amount: '301' }),
    ];
    const [second, first] = (await listMail(server.db, `p${person.number}@example.com`)).map(({ subject }) =>
      subject.slice(0, 6),
    );
    expect((await confirm(person.browser, one, first)).http).toBe(200);
    const refused = await confirm(person.browser, two, second);
    expect([refused.http, refused.failure.code, refused.failure.params?.['available']]).toEqual([
      409,
      'insufficient_funds',
      '300.00',
    ]);
    expect(await withdrawalOf(person.browser, two)).toMatchObject({ status: 'open' });
    expect(await eur()).toEqual({ available: '300', held: '700' });
  });

  test('F6 a check that ran out is never sent, whatever the code', async () => {
    const operation = await checkedWithdrawal(person.browser);
    await runOut(server.db, operation);
    const { http, failure } = await confirm(person.browser, operation, '000000');
    expect([http, failure.code]).toEqual([409, 'quote_expired']);
    expect(await withdrawalOf(person.browser, operation)).toMatchObject({ status: 'expired', reason: 'quote_expired' });
    expect(await eur()).toEqual(untouched);
  });

  test('F6 somebody else’s, an absent one and one of another kind are not found', async () => {
    const operation = await checkedWithdrawal(person.browser);
    const stranger = await makePerson(server);
    for (const id of [operation.id, '0'.repeat(20), 'x']) {
      expect((await confirm(stranger.browser, { id })).http).toBe(404);
      expect((await stranger.browser.get(`/api/withdraw/status/${id}`)).http).toBe(404);
      expect((await stranger.browser.get(`/api/operation/read/${id}`)).http).toBe(404);
      expect((await stranger.browser.post('/api/operation/cancel', { id })).http).toBe(404);
    }
    expect((await person.browser.form(`/api/exchange/confirm/${operation.id}`, { id: operation.id })).http).toBe(404);
    expect((await person.browser.get(`/api/exchange/status/${operation.id}`)).http).toBe(404);
    const mixed = await person.browser.form(`/api/withdraw/form/${operation.id}`, { id: '0'.repeat(20) });
    expect([mixed.http, mixed.failure.fields]).toEqual([422, { id: 'malformed' }]);
  });
});

describe('F6 any operation', () => {
  test('F6 it is read by its id alone, and those under way are listed until they end', async () => {
    const operation = await withdrawn(server.db, person);
    const open = await checkedWithdrawal(person.browser);
    const read = (await person.browser.get(`/api/operation/read/${operation.id}`)).body.payload;
    expect(read).toEqual(await withdrawalOf(person.browser, operation));
    const list = async () =>
      (await person.browser.get('/api/operation/progress')).body.payload.items.map(({ id }: { id: string }) => id);
    expect(await list()).toEqual([operation.id, open.id]);
    expect((await person.browser.post('/api/operation/cancel', { id: operation.id })).http).toBe(200);
    expect(await list()).toEqual([open.id]);
  });

  test('F6 what waits to be confirmed is listed on any device, as long as there are minutes for it and it can be', async () => {
    const there = await person.elsewhere();
    const list = async () =>
      (await there.get('/api/operation/progress')).body.payload.items.map(({ id }: { id: string }) => id);
    const left = await checkedWithdrawal(person.browser);
    const next = await checkedWithdrawal(person.browser, { ...toBank, replaces: left.id });
    expect(await list()).toEqual([next.id]);
    const { items } = (await there.get('/api/operation/progress')).body.payload;
    expect(items[0]).toMatchObject({ status: 'open', place: `/withdraw/form/bank_eur/${next.id}`, second_step: {} });
    // Gone before anybody found it: the terms of an exchange hold for a minute.
    await checked(person.browser, { src: 'EUR', dst: 'USD', side: 'give', amount: '20' });
    expect(await list()).toEqual([next.id]);
    await runOut(server.db, next);
    expect(await list()).toEqual([]);
  });

  test('F6 cancelled before it is sent: the money is back as new postings, ten times at once or more', async () => {
    const operation = await withdrawn(server.db, person);
    expect(operation.cancellable).toBe(true);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => person.browser.post('/api/operation/cancel', { id: operation.id })),
    );
    expect(replies.map(({ http, body }) => [http, body.payload.status, body.payload.reason])).toEqual(
      replies.map(() => [200, 'cancelled', 'cancelled_by_person']),
    );
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
    expect(await eur()).toEqual(untouched);
    const confirmed = await confirm(person.browser, operation, '000000');
    expect([confirmed.http, confirmed.body.payload.status]).toEqual([200, 'cancelled']);
  });

  test('F6 too late to cancel once it is sent, and for ever after', async () => {
    await payout(server.db, person.number, 'hang');
    const operation = await withdrawn(server.db, person);
    await until(async () => !(await withdrawalOf(person.browser, operation)).cancellable);
    const late = await person.browser.post('/api/operation/cancel', { id: operation.id });
    expect([late.http, late.failure.code]).toEqual([409, 'too_late']);
    expect(await eur()).toEqual({ available: '900', held: '100' });
    await payout(server.db, person.number);
    await withdrawalBecomes(person.browser, operation, 'completed');
    const ended = await person.browser.post('/api/operation/cancel', { id: operation.id });
    expect([ended.http, ended.body.payload.status]).toEqual([200, 'completed']);
  });

  describe('cancel and sending at the same moment', () => {
    const cancel = ({ id }: Operation) => person.browser.post('/api/operation/cancel', { id });
    const send = async ({ id }: Operation) => await hurry(server.db, { id });
    const isAsked = async ({ id }: Operation) =>
      (await server.db.selectFrom('sandbox_orders').select('id').where('id', '=', id).execute()).length > 0;
    /** No job is about it any more, also none whose operation was taken from it while it was under way. */
    const isAtRest = async ({ id }: Operation) =>
      (await sql`select 1 from graphile_worker._private_jobs where payload->>'id' = ${id}`.execute(server.db)).rows
        .length === 0;
    const areWaiting = (many: number) =>
      until(async () => (await waitingForLocks(server.db)) === many, `${many} never waited`);
    /** Somebody else holds its row until both wait for it, the first of them longer than the second. */
    const inTurn = async <A, B>({ id }: Operation, first: () => Promise<A>, second: () => Promise<B>) =>
      await server.db.transaction().execute(async (trx) => {
        await trx.selectFrom('operations').select('id').where('id', '=', id).forUpdate().execute();
        const one = first();
        await areWaiting(1);
        const two = second();
        await areWaiting(2);
        return { one, two };
      });
    const waiting = async () => {
      await payout(server.db, person.number, 'settle', { pause: 600_000 });
      return await withdrawn(server.db, person);
    };

    test('F6 cancel a moment before: nobody is asked to send it, and the money is back', async () => {
      const operation = await waiting();
      const { one } = await inTurn(
        operation,
        () => cancel(operation),
        () => send(operation),
      );
      const { http, body } = await one;
      expect([http, body.payload.status, body.payload.reason]).toEqual([200, 'cancelled', 'cancelled_by_person']);
      await until(() => isAtRest(operation), 'it is still to be sent');
      expect(await isAsked(operation)).toBe(false);
      expect(await withdrawalOf(person.browser, operation)).toMatchObject({ status: 'cancelled' });
      expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
      expect(await eur()).toEqual(untouched);
      await bankCheck(server.db);
    });

    test('F6 sending a moment before: it is too late to cancel, and the money is sent', async () => {
      const operation = await waiting();
      const { two } = await inTurn(
        operation,
        () => send(operation),
        () => cancel(operation),
      );
      const { http, failure } = await two;
      expect([http, failure.code]).toEqual([409, 'too_late']);
      await withdrawalBecomes(person.browser, operation, 'completed');
      expect(await isAsked(operation)).toBe(true);
      expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
      expect(await eur()).toEqual({ available: '900', held: '0' });
      await bankCheck(server.db);
    });
  });

  test('F6 an open one is cancelled without a movement; an exchange under way never', async () => {
    const open = await checkedWithdrawal(person.browser);
    const { body } = await person.browser.post('/api/operation/cancel', { id: open.id });
    expect(body.payload).toMatchObject({ status: 'cancelled', reason: 'cancelled_by_person' });
    expect(await movementsOf(server.db, open)).toEqual([]);
    const exchange = (
      await person.browser.form('/api/exchange/check', { src: 'USD', dst: 'EUR', side: 'give', amount: '100' })
    ).body.payload;
    await person.browser.form(`/api/exchange/confirm/${exchange.id}`, { id: exchange.id });
    expect((await person.browser.post('/api/operation/cancel', { id: exchange.id })).failure.code).toBe('too_late');
  });
});

describe('providers', () => {
  test.each([
    ['bank', toBank],
    ['network', toBitcoin],
  ])('F6 a %s that refuses: the money is back with a reason, and nobody is saved', async (_what, ask) => {
    await payout(server.db, person.number, 'fail');
    const operation = await withdrawn(server.db, person, ask);
    const done = await withdrawalBecomes(person.browser, operation, 'failed');
    expect(done.reason).toBe('payout_declined');
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
    expect(await eur()).toEqual(untouched);
    const { recipients } = (await person.browser.get(`/api/withdraw/form/${ask.method}`)).body.payload;
    expect(recipients).toEqual([]);
  });

  test.each(['twice', 'late', 'callback'] as const)('F6 answers that come %s: one effect', async (behaviour) => {
    await payout(server.db, person.number, behaviour);
    const operation = await withdrawn(server.db, person);
    await withdrawalBecomes(person.browser, operation, 'completed');
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    expect(await eur()).toEqual({ available: '900', held: '0' });
  });

  test('F6 one that hangs: told in words, never given back by itself, settled when the answer comes', async () => {
    await payout(server.db, person.number, 'hang');
    const operation = await withdrawn(server.db, person);
    await server.db
      .updateTable('operations')
      .set({ expected_by: '2026-01-01T00:00:00Z' })
      .where('id', '=', operation.id)
      .execute();
    await until(async () => (await withdrawalOf(person.browser, operation)).reason === 'taking_longer');
    expect(await eur()).toEqual({ available: '900', held: '100' });
    await payout(server.db, person.number);
    await withdrawalBecomes(person.browser, operation, 'completed');
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
  });
});
