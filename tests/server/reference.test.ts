import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import sharp from 'sharp';
import type * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallSpec } from '../../contract/call.ts';
import { allCalls } from '../../contract/calls/index.ts';
import { headers } from '../../contract/envelope.ts';
import { errorCodes } from '../../contract/error-codes.ts';
import { added } from '../../contract/limits.ts';
import { operation } from '../../contract/operation.ts';
import { timeZoneCookie } from '../../contract/page-cookies.ts';
import { areas } from '../../server/areas.ts';
import { makeDocument, type Described, type Schema } from '../../server/reference/document.ts';
import { kinds, lastingKinds } from '../../server/operations/kinds.ts';
import { meanings, refusals } from '../../server/reference/refusals.ts';
import { codeBelow, textOf } from '../house/source.ts';
import type { Browser, Reply } from './browser.ts';
import { signInByPassword, startServer, type TestServer } from './harness.ts';
import { usdToBtc } from './money.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const document = makeDocument('Statera', false);
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
);
const find = (name: string): Described => {
  const found = described.find(({ call }) => call.operationId === name);
  if (!found) throw new Error(`${name} is not described`);
  return found.call;
};

describe('the document', () => {
  test('is OpenAPI 3.1 by the schema of its makers', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as never);
    expect([result.errors, result.valid, validator.version]).toEqual([undefined, true, '3.1']);
    const broken = { ...structuredClone(document), paths: { '/api/x': { get: { responses: { 200: {} } } } } };
    expect(await new Validator().validate(broken as never)).toMatchObject({ valid: false });
  });

  test('names the cookie that the server reads, on https another one', async () => {
    const nameAt = async ({ url }: { url: string }) => {
      const told = (await fetch(`${url}/api/openapi.json`).then((reply) => reply.json())) as typeof document;
      return (told.components as unknown as { securitySchemes: unknown }).securitySchemes;
    };
    const named = (name: string) => ({ session: { type: 'apiKey', in: 'cookie', name } });
    expect(await nameAt(server)).toEqual(named('session'));
    const secure = await startServer({ PUBLIC_URL: 'https://wallet.example', SEED_DEMO: '0' });
    try {
      expect(await nameAt(secure)).toEqual(named('__Host-session'));
    } finally {
      await secure.close();
    }
  });

  test('has every call of the contract once; the one that another site answers has no path of ours', () => {
    const elsewhere = allCalls.filter(({ given }) => given?.startsWith('https:'));
    expect(elsewhere.map(({ name }) => name)).toEqual(['purchase.hand_over']);
    expect(allCalls.filter(({ payload }) => payload === undefined)).toEqual(elsewhere);
    const ours = allCalls.filter((call) => !elsewhere.includes(call));
    expect(described).toHaveLength(allCalls.length - 1);
    expect(described.map(({ call, method }) => `${method} ${call.operationId}`).toSorted()).toEqual(
      ours.map(({ name, method }) => `${method} ${name}`).toSorted(),
    );
  });

  test('names the paths at which the server answers', () => {
    for (const { spec, how } of areas.flatMap((area) => area.calls)) {
      const found = described.find(({ call }) => call.operationId === spec.name);
      const pattern = new RegExp(`^${found?.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      expect(how.at ?? spec.path).toMatch(pattern);
    }
    expect(described.filter(({ path }) => path.includes(':') || path.includes('{path}'))).toEqual([]);
  });

  test('says of each call whether a session is needed, and of each POST that its origin counts, of each file that no other site leads to it', () => {
    for (const { call, method } of described) {
      const isOpen = areas
        .flatMap((area) => area.calls)
        .some(({ spec, how }) => spec.name === call.operationId && how.open === true);
      expect([call.operationId, call.security]).toEqual([
        call.operationId,
        isOpen ? [{ session: [] }, {}] : [{ session: [] }],
      ]);
      const origin = call.parameters.some((one) => one.$ref === '#/components/parameters/Origin');
      expect([call.operationId, origin, '403' in call.responses]).toEqual([
        call.operationId,
        method === 'POST',
        method === 'POST' || allCalls.some(({ name, ...spec }) => name === call.operationId && 'gives' in spec),
      ]);
    }
  });

  test('says what keeps each call that answers an operation from moving money twice', () => {
    const answering = allCalls.filter(({ method, payload }) => method === 'POST' && payload === operation);
    expect(answering.length).toBeGreaterThan(10);
    expect(find('deposit.integration_json_check')['x-idempotency']).toBe('it asks, and changes nothing');
    const opened = answering.filter(({ name }) => find(name)['x-idempotency']?.includes('`replaces`'));
    const replacing = opened.filter(({ input }) => 'replaces' in (input as z.ZodMiniObject).shape);
    expect(opened.map(({ name }) => name)).toEqual(replacing.map(({ name }) => name));
    const silent = answering.filter(({ name }) => find(name)['x-idempotency'] === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
    for (const name of ['exchange.submit', 'exchange_all.submit', 'transfer.submit', 'withdraw.submit', 'card.confirm'])
      expect([name, find(name)['x-idempotency']]).toEqual([
        name,
        expect.stringContaining('by the id of the operation'),
      ]);
  });

  test('says what the contract says of its shapes, where they stand', () => {
    const { schemas } = document.components;
    const silent = Object.keys(schemas).filter((name) => schemas[name]?.description === undefined);
    expect(silent).toEqual(['MethodList', 'UnreadMessages', 'Notification']);
    expect(schemas['Terms']?.description).toMatch(/^What the person confirms, exactly\. `give` leaves the wallet/);
    expect(schemas['Operation']?.properties?.['second_step']?.description).toMatch(
      /^While it is open: a code by e-mail/,
    );
    const inputOf = (name: string) => Object.values(find(name).requestBody?.content ?? {}).map(({ schema }) => schema);
    expect(inputOf('exchange.check').map(({ properties }) => properties?.['replaces']?.description)).toEqual(
      Array(2).fill(expect.stringMatching(/^The operation that the person left for this one/)),
    );
    expect(schemas['DescribedForm']?.description).toContain('posts `{ ready: true }` to the page');
    const looked = find('card.reveal').responses['200']?.content?.['application/json']?.schema?.allOf?.[1];
    expect(looked?.properties?.['payload']?.description).toContain('`frame`, then `#` and `token`');
    expect(find('exchange.list').description).toContain('`USD/` gives USD');
    for (const name of ['exchange.check', 'transfer.check', 'payment.check'])
      expect([name, inputOf(name)[0]?.description]).toEqual([name, expect.stringContaining('`get`')]);
    expect(find('history.file').description).toContain("columns named in the person's language");
    expect(JSON.stringify(document)).not.toMatch(/Basis: |\*\/| \* /);
  });

  test('says in words what no schema tells: languages, where paths lead, what confirms a check', () => {
    const { description } = document.info;
    const said = [...description.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const paths = ['form_path', 'submit_path', 'status_path', 'next', 'place', 'redirect_url', 'url'];
    for (const name of [...Object.values(headers), timeZoneCookie, ...paths]) expect(said).toContain(name);
    const calls = said.filter((name) => /^[a-z_]+\.[a-z_]+$/.test(name));
    expect(calls.filter((name) => !described.some(({ call }) => call.operationId === name))).toEqual([]);
    const opening = described.filter(({ call }) => call['x-idempotency']?.includes('`replaces`'));
    for (const { call } of opening) expect(calls).toContain(call.operationId);
    const carrying = described.filter(({ call }) => call['x-idempotency']?.includes('by the id of the operation'));
    const besides = ['operation.cancel', 'card.cancel'];
    for (const { call } of carrying) expect([...calls, ...besides]).toContain(call.operationId);
  });

  test('says what fits each refusal of a status: not each 422 has a field, and not each 503 is a site that is closed', () => {
    expect(meanings[422]).toMatch(/^It cannot be done as it was asked\. Where a field is wrong, `fields`/);
    expect(meanings[503]).toContain('no room for files');
  });

  test('names whatever can be taken back, and whatever stands among what is in progress', () => {
    const ways: Record<string, RegExp> = {
      ...{ card_order: /order of a card|orders of cards/, deposit: /deposit/, purchase: /purchase/ },
      ...{ transfer: /transfer/, withdraw: /withdrawal/ },
    };
    const back = Object.keys(kinds).filter((kind) => kinds[kind as keyof typeof kinds]?.cancellable);
    for (const kind of back) expect(find('operation.cancel').description).toMatch(ways[kind] ?? kind);
    for (const kind of lastingKinds) expect(find('operation.in_progress').description).toMatch(ways[kind] ?? kind);
    expect(find('operation.cancel').description).toMatch(/^what nobody has confirmed/);
  });

  test('has the codes of each status as the server refuses with them', () => {
    const thrown = codeBelow('server')
      .filter((file) => !file.startsWith('server/reference/'))
      .flatMap((file) => [...textOf(file).matchAll(/new Refusal\(\s*(\d{3}),([^;]{0,90}?)[,)]/g)])
      .flatMap(([, status, words = '']) => [...words.matchAll(/'([a-z_]+)'/g)].map(([, code]) => `${status} ${code}`));
    const written = Object.entries(refusals).flatMap(([status, codes]) => codes.map((code) => `${status} ${code}`));
    expect(new Set(thrown).size).toBeGreaterThan(45);
    expect([...new Set(thrown)].filter((line) => !written.includes(line))).toEqual([]);
    // These are chosen by a name that the source holds elsewhere.
    const chosen = [
      '422 above_maximum',
      '422 above_maximum_a_day',
      '422 below_minimum',
      '422 card_number',
      '422 not_positive',
      '422 too_precise',
    ];
    expect(written.filter((line) => !thrown.includes(line)).toSorted()).toEqual(chosen);
  });
});

test('every code that a field can have stands in the document, and on its page', async () => {
  const { schemas } = document.components;
  const { code, fields } = schemas['Failure']?.properties ?? {};
  expect([code?.enum, fields?.additionalProperties]).toEqual([errorCodes, { type: 'string', enum: errorCodes }]);
  const page = await fetch(`${server.url}/api/docs`).then((reply) => reply.text());
  for (const each of errorCodes) expect(page).toContain(`<code>${each}</code>`);
});

describe('what the server answers is what the document says', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...document });
  const problems = (name: string, { http, body }: Pick<Reply, 'http' | 'body'>): unknown => {
    const path = described.find(({ call }) => call.operationId === name);
    const way = `${path?.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${path?.method.toLowerCase()}`;
    if (path?.call.responses[http] === undefined) return `${http} is not among its answers`;
    const pointer =
      http === 200
        ? `document#/paths/${encodeURI(way)}/responses/200/content/application~1json/schema`
        : `document#/components/responses/Refused${http}/content/application~1json/schema`;
    const check = ajv.compile({ $ref: pointer });
    return check(body) ? undefined : check.errors;
  };

  test('answers and refusals of a page fit their shapes', async () => {
    const browser = server.browser();
    const asked: [name: string, reply: Promise<Reply>][] = [
      ['auth.check', browser.get('/api/auth/check')],
      ['exchange.list', browser.get('/api/exchange/list')],
      ['user.info', browser.get('/api/user/info')],
      ['exchange.landing', browser.post('/api/exchange/landing', { src: 'USD' })],
      ['auth.login', browser.post('/api/auth/login', {}, { origin: 'https://other.example' })],
    ];
    for (const [name, reply] of asked) expect([name, problems(name, await reply)]).toEqual([name, undefined]);
    await signInByPassword(browser);
    const checked = await browser.form('/api/exchange/check', { ...usdToBtc });
    const signedIn: [name: string, reply: Reply][] = [
      ['exchange.check', checked],
      [
        'exchange.submit',
        await browser.form(`/api/exchange/confirm/${checked.body.payload.id}`, { id: checked.body.payload.id }),
      ],
      ['exchange.status', await browser.get(`/api/exchange/status/${checked.body.payload.id}`)],
      ['exchange.history', await browser.get('/api/exchange/history')],
      ['withdraw.form', await browser.get('/api/withdraw/form/bank_eur')],
      ['chat.list', await browser.get('/api/chat/list')],
      ['card.my', await browser.get('/api/card/my')],
      ['referral.info', await browser.get('/api/referral/info')],
    ];
    for (const [name, reply] of signedIn) expect([name, problems(name, reply)]).toEqual([name, undefined]);
    expect(signedIn.map(([, { http }]) => http)).toEqual(signedIn.map(() => 200));
  });

  test(
    'every call that is asked with nothing, and with nonsense, is answered as it says',
    { timeout: 60_000 },
    async () => {
      const own = await startServer();
      const unsaid: unknown[] = [];
      const statuses = new Set<number>();
      const asked = async (browser: Browser, { path, method, call }: (typeof described)[number], at: number) => {
        const isPost = method === 'POST';
        const nonsense = path.replaceAll(/\{\w+\}/g, 'nonsense');
        const json = JSON.stringify({ nonsense: [null, 7], id: 'nonsense', email: 7, currency: '€', amount: '-0x1' });
        const typed = { 'content-type': 'application/json' };
        const ways = [
          { path: path.replaceAll(/\{\w+\}/g, '0'), ...(isPost && { body: '' }) },
          {
            path: `${nonsense}?card=nonsense&offer=nonsense&page=-1&nonsense=%00`,
            ...(isPost && { body: json, headers: typed }),
          },
          ...(isPost
            ? [
                { path: nonsense, body: '{', headers: typed },
                {
                  path: nonsense,
                  body: 'id=nonsense',
                  headers: { 'content-type': 'application/x-www-form-urlencoded' },
                },
                { path: nonsense, body: json, headers: { 'content-type': 'text/plain' } },
                { path: nonsense, body: 'x'.repeat(added.bodyBytes + 1), headers: typed },
                { path: nonsense, body: json, headers: { ...typed, origin: 'https://other.example' } },
              ]
            : [{ path: nonsense, headers: { 'sec-fetch-site': 'cross-site' } }]),
        ];
        const way = ways[at];
        if (way === undefined) return;
        const reply = await browser.send(way.path, { method, ...way });
        statuses.add(reply.http);
        const isFile = reply.http === 200 && reply.headers.get('content-disposition') !== null;
        const why = isFile ? undefined : problems(call.operationId, reply);
        if (why !== undefined) unsaid.push([call.operationId, at, why]);
      };
      try {
        for (const at of [0, 1, 2, 3, 4, 5, 6]) {
          const visitor = own.browser();
          const member = own.browser();
          for (const one of described) {
            await asked(visitor, one, at);
            if (!member.cookies.has('session')) await signInByPassword(member);
            await asked(member, one, at);
          }
        }
      } finally {
        await own.close();
      }
      expect(unsaid).toEqual([]);
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 409, 413, 415, 422]));
    },
  );

  test('a call whose query names something, or holds too much, says that it can be refused for that', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const much = Array.from({ length: 300 }, (_, at) => `field${at}=1`).join('&');
    for (const [name, path, http] of [
      ['card.order_form', '/api/card/order?offer=none', 404],
      ['card.operations', '/api/card/operations?card=none', 404],
      ['exchange.history', `/api/exchange/history?${much}`, 400],
    ] as const) {
      const reply = await browser.get(path);
      expect([name, reply.http, problems(name, reply)]).toEqual([name, http, undefined]);
    }
    expect(Object.keys(find('exchange.history').responses)).not.toContain('404');
  });

  test('the paths of an answer lead on below /api, as the words say', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const { body } = await browser.get('/api/exchange/list');
    expect((await browser.get(`/api${body.payload.items[0].form_path}`)).http).toBe(200);
    const checked = await browser.form('/api/exchange/check', { ...usdToBtc });
    const { id, submit_path, status_path } = checked.body.payload;
    expect((await browser.get(`/api${status_path}`)).body.payload.id).toBe(id);
    expect((await browser.form(`/api${submit_path}`, { id })).body.payload.id).toBe(id);
    const method = { method: 'bank_eur_in', side: 'give', amount: '50.00' };
    const deposit = await browser.form('/api/deposit/check', method);
    const { status_path: url } = deposit.body.payload;
    const told = await browser.post('/api/deposit/integration_json/check', { url });
    expect(told.body.payload.id).toBe(deposit.body.payload.id);
    expect((await browser.get(`/api${url}`)).http).toBe(404);
  });

  test('a file is of a type that its call names', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const text = new FormData();
    text.set('text', 'a picture');
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    text.set('file0', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }));
    const { body } = await browser.send('/api/support', { method: 'POST', body: text });
    const files = [
      ['user.export', '/api/user/export'],
      ['history.file', '/api/history/exchange.csv'],
      ['chat.file', `/api/chat/file/${body.payload.message.files[0].id}`],
    ] as const;
    for (const [name, path] of files) {
      const { http, headers } = await browser.get(path);
      const [type = ''] = headers.get('content-type')?.split(';') ?? [];
      expect([name, http, Object.keys(find(name).responses['200']?.content ?? {})]).toEqual([
        ...[name, 200],
        expect.arrayContaining([type]),
      ]);
    }
    for (const { name } of allCalls.filter((call: CallSpec) => call.gives === 'file')) {
      const { content = {} } = find(name).responses['200'] ?? {};
      expect([name, Object.keys(content).length > 0, 'schema' in (content['application/json'] ?? {})]).toEqual([
        ...[name, true, false],
      ]);
    }
  });

  test('a form that may hold files goes without them as any other form does', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    const support = await browser.form('/api/support', { text: 'words alone' });
    const checked = await browser.form('/api/deposit/check', { method: 'bank_eur_in', side: 'give', amount: '50.00' });
    expect([support.http, checked.http]).toEqual([200, 200]);
    for (const { name } of allCalls.filter((call: CallSpec) => call.body === 'form' && call.input && !call.given))
      expect([name, Object.keys(find(name).requestBody?.content ?? {}).toSorted()]).toEqual([
        name,
        [...(name === 'verification.upload' ? [] : ['application/x-www-form-urlencoded']), 'multipart/form-data'],
      ]);
  });

  test('a file has a name, and who comes too early hears when to come again', async () => {
    const { responses = {} } = document.components as { responses?: Described['responses'] };
    const required = (answer: Described['responses'][string] | undefined) =>
      Object.entries(answer?.headers ?? {}).map(([name, one]) => `${name} ${one.required}`);
    expect(required(responses['Refused429'])).toEqual(['Retry-After true']);
    expect(required(responses['Refused503'])).toEqual(['Retry-After false']);
    expect(required(responses['Refused409'])).toEqual([]);
    expect(required(find('user.export').responses['200'])).toEqual(['Content-Disposition true']);
    const browser = server.browser();
    await signInByPassword(browser);
    expect((await browser.get('/api/user/export')).headers.get('content-disposition')).toMatch(/^attachment; filename/);
    const early = () => browser.post('/api/auth/reset', { email: 'must@example.com' });
    await early();
    const reply = await early();
    expect([reply.http, Number(reply.headers.get('retry-after')) >= 1]).toEqual([429, true]);
  });

  test('a sign-in that leads on fits its shape, and no other answer may lead on', async () => {
    const browser = server.browser();
    const tell = (sign_in_redirect: string | null) => browser.post('/dev/settings', { sign_in_redirect });
    await tell('/');
    const enter = () =>
      browser.post('/api/auth/login_by_password', {
        ...{ email: 'demo@example.com', password: 'demo-password-1', remember: false },
      });
    const reply = await enter();
    await tell(null);
    expect([reply.http, reply.body.status]).toEqual([200, 'redirect']);
    expect(problems('auth.login_by_password', reply)).toBeUndefined();
    for (const name of ['auth.code', 'auth.link']) expect([name, problems(name, reply)]).toEqual([name, undefined]);
    expect(problems('auth.logout', reply)).toBeDefined();
    expect(problems('auth.login_by_password', await enter())).toBeUndefined();
  });

  test('one that breaks the shape is found', async () => {
    const { http, body } = await server.browser().get('/api/exchange/list');
    for (const wrong of [
      { ...body, payload: { items: [{}] } },
      { ...body, now: 1 },
      { ...body, status: 'error' },
    ])
      expect(problems('exchange.list', { http, body: wrong })).toBeDefined();
  });
});

describe('where it is read', () => {
  test('for programs: JSON, asked for again only when it changed', async () => {
    const reply = await fetch(`${server.url}/api/openapi.json`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const etag = reply.headers.get('etag') ?? '';
    const again = await fetch(`${server.url}/api/openapi.json`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('for people: how long a list may be, and which names a map may have; a word of a schema that is not told is named', async () => {
    const text = await fetch(`${server.url}/api/docs`).then((reply) => reply.text());
    const articleOf = (name: string) => text.split(`<article aria-labelledby="${name}">`)[1]?.split('</article>')[0];
    expect(articleOf('exchange_all.check')).toContain('list of 1 to 50, each string, like <code>');
    expect(articleOf('content.menu')).toContain(
      'values by name (one of <code>header_menu</code>, <code>footer_menu</code>, <code>main_menu</code>), each list of',
    );
    const seen = new Set<string>();
    const look = (schema: Schema | undefined): void => {
      if (schema === undefined) return;
      for (const word of Object.keys(schema)) seen.add(word);
      const { items, additionalProperties: rest, properties = {}, anyOf = [], allOf = [] } = schema;
      for (const one of [items, typeof rest === 'object' ? rest : undefined]) look(one);
      for (const one of [...Object.values(properties), ...anyOf, ...allOf]) look(one);
    };
    for (const { call } of described) {
      for (const { schema } of Object.values(call.requestBody?.content ?? {})) look(schema);
      look(call.responses['200']?.content?.['application/json']?.schema);
      for (const one of call.parameters) look('schema' in one ? one.schema : undefined);
    }
    Object.values(document.components.schemas).forEach(look);
    const told = [
      ...['$ref', 'type', 'description', 'enum', 'const', 'format', 'pattern', 'default', 'minimum', 'maximum'],
      ...['minLength', 'maxLength', 'items', 'minItems', 'maxItems', 'properties', 'required', 'additionalProperties'],
      ...['propertyNames', 'anyOf', 'allOf'],
    ];
    // Of a file the format says the same.
    expect([...seen].filter((word) => !told.includes(word))).toEqual(['contentEncoding']);
  });

  test('for people: one page without a script, an inline style or an outside address, whose links lead somewhere', async () => {
    const reply = await fetch(`${server.url}/api/docs`);
    const text = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers.get('content-security-policy')).toContain("style-src 'self'");
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en">/);
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|="https?:/);
    expect(text).toContain('rounded by the server.');
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    expect(text.match(/<h1>/g)).toHaveLength(1);
    for (const { path, method, call } of described) {
      expect(ids).toContain(call.operationId);
      expect(text).toContain(`<strong>${method}</strong> ${path}`);
    }
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const style = await fetch(server.url + sheet);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    // Without one a browser asks for a file that there is not.
    const [, mark = '/favicon.ico'] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
    const icon = await fetch(server.url + mark);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  });
});
