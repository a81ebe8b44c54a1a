import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { createDatabase, startServer, type TestServer } from './harness.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { hurry, makePerson, movementsOf, runOut, until } from './money.ts';
import { bitcoinByCard, byBank } from './payments.ts';
import { toBank, withdrawalBecomes, withdrawalOf, withdrawn } from './withdraw.ts';
import { checkTransfer, checkedTransfer, emailOf, endsAs, send, transferred } from './transfer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const two = async () => [await makePerson(server), await makePerson(server, {})] as const;
const level = (id: string, verified: 0 | 1) =>
  server.db.updateTable('accounts').set({ verification_level: verified }).where('id', '=', id).execute();
const setAddress = ({ id }: { id: string }, email: string) =>
  server.db.updateTable('accounts').set({ email }).where('id', '=', id).execute();

describe('the form of a transfer', () => {
  test('F9 names the wallets with their limits and fees, and those to whom money went, each once', async () => {
    const [ann, bob] = await two();
    const empty = await ann.browser.get('/api/transfer');
    expect(empty.body.payload).toMatchObject({
      wallets: [
        {
          currency: { code: 'USD' },
          available: '1000.00',
          minimum: '1.00',
          maximum: '200.00',
          fee: { percent: '0.5', minimum: '0.10' },
        },
      ],
      recent: [],
    });
    await level(ann.id, 1);
    await transferred(ann.browser, { to: bob.number });
    await transferred(ann.browser, { to: emailOf(bob), amount: '5' });
    const { body } = await ann.browser.get('/api/transfer');
    expect(body.payload.wallets[0].maximum).toBe('10000.00');
    expect(body.payload.recent).toEqual([{ to: emailOf(bob), name: 'p•••@e•••.com' }]);
    expect((await server.browser().get('/api/transfer')).http).toBe(401);
  });

  test('F9 names nobody by an address that is not theirs any more, whoever has it by then', async () => {
    const [ann, bob] = await two();
    await level(ann.id, 1);
    const was = emailOf(bob);
    const recent = async () => (await ann.browser.get('/api/transfer')).body.payload.recent as unknown;
    const name = 'p•••@e•••.com';
    await transferred(ann.browser, { to: was.toUpperCase(), amount: '5' });
    expect(await recent()).toEqual([{ to: was.toUpperCase(), name }]);
    await setAddress(bob, `p-${was}`);
    expect(await recent()).toEqual([]);
    await setAddress(await makePerson(server, {}), was);
    expect(await recent()).toEqual([]);
    const printed = `${bob.number.slice(0, 4)} ${bob.number.slice(4)}`;
    await transferred(ann.browser, { to: printed, amount: '5' });
    expect(await recent()).toEqual([{ to: printed, name }]);
  });

  test('F9 names somebody by what they were reached by before, where the last address is not theirs any more', async () => {
    const [ann, bob] = await two();
    await level(ann.id, 1);
    await transferred(ann.browser, { to: bob.number, amount: '5' });
    await transferred(ann.browser, { to: emailOf(bob), amount: '5' });
    await setAddress(bob, `other-${emailOf(bob)}`);
    const { body } = await ann.browser.get('/api/transfer');
    expect(body.payload.recent).toEqual([{ to: bob.number, name: 'p•••@e•••.com' }]);
  });
});

describe('a transfer', () => {
  test('F9 goes from wallet to wallet: fee to the house, a wallet opened, both told, one effect of many submits', async () => {
    const [ann, bob] = await two();
    const revOf = async (id: string) =>
      await server.db.selectFrom('accounts').select(['rev', 'key_revs']).where('id', '=', id).executeTakeFirstOrThrow();
    const before = [await revOf(ann.id), await revOf(bob.id)];
    const operation = await checkedTransfer(ann.browser, { to: emailOf(bob).toUpperCase(), comment: '  for  tea ' });
    expect(operation).toMatchObject({
      kind: 'transfer',
      status: 'open',
      terms: {
        give: { amount: '100.00', currency: 'USD' },
        get: { amount: '99.50', currency: 'USD' },
        fee: { amount: '0.50' },
        rate: '1',
      },
      facts: [
        { label: 'recipient', text: 'p•••@e•••.com' },
        { label: 'typed', text: emailOf(bob).toUpperCase(), exact: true },
        { label: 'comment', text: 'for  tea' },
      ],
      status_path: `/transfer/status/${operation.id}`,
      place: `/transfer?operation=${operation.id}`,
    });
    const said = JSON.stringify(operation).replace(emailOf(bob).toUpperCase(), '');
    for (const unknown of [bob.number, emailOf(bob)]) expect(said).not.toContain(unknown);
    expect(Date.parse(operation.expires_at) - Date.parse(operation.created_at)).toBeGreaterThan(115_000);
    expect(await balanceOf(server.db, ann.id, 'USD')).toEqual({ available: '1000', held: '0' });

    const there = await ann.elsewhere();
    const replies = await Promise.all(
      [ann.browser, there, ann.browser, there].map((browser) => send(browser, operation)),
    );
    expect(replies.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
    await endsAs(ann.browser, operation, 'completed');
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    expect(await balanceOf(server.db, ann.id, 'USD')).toEqual({ available: '900', held: '0' });
    expect(await balanceOf(server.db, bob.id, 'USD')).toEqual({ available: '99.5', held: '0' });
    const after = [await revOf(ann.id), await revOf(bob.id)];
    for (const [at, { rev }] of after.entries()) expect(Number(rev)).toBeGreaterThan(Number(before[at]?.rev));
    expect(Object.keys(after[1]?.key_revs ?? {}).toSorted()).toEqual(['notifications', 'total_balance', 'wallets']);
    expect(Object.keys(after[0]?.key_revs ?? {})).not.toContain('notifications');
  });

  test('F9 by account number, with spaces as it is printed; the other amount can be typed', async () => {
    const [ann, bob] = await two();
    const operation = await checkedTransfer(ann.browser, {
      to: ` ${bob.number.slice(0, 4)} ${bob.number.slice(4)} `,
      side: 'get',
      amount: '99.5',
    });
    expect(operation.terms).toMatchObject({ give: { amount: '100.00' }, get: { amount: '99.50' } });
    expect(operation.facts).toEqual([
      { label: 'recipient', text: 'p•••@e•••.com' },
      { label: 'typed', text: `${bob.number.slice(0, 4)} ${bob.number.slice(4)}`, exact: true },
    ]);
    for (const unknown of [bob.number, emailOf(bob)]) expect(JSON.stringify(operation)).not.toContain(unknown);
    expect(operation.asked).toEqual({ side: 'get', amount: '99.5' });
  });

  test('F9 a number that was copied together with signs that are not seen is that number', async () => {
    const [ann, bob] = await two();
    const operation = await checkedTransfer(ann.browser, { to: `\u2068${bob.number}\u2069\ufeff` });
    expect(operation.facts).toContainEqual({ label: 'recipient', text: 'p•••@e•••.com' });
  });

  test('F9 both are called by the first letters of their names, and by those of their addresses without one', async () => {
    const [ann, bob] = await two();
    const call = async (id: string, name: string, email?: string) => {
      await sql`
        insert into personal (account_id, display_name, phone, country) values (${id}, ${name}, '', '')
        on conflict (account_id) do update set display_name = excluded.display_name`.execute(server.db);
      if (email) await server.db.updateTable('accounts').set({ email }).where('id', '=', id).execute();
    };
    const named = async () => {
      const operation = await checkedTransfer(ann.browser, { to: bob.number });
      const facts = await server.db
        .selectFrom('operations')
        .select('details')
        .where('id', '=', operation.id)
        .executeTakeFirstOrThrow();
      return [operation.facts?.[0]?.text, facts.details.received_facts?.[0]?.text];
    };
    const own = 'p•••@e•••.com';
    expect(await named()).toEqual([own, own]);
    await call(bob.id, ' Пётр  Петров-Водкин ');
    await call(ann.id, 'Énée «Ann» de la Tour');
    expect(await named()).toEqual(['П••• П•••', 'É••• A••• d•••']);
    // What is one letter, or none, is not shown: it would be shown whole.
    await call(bob.id, 'Я 🙂 Z1');
    await call(ann.id, ' 🙂 — ', `a@${ann.number}.example.org`);
    expect(await named()).toEqual(['••• Z•••', `•••@${ann.number.slice(0, 1)}•••.org`]);
  });

  test('F9 the recipient is frozen: another owner of the address gets nothing', async () => {
    const [ann, bob] = await two();
    const carl = await makePerson(server, {});
    const operation = await checkedTransfer(ann.browser, { to: emailOf(bob) });
    await sql`update accounts set email = 'moved' || email where id = ${bob.id}`.execute(server.db);
    await sql`update accounts set email = ${emailOf(bob)} where id = ${carl.id}`.execute(server.db);
    await expect(
      sql`update operations set counterparty_id = ${carl.id} where id = ${operation.id}`.execute(server.db),
    ).rejects.toThrow('keeps its terms');
    await send(ann.browser, operation);
    await endsAs(ann.browser, operation, 'completed');
    expect((await balanceOf(server.db, bob.id, 'USD')).available).toBe('99.5');
    expect((await balanceOf(server.db, carl.id, 'USD')).available).toBe('0');
  });

  test('F9 whoever never got anything from this account is new, however they are named; the warning ends with the check', async () => {
    const [ann, bob] = await two();
    const carl = await makePerson(server, {});
    const warned = async (to: string) => (await checkedTransfer(ann.browser, { to, amount: '10' })).warnings;
    expect(await warned(bob.number)).toEqual(['first_use']);
    // Neither a check, nor a transfer to somebody else, nor money that came from them makes them known.
    const sent = await transferred(ann.browser, { to: carl.number, amount: '50' });
    expect(sent.warnings).toBeUndefined();
    await transferred(carl.browser, { to: emailOf(ann), amount: '10' });
    await transferred(carl.browser, { to: bob.number, amount: '10' });
    expect(await warned(emailOf(bob))).toEqual(['first_use']);
    const late = await checkedTransfer(ann.browser, { to: bob.number });
    await runOut(server.db, late);
    expect(await warned(bob.number)).toEqual(['first_use']);
    await transferred(ann.browser, { to: bob.number, amount: '10' });
    for (const to of [bob.number, emailOf(bob), carl.number]) expect(await warned(to)).toBeUndefined();
  });

  test('F9 oneself, nobody, a wrong currency, limits and comments are refused in words of their own', async () => {
    const [ann, bob] = await two();
    const { verification_level } = await server.db
      .selectFrom('accounts')
      .select('verification_level')
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(verification_level).toBe(0);
    const refused = async (ask: Record<string, string>) => {
      const { http, failure } = await checkTransfer(ann.browser, { to: bob.number, ...ask });
      return [http, failure.code, failure.fields];
    };
    expect(await refused({ to: ann.number })).toEqual([422, 'own_account', { to: 'own_account' }]);
    expect(await refused({ to: emailOf(ann).toUpperCase() })).toEqual([422, 'own_account', { to: 'own_account' }]);
    for (const to of ['12345678', 'nobody@example.com', 'Bob', '  x ', '+7 999 123-45-67'])
      expect(await refused({ to })).toEqual([422, 'recipient_not_found', { to: 'recipient_not_found' }]);
    expect(await refused({ currency: 'XXX' })).toEqual([422, 'unknown_currency', { currency: 'unknown_currency' }]);
    expect(await refused({ amount: '0.99' })).toEqual([422, 'below_minimum', { amount: 'below_minimum' }]);
    expect(await refused({ amount: '200.01' })).toEqual([422, 'above_maximum', { amount: 'above_maximum' }]);
    expect(await refused({ amount: '1.001' })).toEqual([422, 'too_precise', { amount: 'too_precise' }]);
    expect(await refused({ currency: 'EUR', amount: '5' })).toEqual([
      422,
      'insufficient_funds',
      { amount: 'insufficient_funds' },
    ]);
    expect(await refused({ comment: 'x'.repeat(141) })).toEqual([422, 'invalid', { comment: 'too_long' }]);
    expect(await refused({ comment: 'a\u202eb' })).toEqual([422, 'invalid', { comment: 'bad_format' }]);
    expect(await refused({ comment: 'a\0b' })).toEqual([422, 'invalid', { comment: 'bad_format' }]);
    for (const comment of ['ю'.repeat(140), `  ${'x'.repeat(140)}\n`, '🍵'.repeat(140)])
      expect((await checkTransfer(ann.browser, { to: bob.number, comment })).http).toBe(200);
    expect(await refused({ comment: '🍵'.repeat(141) })).toEqual([422, 'invalid', { comment: 'too_long' }]);
  });

  test('F9 nobody lists accounts by asking: strangers are counted, found or not; acquaintances are not', async () => {
    const [ann, bob] = await two();
    for (let time = 0; time < 40; time += 1) {
      const { http } = await checkTransfer(ann.browser, { to: bob.number });
      expect(http).toBe(200);
    }
    const seen: string[] = [];
    const strangers = await Promise.all(Array.from({ length: 4 }, () => makePerson(server, {})));
    for (let time = 0; time < 34; time += 1) {
      const stranger = strangers[time];
      const reply = await checkTransfer(ann.browser, {
        to: stranger ? emailOf(stranger) : `nobody${time}@example.com`,
      });
      seen.push(reply.http === 200 ? 'found' : reply.failure.code);
    }
    expect(seen.slice(0, 4)).toEqual(['found', 'found', 'found', 'found']);
    expect(seen.slice(4, 29)).toEqual(Array.from({ length: 25 }, () => 'recipient_not_found'));
    expect(seen.slice(29)).toEqual(Array.from({ length: 5 }, () => 'wait_before_retry'));
    const { http, failure } = await checkTransfer(ann.browser, { to: 'nobody@example.com' });
    expect([http, Number(failure.params?.['seconds']) > 3000]).toEqual([429, true]);
    expect((await checkTransfer(ann.browser, { to: bob.number })).http).toBe(200);
  });

  test('F9 out of time it has not happened; short of money it stays open; it is never taken back', async () => {
    const [ann, bob] = await two();
    const late = await checkedTransfer(ann.browser, { to: bob.number });
    await runOut(server.db, late);
    expect((await send(ann.browser, late)).failure.code).toBe('quote_expired');
    const all = await checkedTransfer(ann.browser, { to: bob.number, amount: '200' });
    await level(ann.id, 1);
    await transferred(ann.browser, { to: bob.number, amount: '900' });
    const { http, failure } = await send(ann.browser, all);
    expect([http, failure.code, failure.params]).toEqual([
      409,
      'insufficient_funds',
      { available: '100.00', currency: 'USD' },
    ]);
    const one = await checkedTransfer(ann.browser, { to: bob.number, amount: '10' });
    await send(ann.browser, one);
    expect((await ann.browser.post('/api/operation/cancel', { id: one.id })).body.payload?.status).not.toBe(
      'cancelled',
    );
    await endsAs(ann.browser, one, 'completed');
    const left = await checkedTransfer(ann.browser, { to: bob.number, amount: '11' });
    await checkedTransfer(ann.browser, { to: bob.number, amount: '12', replaces: left.id });
    expect((await send(ann.browser, left)).failure.code).toBe('quote_expired');
  });

  test('F9 crossing transfers of the same people neither wait for each other for ever nor lose a cent', async () => {
    const ann = await makePerson(server, { USD: '500' });
    const bob = await makePerson(server, { USD: '500' });
    const pairs = [
      [ann, bob],
      [bob, ann],
    ] as const;
    const sent = await Promise.all(
      Array.from({ length: 16 }, async (_, at) => {
        const [from, to] = pairs[at % 2] as (typeof pairs)[0];
        const operation = await checkedTransfer(from.browser, { to: to.number, amount: '20' });
        expect((await send(from.browser, operation)).http).toBe(200);
        return endsAs(from.browser, operation, 'completed');
      }),
    );
    expect(sent).toHaveLength(16);
    // Each sent eight times 20, of which 0.10 stay with the house.
    for (const { id } of [ann, bob])
      expect(await balanceOf(server.db, id, 'USD')).toEqual({ available: '499.2', held: '0' });
  });

  test('F9 the status answers to both, to the receiver as what came, and to nobody else', async () => {
    const [ann, bob] = await two();
    const carl = await makePerson(server, {});
    const operation = await checkedTransfer(ann.browser, { to: bob.number, comment: 'for tea' });
    const path = `/api${operation.status_path}`;
    expect((await bob.browser.get(path)).http).toBe(404);
    await send(ann.browser, operation);
    await endsAs(ann.browser, operation, 'completed');
    const sender = (await ann.browser.get(path)).body.payload;
    expect([sender.incoming, sender.terms.fee.amount]).toEqual([undefined, '0.50']);
    const receiver = (await bob.browser.get(path)).body.payload;
    expect(receiver).toMatchObject({
      id: operation.id,
      incoming: true,
      status: 'completed',
      terms: { give: { amount: '99.50' }, get: { amount: '99.50' }, fee: { amount: '0.00' }, rate: '1' },
      facts: [
        { label: 'from', text: 'p•••@e•••.com' },
        { label: 'comment', text: 'for tea' },
      ],
    });
    expect(JSON.stringify(receiver)).not.toContain(ann.number);
    const listed = await bob.browser.get('/api/transfer/history');
    expect(listed.body.payload.items.map(({ facts }: Operation) => facts)).toEqual([receiver.facts]);
    expect(sender.facts).toContainEqual({ label: 'typed', text: bob.number, exact: true });
    expect((await bob.browser.get(`/api/operation/read/${operation.id}`)).body.payload.incoming).toBe(true);
    for (const browser of [carl.browser]) {
      expect((await browser.get(path)).http).toBe(404);
      expect((await browser.get(`/api/operation/read/${operation.id}`)).http).toBe(404);
    }
    for (const [act, body] of [
      ['/api/operation/cancel', { id: operation.id }],
      ['/api/operation/code', { id: operation.id }],
    ] as const)
      expect((await bob.browser.post(act, body)).http).toBe(404);
    expect((await send(bob.browser, operation)).http).toBe(404);
  });
});

describe('the history of transfers', () => {
  test('R13 F9 shows both ways to both, failed and open ones of others to nobody', async () => {
    const [ann, bob] = await two();
    const sent = await transferred(ann.browser, { to: bob.number, comment: 'one' });
    const back = await transferred(bob.browser, { to: emailOf(ann), amount: '10' });
    await checkedTransfer(ann.browser, { to: bob.number });
    const expired = await checkedTransfer(ann.browser, { to: bob.number });
    await runOut(server.db, expired);
    const list = async (browser: typeof ann.browser) =>
      (await browser.get('/api/transfer/history')).body.payload.items.map(
        ({ id, incoming, status }: { id: string; incoming?: boolean; status: string }) => [
          id,
          incoming ?? false,
          status,
        ],
      );
    expect(await list(ann.browser)).toEqual([
      [expired.id, false, 'expired'],
      [back.id, true, 'completed'],
      [sent.id, false, 'completed'],
    ]);
    expect(await list(bob.browser)).toEqual([
      [back.id, false, 'completed'],
      [sent.id, true, 'completed'],
    ]);
    const expiredOfOthers = await bob.browser.get('/api/transfer/history?status=expired');
    expect(expiredOfOthers.body.payload.items).toEqual([]);
  });
});

test('F9 three times what one may send at once is all of a day', async () => {
  const [ann, bob] = await two();
  await level(ann.id, 0);
  const ask = { to: bob.number, amount: '200' };
  const last = await checkedTransfer(ann.browser, ask);
  for (let time = 0; time < 3; time += 1) await transferred(ann.browser, ask);
  for (const refused of [await send(ann.browser, last), await checkTransfer(ann.browser, { ...ask, amount: '1' })])
    expect([refused.http, refused.failure.code, refused.failure.params]).toEqual([
      422,
      'above_day_maximum',
      { left: '0.00', currency: 'USD' },
    ]);
  await level(ann.id, 1);
  expect((await send(ann.browser, last)).http).toBe(200);
  await endsAs(ann.browser, last, 'completed');
});

describe('where nobody outside executes anything', () => {
  test('F6 F7 F8 no way in or out is open, and nothing is taken that nobody would carry out', async () => {
    const alone = await startServer({ SEED_DEMO: '0', PROVIDERS: 'none' });
    try {
      const ann = await makePerson(alone, { EUR: '500' });
      for (const [flow, list, ask] of [
        ['withdraw', '/api/withdraw/ps', toBank],
        ['deposit', '/api/deposit/ps', byBank],
        ['purchase', '/api/purchase/ps/all', bitcoinByCard],
      ] as const) {
        const { items } = (await ann.browser.get(list)).body.payload;
        expect(new Set(items.map(({ closed }: PaymentMethod) => closed))).toEqual(new Set(['paused']));
        const refused = await ann.browser.form(`/api/${flow}/check`, ask);
        expect([flow, refused.http, refused.failure.code]).toEqual([flow, 409, 'method_unavailable']);
      }
    } finally {
      await alone.close();
    }
  });

  test('F6 a withdrawal that nobody carries out any more says that it takes longer, and can be taken back', async () => {
    const own = await createDatabase();
    let site = await startServer({ SEED_DEMO: '0', DATABASE_URL: own.url });
    try {
      const ann = await makePerson(site, { EUR: '500' });
      await tellSandbox(site.db, 'provider', { behaviour: 'settle', pause_ms: 600_000 });
      const operation = await withdrawn(site.db, ann);
      await site.close();
      site = await startServer({ SEED_DEMO: '0', DATABASE_URL: own.url, PROVIDERS: 'none' });
      const browser = await ann.elsewhere(site);
      const { id } = operation;
      await site.db
        .updateTable('operations')
        .set({ expected_by: '2026-01-01T00:00:00Z' })
        .where('id', '=', id)
        .execute();
      await hurry(site.db, operation);
      await until(async () => (await withdrawalOf(browser, operation)).reason === 'taking_longer');
      expect((await withdrawalOf(browser, operation)).cancellable).toBe(true);
      await browser.post('/api/operation/cancel', { id });
      await withdrawalBecomes(browser, operation, 'cancelled');
    } finally {
      await site.close();
      await own.drop();
    }
  });

  test('F9 people still send to each other', async () => {
    const alone = await startServer({ SEED_DEMO: '0', PROVIDERS: 'none' });
    try {
      const [ann, bob] = [await makePerson(alone), await makePerson(alone, {})];
      await transferred(ann.browser, { to: bob.number });
      expect((await balanceOf(alone.db, bob.id, 'USD')).available).toBe('99.5');
      await bankCheck(alone.db);
    } finally {
      await alone.close();
    }
  });
});
