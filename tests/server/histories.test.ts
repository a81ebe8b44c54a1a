import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { historyKinds } from '../../contract/calls/history.ts';
import { operationPage, type Operation, type OperationFilter } from '../../contract/operation.ts';
import { chargeCard } from '../../server/card/charge.ts';
import { csvCell, csvLine, csvNumber, csvStyles } from '../../server/history/csv.ts';
import { historyQuery } from '../../server/history/rows.ts';
import { bankErrors } from './bank.ts';
import type { Browser } from './browser.ts';
import { checkedCard, confirmCard, madeCard, toHome } from './cards.ts';
import { startServer, type TestServer } from './harness.ts';
import { checked, makePerson, runOut } from './money.ts';
import { transferred } from './transfer.ts';
import { bitcoinAddress, iban, payout, toBank, toBitcoin, withdrawn } from './withdraw.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
afterAll(() => server.close());

const addresses = {
  deposit: '/api/deposit/history',
  exchange: '/api/exchange/history',
  payment: '/api/payment/history',
  referral: '/api/referral/bonus/history',
  transfer: '/api/transfer/history',
  withdraw: '/api/withdraw/history',
} as const;

const whole = async (browser: Browser, address: string, query: Record<string, string> = {}): Promise<Operation[]> => {
  const items: Operation[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await browser.get(`${address}?${new URLSearchParams({ ...query, cursor }).toString()}`);
    const page: { items: Operation[]; next: string | null } = operationPage.parse(body.payload);
    items.push(...page.items);
    cursor = page.next;
  }
  return items;
};

/** So many operations that nobody confirmed, of a kind, one a second. */
const rows = (kind: string, account: string, count: number, { from = 0, other = null as string | null } = {}) =>
  sql`insert into operations (id, account_id, counterparty_id, kind, status, give_currency, give, get_currency, get, fee, rate,
      asked_side, asked_amount, terms_version, created_at, expires_at)
    select lpad(n::text, 20, '0'), ${account}, ${other}::bigint, ${kind}, 'expired', 'USD', 10, 'EUR', 9, 0, 0.9, 'give', 10, 1,
      timestamptz '2026-03-01' + n * interval '1 second', now()
    from generate_series(${from}::int + 1, ${from}::int + ${count}::int) n`.execute(server.db);

test('R9 a filter may choose a currency in which something is, and which is exchanged no more', async () => {
  const { browser } = await makePerson(server, { USD: '100', JPY: '5000' });
  await sql`update exchange_pairs set enabled = false where src = 'JPY' or dst = 'JPY'`.execute(server.db);
  try {
    const { items } = (await browser.get('/api/history/currencies')).body.payload;
    expect(items).toContainEqual({
      code: 'JPY',
      name: expect.any(String),
      logo: '/currencies/jpy.svg',
      scale: 0,
      kind: 'fiat',
    });
    expect(items.map(({ code }: { code: string }) => code).toSorted()).toEqual([
      'BTC',
      'ETH',
      'EUR',
      'GBP',
      'JPY',
      'KZT',
      'RUB',
      'USD',
      'USDT',
    ]);
    expect((await server.browser().get('/api/history/currencies')).http).toBe(401);
  } finally {
    await sql`update exchange_pairs set enabled = true where src = 'JPY' or dst = 'JPY'`.execute(server.db);
  }
});

describe('every history', () => {
  test('R9 a list a kind, each operation in one of them, once, newest first, page by page', async () => {
    const person = await makePerson(server, { USD: '1000' });
    const kinds = {
      exchange: 30,
      withdraw: 25,
      purchase: 23,
      exchange_all: 22,
      transfer: 21,
      bonus: 24,
      card_order: 22,
    };
    const friend = await makePerson(server, {});
    let from = 0;
    for (const [kind, count] of Object.entries(kinds)) {
      await rows(kind, person.id, count, { from, other: kind === 'transfer' ? friend.id : null });
      from += count;
    }
    const expected = { deposit: 1, exchange: 52, payment: 45, referral: 24, transfer: 21, withdraw: 25 };
    const seen: string[] = [];
    for (const kind of historyKinds) {
      const items = await whole(person.browser, addresses[kind]);
      expect([kind, items.length]).toEqual([kind, expected[kind]]);
      const times = items.map(({ created_at: at, id }) => `${at} ${id}`);
      expect(times).toEqual(times.toSorted((one, other) => other.localeCompare(one)));
      seen.push(...items.map(({ id }) => id));
      expect(await whole(friend.browser, addresses[kind])).toEqual([]);
      expect((await server.browser().get(addresses[kind])).http).toBe(401);
      expect(await whole(person.browser, addresses[kind], { currency: 'JPY' })).toEqual([]);
      expect((await person.browser.get(`${addresses[kind]}?cursor=x`)).http).toBe(422);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('R9 what goes into one list from two sources is paged as one: neither lost nor twice, at equal times as well', async () => {
    // What was written past the ledger above stays wrong.
    const before = (await bankErrors(server.db)).toSorted();
    const [ann, bob] = [await makePerson(server, { USD: '1000' }), await makePerson(server, { USD: '1000' })];
    for (let time = 0; time < 12; time += 1) {
      await transferred(ann.browser, { to: bob.number, amount: '2' });
      await transferred(bob.browser, { to: ann.number, amount: '2' });
    }
    const items = await whole(ann.browser, addresses.transfer);
    expect(items).toHaveLength(24);
    expect(new Set(items.map(({ id }) => id)).size).toBe(24);
    expect(items.map(({ incoming }) => incoming ?? false)).toEqual(Array.from({ length: 24 }, (_, at) => at % 2 === 0));
    const filtered = await whole(ann.browser, addresses.transfer, { status: 'completed', currency: 'USD' });
    expect(filtered.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect((await bankErrors(server.db)).toSorted()).toEqual(before);
  });

  test('R9 an index carries each source in its order, whatever the page', async () => {
    const planOf = async (kind: (typeof historyKinds)[number], filter: OperationFilter) =>
      await server.db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`set local enable_bitmapscan = off`.execute(trx);
        const plan = await historyQuery(trx, { account: '1', kind }, filter, 21)?.explain<{ 'QUERY PLAN': string }>();
        return (plan ?? []).map((row) => row['QUERY PLAN']).join('\n');
      });
    const cursor = Buffer.from(`1800000000000000.${'0'.repeat(20)}`).toString('base64url');
    for (const kind of historyKinds.filter((name) => name !== 'referral'))
      for (const filter of [{}, { cursor }, { status: 'completed' as const, cursor }]) {
        const plan = await planOf(kind, filter);
        const sources = ['exchange', 'payment', 'transfer'].includes(kind) ? 2 : 1;
        expect(plan.match(/Index Scan using operations_(?:by_|listed|exchanged)/g)).toHaveLength(sources);
        // Of two sources, a page of each is merged; rows of a source itself are never sorted.
        expect(plan.match(/Sort Key/g) ?? []).toHaveLength(sources - 1);
      }
  });
});

describe('orders of cards', () => {
  const orders = async () => {
    const person = await makePerson(server, { EUR: '100' });
    await server.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', person.id).execute();
    const ask = async (offer: Record<string, string>) => {
      const order = await checkedCard(person.browser, offer);
      await confirmCard(person.browser, order);
      return order;
    };
    await payout(server.db, person.number, 'settle');
    const made = await madeCard(person.browser);
    await payout(server.db, person.number, 'settle', { pause: 60_000 });
    const taken = await ask({ offer: 'virtual_eur' });
    await person.browser.post('/api/card/order/cancel', { card: taken.id });
    await payout(server.db, person.number, 'hang');
    const sent = await ask(toHome);
    return { person, made, taken, sent };
  };

  test('F10 R9 stand in the history of payments however they ended, with their card, at the place of their receipt', async () => {
    const { person, made, taken, sent } = await orders();
    const items = await whole(person.browser, addresses.payment);
    expect(items.map(({ id, kind, status }) => [id, kind, status])).toEqual([
      [sent.id, 'card_order', 'processing'],
      [taken.id, 'card_order', 'cancelled'],
      [made.id, 'card_order', 'completed'],
    ]);
    expect(items.map(({ facts = [] }) => facts[0])).toEqual([
      { label: 'card', text: 'Mastercard, plastic, EUR' },
      { label: 'card', text: 'Mastercard, virtual, EUR' },
      { label: 'card', text: 'Mastercard, virtual, EUR' },
    ]);
    expect(items[1]?.place).toBe(`/cards/order/confirm?operation=${taken.id}&offer=virtual_eur`);
    const found = async (query: Record<string, string>) =>
      (await whole(person.browser, addresses.payment, query)).map(({ id }) => id);
    expect(await found({ status: 'cancelled' })).toEqual([taken.id]);
    expect(await found({ currency: 'EUR', status: 'completed' })).toEqual([made.id]);
    expect(await found({ currency: 'EUR' })).toEqual([sent.id, taken.id, made.id]);
    expect(await found({ currency: 'USD' })).toEqual([]);
  });

  test('F10 R9 in the file a card has its price and brings nothing; where it is sent is not told', async () => {
    const { person, made, taken, sent } = await orders();
    const { text } = await person.browser.get('/api/history/payment.csv');
    const lines = text.split('\r\n').slice(1, -1);
    const cells = (line = '') => line.replaceAll(/"[^"]*"/g, (quoted) => quoted.replaceAll(',', ' ')).split(',');
    const [ofSent, ofTaken, ofMade] = lines.map(cells);
    expect([ofSent?.[0], ofTaken?.[0], ofMade?.[0]]).toEqual([sent.id, taken.id, made.id]);
    const { give } = made.terms;
    expect(text).toMatch(/^\uFEFF?Number,Started \(UTC\),Kind,Status,/);
    expect(ofMade?.slice(2, 12)).toEqual([
      'Card order',
      'Completed',
      '',
      give.amount,
      'EUR',
      '',
      '',
      '0.00',
      'EUR',
      '',
    ]);
    expect(ofTaken?.slice(2, 12)).toEqual(['Card order', expect.any(String), '', '', 'EUR', '', '', '', 'EUR', '']);
    expect(ofSent?.[13]).toContain('Mastercard');
    for (const secret of [toHome.holder, toHome.street, toHome.phone.slice(-4)]) expect(text).not.toContain(secret);
  });
});

describe('the file of a history', () => {
  test('R9 has every row that the filter lets through, in the person’s language, with plain amounts and times', async () => {
    const person = await makePerson(server, { USD: '1000' });
    await rows('exchange', person.id, 1_203, { from: 10_000 });
    const operation = await checked(person.browser, { src: 'USD', dst: 'ETH', side: 'give', amount: '1000' });
    await runOut(server.db, operation);
    const { http, headers, text } = await person.browser.get('/api/history/exchange.csv');
    expect([http, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="exchange-\d{4}-\d\d-\d\d\.csv"$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      'Number,Started (UTC),Kind,Status,Direction,Given,Currency given,Received,Currency received,Fee,Currency of the fee,Rate,Method,"To, from, where",Comment,Reason',
    );
    expect(lines).toHaveLength(1_206);
    expect(new Set(lines).size).toBe(1_206);
    const { terms, created_at: created } = operation;
    expect(lines[1]).toBe(
      `${operation.id},${created.slice(0, 19).replace('T', ' ')},Exchange,Expired,,,USD,,ETH,,USD,${terms.rate},,,,"The time to confirm ran out; the operation did not start."`,
    );
    expect(Number(terms.get.amount.split('.')[1]?.length)).toBe(18);
    const day = await person.browser.get('/api/history/exchange.csv?to=2026-03-01&currency=EUR&status=expired');
    expect(day.text.split('\r\n')).toHaveLength(1_205);
    expect((await person.browser.get('/api/history/exchange.csv?status=completed')).text.split('\r\n')).toHaveLength(2);

    await server.db.updateTable('accounts').set({ locale: 'ru' }).where('id', '=', person.id).execute();
    const russian = (await person.browser.get('/api/history/exchange.csv')).text;
    expect(russian).toMatch(/^\uFEFF?Номер;Начато \(UTC\);Вид операции;Статус/);
    expect(russian.split('\r\n')[1]).toContain(`;Обмен;Срок истёк;;;USD;;ETH;;USD;${terms.rate.replace('.', ',')};`);
  });

  test('F9 R9 whoever asks for table after table waits, and others do not', async () => {
    const [one, other] = [await makePerson(server), await makePerson(server)];
    const take = ({ browser }: { browser: Browser }) => browser.get('/api/history/transfer.csv');
    for (let file = 1; file <= 60; file += 1) expect((await take(one)).http).toBe(200);
    const { http, body } = await take(one);
    expect([http, body.payload.code]).toEqual([429, 'wait_before_retry']);
    expect((await take(other)).http).toBe(200);
  });

  test('R9 whoever asks about a table, and a link to it on another site, use up none of them', async () => {
    const { browser } = await makePerson(server);
    const path = '/api/history/transfer.csv';
    for (let at = 0; at < 61; at += 1) expect((await browser.send(path, { method: 'HEAD' })).http).toBe(200);
    for (let at = 0; at < 61; at += 1)
      expect((await browser.get(path, { 'sec-fetch-site': 'cross-site' })).http).toBe(403);
    expect((await browser.get(path)).http).toBe(200);
  });

  test('R9 of transfers says who and which way; what somebody wrote never becomes a formula', async () => {
    const [ann, bob] = [await makePerson(server, { USD: '1000' }), await makePerson(server, {})];
    for (const comment of ['=HYPERLINK("http://x.example","a")', '+1;2', '-5', '-5+5', '@SUM(A1)', 'plain, "quoted"'])
      await transferred(ann.browser, { to: bob.number, amount: '10', comment });
    const cells = (await bob.browser.get('/api/history/transfer.csv')).text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(2, 13).join(','));
    expect(cells[0]).toBe('Completed,Incoming,,,9.90,USD,,,,,p•••@e•••.com');
    const comments = (await ann.browser.get('/api/history/transfer.csv')).text;
    for (const comment of [
      `"'=HYPERLINK(""http://x.example"",""a"")"`,
      `"'+1;2"`,
      ',-5,',
      "'-5+5",
      "'@SUM(A1)",
      '"plain, ""quoted"""',
    ])
      expect(comments).toContain(comment);
    expect(comments).toContain(`Outgoing,10.00,USD,9.90,USD,0.10,USD,,,p•••@e•••.com`);
  });

  test('R9 of withdrawals says by what and to whom, masked; in Russian as a Russian table program reads it', async () => {
    const person = await makePerson(server, { EUR: '1000', BTC: '1' });
    await server.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', person.id).execute();
    await withdrawn(server.db, person, { ...toBank, comment: '=1+1;-5' });
    await withdrawn(server.db, person, toBitcoin);
    const file = () => person.browser.get('/api/history/withdraw.csv');
    const english = (await file()).text.split('\r\n');
    expect(english[1]).toMatch(/,0\.01000000,BTC,0\.\d{8},BTC,0\.\d{8},BTC,,Bitcoin network,bc1qw5…f3t4,,/);
    expect(english[2]).toMatch(/,100\.00,EUR,\d+\.\d\d,EUR,\d+\.\d\d,EUR,,[^,]+,Ann Example •• 3000,"'=1\+1;'-5",/);

    await server.db.updateTable('accounts').set({ locale: 'ru' }).where('id', '=', person.id).execute();
    const { text } = await file();
    const russian = text.split('\r\n');
    expect(russian[0]).toContain(';Курс;Способ;"Кому, от кого, куда";');
    expect(russian[1]).toMatch(/;0,01000000;BTC;0,\d{8};BTC;0,\d{8};BTC;;[^;]+;bc1qw5…f3t4;;/);
    expect(russian[2]).toMatch(/;100,00;EUR;\d+,\d\d;EUR;\d+,\d\d;EUR;;[^;]+;Ann Example •• 3000;"'=1\+1;'-5";/);
    for (const secret of [iban, bitcoinAddress]) expect(text + english.join('')).not.toContain(secret);
  });

  test('F10 R9 of withdrawals calls what a card has paid a card payment, and says where and with which card', async () => {
    const person = await makePerson(server, { EUR: '1000' });
    const { id: card } = await madeCard(person.browser);
    const charge = { id: `paid_${card}`, card, merchant: 'Book shop', currency: 'EUR', amount: '12.5' };
    expect(await chargeCard(server, charge)).toEqual({ status: 'approved' });
    const file = async () => (await person.browser.get('/api/history/withdraw.csv')).text.split('\r\n');
    const [english, line] = await file();
    expect(english).toContain(',Kind,Status,');
    expect(line).toMatch(/,Card payment,Completed,,12\.50,EUR,12\.50,EUR,0\.00,EUR,,[^,]+ •• \d{4},Book shop,,$/);
    await server.db.updateTable('accounts').set({ locale: 'ru' }).where('id', '=', person.id).execute();
    expect((await file())[1]).toMatch(/;Оплата картой;.*;[^;]+ •• \d{4};Book shop;;$/);
  });

  test.for(['ru', 'en'] as const)(
    'R9 in %s begins with the mark by which a table program knows UTF-8',
    async (locale) => {
      const person = await makePerson(server, {});
      await server.db.updateTable('accounts').set({ locale }).where('id', '=', person.id).execute();
      const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(`${server.url}/api/history/exchange.csv`, { headers: { cookie } });
      expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    },
  );

  test('R9 every kind has one, of its own account alone; anything else is refused as a call is', async () => {
    const person = await makePerson(server, { USD: '5' });
    for (const kind of historyKinds) {
      const { http, text } = await person.browser.get(`/api/history/${kind}.csv`);
      expect([kind, http, text.split('\r\n').length]).toEqual([kind, 200, kind === 'deposit' ? 3 : 2]);
    }
    expect((await server.browser().get('/api/history/exchange.csv')).http).toBe(401);
    for (const path of ['/api/history/secret.csv', '/api/history/exchange', '/api/history/exchange.csv.csv'])
      expect((await person.browser.get(path)).http).toBe(404);
    for (const query of ['status=lost', 'from=today', "currency='"])
      expect((await person.browser.get(`/api/history/exchange.csv?${query}`)).http).toBe(422);
  });

  const styles = Object.values(csvStyles).map((style) => ({ style, ...style }));
  test.for(styles)('R9 a cell that a table program would run is text: split at $separator', ({ style }) => {
    for (const cell of ['=1', '+1', '@a', '-1+1', '--1', '-', '-1e5', '＝1', '＋1', '＠a'])
      expect(csvCell(cell, style)).toBe(`'${cell}`);
    for (const [cell, safe] of [
      ['\t=1', `"'\t'=1"`],
      ['\r=1', `"'\r'=1"`],
      ['\n@a', `"'\n'@a"`],
      ['\ta', `"'\ta"`],
      // Where the comma is decimal, a program splits at semicolons, quoted or not.
      ['x;=1', `"x;'=1"`],
      ["a;=cmd|'/c calc'!A1;b", `"a;'=cmd|'/c calc'!A1;b"`],
      ['x;+1;-2,@a', `"x;'+1;'-2,'@a"`],
      ['x\n=1', `"x\n'=1"`],
      ['x|＝1', `x|'＝1`],
      ['x;"=1"', `"x;""'=1"""`],
    ] as const)
      expect(csvCell(cell, style)).toBe(safe);
    for (const cell of ['-1', '1', 'a=b', '', ' =1', '0x=']) expect(csvCell(cell, style)).toBe(cell);
  });

  test('R9 a number is a number where its language writes it so, and text that begins alike is text', () => {
    const { ru, en } = csvStyles;
    expect([csvNumber('-0.000000000000000001', ru), csvNumber('1000', ru), csvNumber('', ru)]).toEqual([
      '-0,000000000000000001',
      '1000',
      '',
    ]);
    expect(csvNumber('-1.5', en)).toBe('-1.5');
    expect(csvLine(['a', 'b,c', 'd"e', '-1.5', '-1,5', ''], en)).toBe(`a,"b,c","d""e",-1.5,"'-1,5",\r\n`);
    expect(csvLine(['a', 'b;c', 'd"e', '-1.5', '-1,5', ''], ru)).toBe(`a;"b;c";"d""e";'-1.5;-1,5;\r\n`);
  });
});
