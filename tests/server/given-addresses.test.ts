import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '../../contract/calls/index.ts';
import { deep } from '../tools/deep.ts';
import { hostileAddresses } from '../tools/hostile-addresses.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';
import { askedByPath, byCard, checkPayment, ordered, payTo, factOf, byBank, outside } from './payments.ts';

/** Addresses that must get nowhere, from the nth on every so many. */
const some = (every: number, from = 0): string[] => hostileAddresses.filter((_, at) => at % every === from % every);

let server: TestServer;
let person: Person;
/** Every request that this process made, its origin; those of the test itself go to the server. */
const asked = new Set<string>();
const note = (message: unknown) => {
  const { request: made } = message as { request: { origin?: unknown; host?: string } };
  asked.add(typeof made.origin === 'string' ? made.origin : `http://${made.host ?? ''}`);
};

beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  person = await makePerson(server, { EUR: '1000' });
  await outside(server.db, person.number);
  for (const channel of ['undici:request:create', 'http.client.request.start']) subscribe(channel, note);
});
afterAll(async () => {
  for (const channel of ['undici:request:create', 'http.client.request.start']) unsubscribe(channel, note);
  await server.close();
});

/** As a client that writes any name of a host it likes. */
const withHost = (path: string, host: string): Promise<{ http: number; text: string }> =>
  new Promise((resolve, reject) => {
    const session = person.browser.cookies.get('session') ?? '';
    const { port } = new URL(server.url);
    const headers = { host, cookie: `session=${session}`, 'x-account': person.number };
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => resolve({ http: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

describe('S2 addresses that a client names', () => {
  test('S2 F7 as the path of a status none is found, however it is written', async () => {
    await ordered(person.browser, 'deposit', byBank);
    const found: string[] = [];
    for (const address of some(deep ? 1 : 60)) {
      const { http } = await askedByPath(person.browser, address);
      if (http !== 404 && http !== 422) found.push(`${http} ${address}`);
    }
    expect(found).toEqual([]);
  });

  test('S2 F3 F6 F7 F8 F9 in every field of every call they are values and nothing more: nothing is asked there', async () => {
    const names = [
      'url',
      'path',
      'place',
      'to',
      'back',
      'page',
      'returned',
      'redirect_url',
      'logo',
      'email',
      'comment',
    ];
    const built = allCalls.filter(({ payload, name }) => payload !== undefined && !name.startsWith('auth.'));
    const broken: string[] = [];
    for (const [at, spec] of built.entries())
      for (const address of some(deep ? 20 : 700, at)) {
        const fields = Object.fromEntries(
          [...names, 'method', 'id', 'amount', 'currency'].map((name) => [name, address]),
        );
        const path = spec.path
          .replace('{path}', '/exchange/confirm/x')
          .replaceAll(/:\w+/g, encodeURIComponent(address.toWellFormed().slice(0, 200)) || 'x');
        const query = new URLSearchParams(fields).toString().slice(0, 4_000);
        const reply =
          spec.method === 'GET'
            ? await person.browser.get(`${path}?${query}`)
            : spec.body === 'form'
              ? await person.browser.form(path, fields)
              : await person.browser.post(path, fields);
        if (reply.http >= 500) broken.push(`${reply.http} ${spec.name} ${address}`);
      }
    expect(broken).toEqual([]);
  });

  test('S2 F6 F7 a host that the client made up leads nowhere: no frame is given to it, and no payment comes back to it', async () => {
    for (const host of [
      'evil.example',
      'evil.example:80',
      '127.0.0.1.evil.example',
      'a b',
      'x"><script>',
      '127.0.0.1:1@evil.example',
    ]) {
      const form = await withHost('/api/withdraw/form/card_eur', host);
      const frame =
        form.http === 200
          ? (JSON.parse(form.text) as { payload: { card_frame?: string } }).payload.card_frame
          : undefined;
      if (frame !== undefined) expect([host, (await fetch(frame)).status]).toEqual([host, 404]);
    }
    const operation = (await checkPayment(person.browser, 'deposit', byCard)).body.payload;
    const body = JSON.stringify({ id: operation.id });
    const strange = await person.browser.send('/api/deposit/integration_json', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    });
    expect(strange.http).toBe(403);
  });

  test('S2 F7 this process asked nobody but itself in all that', async () => {
    // A payment is told by a callback: the one request that a server makes by itself.
    await payTo(server, factOf(await ordered(person.browser, 'deposit', byBank), 'reference'));
    const { origins } = (await person.browser.get('/api/auth/check')).body.site_settings;
    const own = new Set([server.url, ...origins]);
    expect([...asked].filter((origin) => !own.has(origin) && !/^http:\/\/127\.0\.0\.1(:\d+)?$/.test(origin))).toEqual(
      [],
    );
    expect(asked.size).toBeGreaterThan(0);
  });

  test('S2 the server asks somebody in two places alone, each by an address of its own configuration', () => {
    const root = join(import.meta.dirname, '..', '..', 'server');
    const asking = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        /\bfetch\(|^import (?!type).* from 'node:(https?|net|tls|dgram|dns|http2)/m.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    // The frames of cards have a script in them, which runs in a browser; the others listen.
    const frames = ['sandbox/card-frame.ts', 'sandbox/issuer-frame.ts'];
    const others = [...frames, 'db/embedded.ts', 'http/listen.ts', 'http/request-facts.ts'];
    expect(asking.filter((file) => !others.includes(file)).toSorted()).toEqual([
      'http/proxy.ts',
      'sandbox/callbacks.ts',
    ]);
  });
});
