import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '../../contract/calls/index.ts';
import { envelope } from '../../contract/envelope.ts';
import { failure } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { makeDist, type Dist } from './dist.ts';
import { signInByPassword, startServer, type TestServer } from './harness.ts';
import { runs } from '../tools/runs.ts';

/** Cases a route. */
const cases = runs(15, 4_000);

let server: TestServer;
let dist: Dist;
beforeAll(async () => {
  dist = await makeDist();
  server = await startServer({ DIST_DIR: dist.folder });
});
afterAll(async () => {
  await server.close();
  await dist.remove();
});

interface Raw {
  status: number;
  type: string;
  /** Sent to be saved: whatever stands in it is no envelope. */
  isFile: boolean;
  body: string;
}

/** Sent as it stands: no client in between repairs a path or refuses a header. */
const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer | string): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, method, path, headers, insecureHTTPParser: true }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          isFile: answer.headers['content-disposition']?.startsWith('attachment') === true,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Bytes that may stand in a request line or a header; the rest is no HTTP, and the parser's own 400. */
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const headerText = fc.string({
  unit: fc.constantFrom(...Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32)), '\u00ff', '\t'),
  maxLength: 80,
});

const wildText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '%',
    '%00',
    '../..',
    "'; drop table accounts; --",
    '9'.repeat(40),
    '-1',
    'null',
    '\ud800',
    'USD',
    '1e999',
    '0x10',
    '１２',
  ),
);
const pathPart = fc.oneof(
  wildText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%c0%af',
    '%00',
    '%ff',
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '1',
    '9223372036854775808',
    'a'.repeat(2_000),
  ),
  visible.map((text) => text.replaceAll(/[/?#]/g, '')),
);

/** Values that are nearly right, so that a case comes past the first check too. */
const nearly = fc.oneof(
  wildText,
  fc.constantFrom(
    'demo@example.com',
    '000000',
    '100',
    '100.00',
    'USD',
    'BTC',
    'USD/BTC',
    'give',
    'get',
    'completed',
    '2026-01-01',
    'en',
    'header_menu',
    'A'.repeat(43),
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.constantFrom('header_menu', 'x', 1), { maxLength: 3 }),
);
const names = [
  'email',
  'code',
  'remember',
  'password',
  'token',
  'lang',
  'list',
  'src',
  'dst',
  'side',
  'amount',
  'id',
  'search',
  'cursor',
  'status',
  'currency',
  'from',
  'to',
  '__proto__',
  'constructor',
];
const fields = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })), nearly, { maxKeys: 6 });

const body = fc.oneof(
  fields.map((value) => JSON.stringify(value)),
  fields.map((value) =>
    new URLSearchParams(Object.entries(value).map(([name, one]) => [name, String(one).toWellFormed()])).toString(),
  ),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"a":'.repeat(3_000),
    '['.repeat(30_000) + ']'.repeat(30_000),
    'x'.repeat(added.bodyBytes + 1),
  ),
);
const contentType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    'application/json; charset=utf-16',
  ),
  headerText,
);
const headers = fc.record(
  {
    cookie: fc.oneof(
      headerText,
      fc.constantFrom(
        '=',
        ';;',
        'session',
        'session=',
        'session=%',
        `session=${'A'.repeat(43)}`,
        `remember=${'A'.repeat(43)}`,
        'i18n_redirected=xx',
        '__proto__=1',
      ),
    ),
    'x-rev': fc.oneof(headerText, fc.constantFrom('-1', '1e9', '9'.repeat(30), 'NaN')),
    'x-account': headerText,
    accept: headerText,
    'accept-language': headerText,
    'if-none-match': headerText,
    'user-agent': headerText,
    'x-forwarded-for': headerText,
    'content-encoding': fc.constantFrom('gzip', 'identity', ''),
  },
  { requiredKeys: [] },
);

const acceptable = (reply: Raw, what: string): void => {
  expect(reply.status, `${what}: ${reply.body}`).toBeLessThan(500);
  if (reply.isFile || !reply.type.startsWith('application/json')) return;
  const read = envelope.parse(JSON.parse(reply.body));
  if (read.status === 'error') expect(failure.parse(read.payload).code).not.toBe('internal');
};

const built = allCalls.filter(({ payload }) => payload !== undefined);
const pathOf = (path: string, parts: string[]): string => {
  let at = 0;
  return path.replace('{path}', '/exchange/:a/:b').replaceAll(/:\w+/g, () => parts[at++] ?? '1');
};

describe.each(built.map((spec) => [`${spec.method} ${spec.path} ${spec.name}`, spec] as const))('%s', (_, spec) => {
  test('S1 bad paths, queries, cookies, headers and bodies are never a 5xx', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const cookie = `session=${browser.cookies.get('session')}`;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(pathPart, pathPart),
        fc.option(
          fc.oneof(
            visible,
            fields.map((value) =>
              new URLSearchParams(
                Object.entries(value).map(([name, one]) => [name, String(one).toWellFormed()]),
              ).toString(),
            ),
          ),
        ),
        headers,
        contentType,
        body,
        fc.boolean(),
        async (parts, query, wild, type, content, signedIn) => {
          const path = `${pathOf(spec.path, parts)}${query === null ? '' : `?${query.replaceAll('#', '')}`}`;
          const right = spec.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
          const all: Record<string, string> = { host: new URL(server.url).host, ...wild };
          if (signedIn) {
            all['cookie'] = cookie;
            delete all['x-account'];
          }
          if (spec.method === 'POST') {
            all['origin'] = server.url;
            all['content-type'] = signedIn || type === '' ? right : type;
          }
          const reply = await send(spec.method, path, all, spec.method === 'POST' ? content : undefined);
          acceptable(reply, `${spec.method} ${path}`);
        },
      ),
      { ...cases, endOnFailure: true },
    );
  });
});

test('S1 any other path is never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pathPart, { maxLength: 4 }),
      fc.constantFrom('/', '/api/', '/i18n/', '/local/', '/dev/', '/assets/', '/api/icons/'),
      headers,
      async (parts, start, wild) => {
        const reply = await send('GET', start + parts.join('/'), { host: new URL(server.url).host, ...wild });
        acceptable(reply, start + parts.join('/'));
      },
    ),
    { ...cases, endOnFailure: true },
  );
});
