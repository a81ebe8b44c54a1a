import { pdf } from './hostile-files.ts';
import { setInterval as every, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOfMessage } from '../../contract/chat.ts';
import { hasCardNumber } from '../../contract/fields/card-number.ts';
import { problemOfField } from '../../contract/fields/problem-of-field.ts';
import { createFileTurns } from '../../server/http/file-turns.ts';
import { readMultipart } from '../../server/http/read-multipart.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { seededMarket } from '../../server/market/market.ts';
import { scansIn } from '../../server/verification/pdf.ts';
import { writeToSupport } from './chats.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

/*
 * What is small to send and would be long to look at, on a server that has others to answer. Each took from half a minute
 * to some minutes: a test that is still at work after its minute has failed.
 */

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer();
  browser = server.browser();
  await signInByPassword(browser);
});
afterAll(() => server.close());

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

test('S1 a form of 20,000 fields is refused before anybody asks who sent it', async () => {
  const visitor = server.browser();
  const body = 'a&'.repeat(20_000);
  const { http } = await visitor.send('/api/transfer', { method: 'POST', body, headers: formType });
  expect(http).toBeGreaterThanOrEqual(400);
  const { http: own, failure } = await browser.send('/api/transfer', { method: 'POST', body, headers: formType });
  expect([own, failure.code]).toEqual([400, 'bad_request']);
});

test('S1 a question of 7,000 fields is refused', async () => {
  const { http, failure } = await server.browser().get(`/api/exchange/list?${'a&'.repeat(7_000)}`);
  expect([http, failure.code]).toEqual([400, 'bad_request']);
});

test('S1 a form with files is refused at its two hundred and first field, and read up to it', async () => {
  const send = (count: number) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ src: 'USD', dst: 'BTC', side: 'give', amount: '100' }))
      body.append(name, value);
    for (let at = 4; at < count; at += 1) body.append('more', '');
    return browser.send('/api/exchange/check', { method: 'POST', body });
  };
  expect((await send(200)).http).toBe(200);
  const { http, failure } = await send(201);
  expect([http, failure.code]).toEqual([400, 'bad_request']);
});

test('F7 a PDF of two thousand streams that say nothing of a filter is looked through', () => {
  const stream = ` obj<</Subtype/Image/Filter${' '.repeat(4_030)}>>stream`;
  expect(scansIn(Buffer.from(`%PDF-1.4\n${stream.repeat(2_000)}`))).toEqual([]);
  const scan = (filter: string) => Buffer.from(`1 0 obj<</Subtype /Image /Filter ${filter}>>stream\nJPEG\nendstream`);
  for (const filter of ['/DCTDecode', '[/DCTDecode]', '[ /DCTDecode ]', '/D#43TDecode'])
    expect([filter, scansIn(scan(filter)).length]).toEqual([filter, 1]);
  expect(scansIn(scan('[/FlateDecode /DCTDecode]'))).toEqual([]);
});

test('F7 F13 a name of a megabyte is cut before it is looked through', async () => {
  const nameOf = async (name: string) => {
    const file = { content: pdf(), name, type: 'application/pdf' };
    const { http, body } = await writeToSupport(browser, 'a long name', [file]);
    expect(http).toBe(200);
    return body.payload.message.files[0].name;
  };
  expect(await nameOf(`${'2_'.repeat(30_000)}.pdf`)).toBe('—.pdf');
  expect(await nameOf(`${'a_'.repeat(30_000)}.pdf`)).toMatch(/^[a_]{80}…[a_]{15}\.pdf$/);
  expect((await nameOf(`${'2_'.repeat(500_000)}.pdf`)).length).toBeLessThanOrEqual(100);
});

test('F13 names come as they were given, in any language', async () => {
  const name = 'Паспорт “скан” 1 %.pdf';
  const { body } = await writeToSupport(browser, 'a name', [{ content: pdf(), name, type: 'application/pdf' }]);
  expect(body.payload.message.files[0].name).toBe(name);
});

test('S1 a text of two hundred thousand signs in a field is refused for its length', () => {
  for (const kind of ['text', 'comment', 'email', 'phone', 'iban', 'amount', 'date'] as const)
    expect([kind, problemOfField({ name: 'a', label: 'a', kind, required: true }, '2_'.repeat(100_000))]).toEqual([
      kind,
      'too_long',
    ]);
  expect(hasCardNumber('2_'.repeat(100_000))).toBe(true);
  expect(hasCardNumber('1_'.repeat(100_000))).toBe(false);
});

test('F13 a message of which nothing can be seen is none, and its length is counted in characters', () => {
  for (const text of ['', '\u200b\u2060', '\u00ad \u202e', '\ufeff'])
    expect(problemOfMessage(text, 0)).toBe('required');
  expect(problemOfMessage('', 1)).toBe(null);
  expect(problemOfMessage('😀'.repeat(4_000), 0)).toBe(null);
  expect(problemOfMessage('😀'.repeat(4_001), 0)).toBe('too_long');
  expect(problemOfMessage('👨‍👩‍👧', 0)).toBe(null);
});

test('F13 of calls with files an account has two looked at at a time, in the order in which they came, and waits for nobody else', async () => {
  const take = createFileTurns();
  const come: string[] = [];
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (account: string, name: string) =>
    take(account, (_, turn) => {
      come.push(name);
      return turn(() => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      });
    });
  const all = [call('1', 'a'), call('1', 'b'), call('1', 'c'), call('2', 'd')];
  await new Promise(setImmediate);
  expect([come, begun]).toEqual([
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'd'],
  ]);
  ends.get('b')?.();
  await all[1];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b', 'd', 'c']);
  for (const end of ends.values()) end();
  await Promise.all(all);
});

test('F13 what calls with files hold together has a bound: who finds no room is told', async () => {
  const take = createFileTurns(100);
  let end = () => {};
  const first = take('1', async (hold) => {
    hold(60);
    await new Promise<void>((done) => (end = done));
  });
  const noRoom = { status: 503, code: 'unavailable', details: { retryAfter: 10 } };
  await expect(take('2', async (hold) => hold(41))).rejects.toMatchObject(noRoom);
  const more = take('2', async (hold) => {
    hold(40);
    hold(1);
  });
  await expect(more).rejects.toMatchObject(noRoom);
  // What has ended, well or not, holds nothing.
  await take('3', async (hold) => hold(40));
  end();
  await first;
  await take('2', async (hold) => hold(100));
});

test('F13 what the calls with files of one account hold has a bound of its own, and leaves the others theirs', async () => {
  const take = createFileTurns(100, 60);
  let end = () => {};
  const first = take('1', async (hold) => {
    hold(40);
    await new Promise<void>((done) => (end = done));
  });
  const noRoom = { status: 503, code: 'unavailable', details: { retryAfter: 10 } };
  await expect(take('1', async (hold) => hold(21))).rejects.toMatchObject(noRoom);
  await take('1', async (hold) => hold(20));
  // What found no room among all of them is not held by its account either.
  const other = take('2', async (hold) => {
    hold(50);
    expect(() => hold(11)).toThrow();
    hold(10);
  });
  await other;
  end();
  await first;
  await take('1', async (hold) => hold(60));
});

test('F13 a form with files is counted as it comes', async () => {
  const form = new FormData();
  form.set('file', new File([Buffer.alloc(300_000)], 'a.bin'));
  let counted = 0;
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  await readMultipart(request, 1_000_000, (bytes) => void (counted += bytes));
  expect(counted).toBeGreaterThan(300_000);
  const full = new Request('http://localhost/', { method: 'POST', body: form });
  const hold = () => {
    throw new Refusal(503, 'unavailable');
  };
  await expect(readMultipart(full, 1_000_000, hold)).rejects.toMatchObject({ code: 'unavailable' });
});

test('F13 room for a form with files is taken when it begins: of three that come at once the one without room is told before any of it is read', async () => {
  const take = createFileTurns(256, 128);
  type Body = ReadableStreamDefaultController<Uint8Array>;
  const send = (pull: (body: Body) => void) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50' };
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const request = new Request('http://localhost/', {
      ...{ method: 'POST', body, headers, duplex: 'half' },
    } as RequestInit);
    return take('1', (hold) => readMultipart(request, 50, hold));
  };
  const begun: Body[] = [];
  const coming = [send((body) => void begun.push(body)), send((body) => void begun.push(body))];
  const third = send((body) => body.error(new Error('it is read')));
  await expect(third).rejects.toMatchObject({ status: 503, code: 'unavailable', details: { retryAfter: 10 } });
  for (const body of begun) {
    body.enqueue(Buffer.from('--x--\r\n'));
    body.close();
  }
  expect(await Promise.all(coming)).toEqual([[], []]);
  // What was taken and never came is free again.
  await take('1', async (hold) => hold(128));
});

test('F3 who sends a question slowly gets the price of the moment at which it is whole', async () => {
  const began = Date.now();
  const letters = [...'src=USD&dst=BTC&side=give&amount=100'];
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const _ of every(75)) {
        const letter = letters.shift();
        if (letter === undefined) break;
        controller.enqueue(Buffer.from(letter));
      }
      controller.close();
    },
  });
  const { http, body: answer } = await browser.send('/api/exchange/check', { method: 'POST', body, headers: formType });
  expect(http).toBe(200);
  const { terms, created_at: created } = answer.payload;
  const market = seededMarket('statera');
  const rateAt = (at: number) => market.rate('USD', 'BTC', at);
  expect([0, 1_000].map((ago) => rateAt(Date.parse(created) - ago))).toContain(terms.rate);
  expect(terms.rate).not.toBe(rateAt(began));
});

/** Calls with a form whose end has not come: they are let go by what is returned. */
const formsOnTheirWay = (count: number) => {
  const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
  const coming = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        opened.push(controller);
        controller.enqueue(Buffer.from('--x\r\nContent-Disposition: form-data; name="method"\r\n\r\nbank_usd'));
      },
    });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const answers = Array.from({ length: count }, () =>
    browser.send('/api/withdraw/check', { method: 'POST', body: coming(), headers }),
  );
  return async () => {
    for (const controller of opened) {
      controller.enqueue(Buffer.from('\r\n--x--\r\n'));
      controller.close();
    }
    await Promise.all(answers);
  };
};
const card = { method: 'card_usd_btc', side: 'give', amount: '100' };

test('F8 F13 S5 while files of an account are on their way its words are answered, and a third form with files is read', async () => {
  const end = formsOnTheirWay(2);
  // Both are being read before the others come.
  await pause(500);
  const third = new FormData();
  for (const [name, value] of Object.entries(card)) third.append(name, value);
  const answers = await Promise.race([
    Promise.all([
      browser.form('/api/purchase/check', card),
      writeToSupport(browser, 'a line beside two files'),
      browser.send('/api/purchase/check', { method: 'POST', body: third }),
      writeToSupport(browser, 'and one with a file', [{ content: pdf(), name: 'a.pdf', type: 'application/pdf' }]),
    ]).then((all) => all.map(({ http }) => http)),
    pause(10_000, 'they wait'),
  ]);
  await end();
  expect(answers).toEqual([200, 200, 200, 200]);
});

test('F8 a check with files that waits for its turn gets the price of the moment at which it is looked at', async () => {
  const market = seededMarket('statera');
  const rateAt = (at: number) => market.rate('USD', 'BTC', at);
  const check = () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(card)) body.append(name, value);
    return browser.send('/api/purchase/check', { method: 'POST', body });
  };
  const { began, checks } = await server.db.transaction().execute(async (trx) => {
    // No operation is kept meanwhile.
    await sql`select 1 from accounts for update`.execute(trx);
    const two = [check(), check()];
    // Both have their turn before the third comes.
    await pause(500);
    const began = Date.now();
    const checks = [...two, check()];
    await pause(3_000);
    return { began, checks };
  });
  const { http, body: answer } = (await Promise.all(checks))[2]!;
  expect(http).toBe(200);
  const { terms, created_at: created } = answer.payload;
  expect(Date.parse(created) - began).toBeGreaterThan(2_500);
  expect([0, 1_000].map((ago) => rateAt(Date.parse(created) - ago))).toContain(terms.rate);
  expect(terms.rate).not.toBe(rateAt(began));
});
