import { createServer as createPlain, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { createServer } from '../../server/server.ts';
import { quiet } from '../setup/postgres.ts';
import { until } from './money.ts';

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const nobody = 'http://127.0.0.1:9';

const upstream = async (listener: RequestListener): Promise<string> => {
  const server = createPlain(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server in front of it, and the lines of its log. */
const frontOf = async (to: string, port = 0) => {
  const lines: Record<string, unknown>[] = [];
  const given = readConfig({ ...quiet, LOG_LEVEL: 'info', PORT: '0', DIST_DIR: '/nonexistent' });
  // A start would refuse one that names itself.
  const config = { ...given, port, apiOrigin: to };
  const log = createLog(config, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const { url, close } = await createServer({ config, log });
  closing.push(close);
  const calls = (): typeof lines => lines.filter((line) => 'request' in line);
  return { url, calls, saidOf: (request: string | null) => lines.filter((line) => line['request'] === request) };
};
const idOf = ({ headers }: Response): string | null => headers.get('x-request-id');
const ownId = /^[0-9a-f-]{36}$/;

test('S2 a server behind that is gone is told in the log, with its cause and under the name of the answer', async () => {
  const { url, saidOf } = await frontOf(nobody);
  const answer = await fetch(`${url}/api/exchange/list`);
  expect([answer.status, idOf(answer)]).toEqual([502, expect.stringMatching(ownId)]);
  expect(saidOf(idOf(answer))).toMatchObject([
    { level: 50, msg: 'a call was not passed on', err: { code: 'ECONNREFUSED' } },
    { level: 30, msg: 'call', call: 'exchange.list', outcome: 'unavailable', http: 502, ms: expect.any(Number) },
  ]);
  const words = await fetch(`${url}/i18n/en`);
  expect(saidOf(idOf(words))).toMatchObject([{ msg: 'a call was not passed on' }]);
});

test('S2 a call that was passed on is one line, under the name that the server behind gave it', async () => {
  const to = await upstream((_, response) => response.writeHead(401, { 'x-request-id': 'behind-17' }).end('{}'));
  const { url, saidOf } = await frontOf(to);
  const answer = await fetch(`${url}/api/user/info`);
  expect([answer.status, idOf(answer)]).toEqual([401, 'behind-17']);
  expect(saidOf('behind-17')).toEqual([
    {
      ...{ level: 30, time: expect.any(Number), request: 'behind-17', msg: 'call' },
      ...{ call: 'user.info', outcome: 'passed', http: 401, ms: expect.any(Number) },
    },
  ]);
});

test.each([undefined, '', 'with "quotes"', 'x'.repeat(65)])(
  'S2 a server behind that gives no name (%j) leaves the answer ours',
  async (given) => {
    const to = await upstream((_, response) => {
      response.writeHead(200, given === undefined ? {} : { 'x-request-id': given }).end('{}');
    });
    const { url, saidOf } = await frontOf(to);
    const id = idOf(await fetch(`${url}/api/auth/check`));
    expect(id).toMatch(ownId);
    expect(saidOf(id)).toMatchObject([{ call: 'auth.check', outcome: 'passed' }]);
  },
);

test.each([
  ['POST', '/api/exchange/confirm/opsample0000000000001', 'exchange.submit'],
  ['POST', '/api/exchange/check', 'exchange.check'],
  ['GET', '/api/deposit/form/bitcoin_btc', 'deposit.form'],
  ['GET', '/api/purchase/form/card_usd', 'purchase.form'],
  ['GET', '/api/withdraw/form/bitcoin_btc', 'withdraw.form'],
  ['GET', '/api/withdraw/status/opsample0000000000003', 'withdraw.status'],
  ['HEAD', '/api/transfer/status/opsample0000000000006', 'transfer.status'],
  ['POST', '/api/withdraw/status/opsample0000000000003', 'unknown'],
  ['GET', '/api/nowhere/at/all', 'unknown'],
] as const)('S2 a call by a path that the server behind gave has its name: %s %s is %s', async (method, path, call) => {
  const to = await upstream((_, response) => response.writeHead(200, { 'x-request-id': 'behind-18' }).end('{}'));
  const { url, saidOf } = await frontOf(to);
  await fetch(`${url}${path}`, { method, headers: { origin: url } });
  expect(saidOf('behind-18')).toMatchObject([{ call, outcome: 'passed' }]);
});

test.each(['itself', 'a server that names it'])(
  'R2 a server whose API_ORIGIN is %s knows its own request when it comes back, and says so in the log',
  async (behind) => {
    const free = createPlain();
    await new Promise<void>((ready) => free.listen(0, '127.0.0.1', ready));
    const { port } = free.address() as AddressInfo;
    await new Promise((closed) => free.close(closed));
    const here = `http://127.0.0.1:${port}`;
    const to = behind === 'itself' ? here : (await frontOf(here)).url;
    const { url, calls } = await frontOf(to, port);
    const sent = [
      await fetch(`${url}/api/auth/check`),
      await fetch(`${url}/i18n/en`),
      await fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { origin: url } }),
    ];
    for (const answer of sent) {
      expect(answer.status).toBe(502);
      expect(await answer.json()).toMatchObject({ status: 'error', payload: { code: 'unavailable' } });
    }
    const why = calls().filter(({ level }) => level === 50);
    expect(why).toMatchObject(sent.map(() => ({ err: { message: 'API_ORIGIN leads back to this server' } })));
  },
);

test('R2 one server in front of another one in front of a third is no circle', async () => {
  const to = await upstream((_, response) => response.end('{}'));
  const { url } = await frontOf((await frontOf(to)).url);
  expect((await fetch(`${url}/api/auth/check`)).status).toBe(200);
});

test('S2 what it refuses itself is a line as well, and no failure', async () => {
  const { url, saidOf } = await frontOf(nobody);
  const headers = { origin: 'https://evil.example' };
  const refused = await fetch(`${url}/api/auth/logout`, { method: 'POST', headers });
  expect(saidOf(idOf(refused))).toMatchObject([{ call: 'auth.logout', outcome: 'bad_origin', http: 403 }]);
  const strange = await fetch(`${url}/api/auth/check`, { method: 'PUT' });
  expect(saidOf(idOf(strange))).toMatchObject([{ call: 'unknown', outcome: 'not_found', http: 404 }]);
});

test('S2 an asker who leaves is no failure of the server behind', async () => {
  const asked = Promise.withResolvers<void>();
  const to = await upstream(() => asked.resolve());
  const { url, calls } = await frontOf(to);
  const leaving = new AbortController();
  const answer = fetch(`${url}/api/exchange/list`, { signal: leaving.signal }).catch(() => 'left');
  await asked.promise;
  leaving.abort();
  expect(await answer).toBe('left');
  await until(() => Promise.resolve(calls().length > 0));
  expect(calls()).toMatchObject([{ level: 30, call: 'exchange.list', outcome: 'left', http: 499 }]);
});

test('S2 an answer that breaks off behind is told in the log', async () => {
  const to = await upstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write('half', () => response.destroy());
  });
  const { url, saidOf } = await frontOf(to);
  const answer = await fetch(`${url}/api/history/export`);
  await expect(answer.text()).rejects.toThrow();
  expect(saidOf(idOf(answer)).map(({ msg }) => msg)).toEqual(['call', 'a call was not passed on']);
});

test('its calls are counted: those that were passed on, and those that were not, by name and outcome', async () => {
  const counted = async (to: string): Promise<string[]> => {
    const { url } = await frontOf(to);
    await (await fetch(`${url}/api/exchange/list`)).text();
    const text = await (await fetch(`${url}/metrics`)).text();
    return text.split('\n').filter((line) => /^statera_call(s_total|s_in_flight|_duration_seconds_count)/.test(line));
  };
  expect(await counted(await upstream((_, response) => response.end('{}')))).toEqual([
    'statera_calls_total{call="exchange.list",outcome="passed"} 1',
    'statera_call_duration_seconds_count{call="exchange.list",class="ok"} 1',
    'statera_calls_in_flight 0',
  ]);
  expect(await counted(nobody)).toContain('statera_calls_total{call="exchange.list",outcome="unavailable"} 1');
});
