import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { allCalls } from '../../contract/calls/index.ts';
import { envelope, redirect, scanned } from '../../contract/envelope.ts';
import { failure } from '../../contract/errors.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { writeJournal } from '../../contract/journal/file.ts';
import { keptKeys, maskEntry, maskValue } from '../../contract/journal/mask.ts';
import { publicAnswers } from '../../contract/journal/public.ts';
import english from '../../contract/messages/en.json' with { type: 'json' };
import { isPartOfAddress, knownWords, ownWords } from '../../contract/journal/words.ts';
import { addressFields } from '../../machines/bank-card/bank-card.samples.ts';
import type { Model } from '../../machines/model.ts';
import { wholeForm } from '../../machines/payment/payment.samples.ts';
import { routes } from '../../machines/residents/navigation/routes.ts';
import { flows } from '../../machines/root/flows.ts';
import { nothingHeld, scan } from '../../machines/scanner/scan.ts';
import { found, listedIn, namesIn, numberIn, plant, secretNames, secrets, type SecretName } from './planted.ts';

const modules = import.meta.glob<{ default: Model }>('../../machines/**/*.model.ts', { eager: true });
const models = Object.values(modules).map((module) => module.default);

const now = '2026-01-15T12:00:00.000Z';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const flow = 'root/page/flow';
const leaf = (name: string, data: unknown, type = 'xstate.promise.resolve'): Entry => ({
  t: 1,
  k: 'leaf',
  to: `${flow}/${name}`,
  event: { type, data },
});
const said = (event: { type: string } & Record<string, unknown>): Entry => ({ t: 1, k: 'send', to: flow, event });
const streamed = (event: { type: string }): Entry => ({ t: 1, k: 'emit', to: 'root/responses', event });
const begun = (input: unknown): Entry => ({ t: 0, k: 'start', input, version: 'aaaa' });

/** What is written and exported of entries. */
const written = (entries: readonly Entry[]): string =>
  writeJournal({ version: 'aaaa', account: null, whole: true, ends: {}, entries: entries.map(maskEntry) });

/** The entries held the secret before; nothing of it is left. */
function expectClean(name: SecretName, entries: readonly Entry[]): void {
  const before = JSON.stringify(entries);
  const left = found(written(entries), [name]);
  // Each alone only where something was found: there are many.
  const where = left.length === 0 ? [] : entries.filter((entry) => found(written([entry]), [name]).length > 0);
  const events = where.map((entry) => (entry.k === 'start' ? 'the start' : entry.event.type));
  expect([
    before.includes(JSON.stringify(secrets[name]).slice(1, -1)),
    ...left.map((how) => `${how}, in ${[...new Set(events)].join(', ')}`),
  ]).toEqual([true]);
}

const of = (kind: keyof typeof keptKeys): ReadonlySet<string> => new Set(keptKeys[kind]?.split(' '));
const [amounts, versions] = [of('amount'), of('version')];
const isNumber = (name: SecretName) => /^\d{1,8}$/.test(secrets[name]);
const isVersion = (name: SecretName) => /^(?!.*[\d.-]{6})[\w.-]{0,12}$/.test(secrets[name]);

/**
 * Where a secret can be: anywhere. But a few digits would be an amount in the place of one, and one short word
 * a version in the place of that.
 */
const comesIn = (name: SecretName) => (key: string) =>
  !(amounts.has(key) && isNumber(name)) && !(versions.has(key) && isVersion(name));

type Comes = (key: string) => boolean;
/** Every string of a value replaced by a secret where it comes in. */
function replaced(value: unknown, name: SecretName, comes: Comes = comesIn(name), key = ''): unknown {
  if (typeof value === 'string') return comes(key) ? secrets[name] : value;
  if (Array.isArray(value)) return value.map((each) => replaced(each, name, comes, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, replaced(each, name, comes, inner)]));
}

const isWords = (inner: unknown): boolean => typeof inner === 'function';
const fieldsIn = (fields: object): string[] =>
  Object.entries(fields).flatMap(([key, inner]) => (isWords(inner) ? [key] : fieldsIn(inner as object)));
/** What everybody is told is no secret: there it does not come in. */
const comesInAnswer = (name: SecretName, call: string): Comes => {
  const open = new Set(fieldsIn(publicAnswers[call] ?? {}));
  return (key) => comesIn(name)(key) && !open.has(key);
};

test('D8 the search finds a secret however it is written', () => {
  expect(secretNames.length).toBeGreaterThanOrEqual(20);
  for (const name of secretNames.filter((each) => secrets[each].length > 5)) {
    const text = secrets[name];
    const ways = [
      JSON.stringify({ text }),
      JSON.stringify({ text: JSON.stringify({ text }) }),
      encodeURIComponent(text),
      encodeURIComponent(encodeURIComponent(text)),
      Buffer.from(`x${text}y`).toString('base64'),
      Buffer.from(text).toString('base64url'),
      Buffer.from(text).toString('hex'),
      text.toUpperCase(),
      text.slice(0, -1),
      text.slice(1),
    ];
    expect(ways.filter((way) => found(way, [name]).length === 0)).toEqual([]);
  }
  expect(found('{"cvv":"739"}', ['the code of a card'])).not.toEqual([]);
  expect(found(JSON.stringify(maskValue(secrets)))).toEqual([]);
});

describe.each(secretNames)('D8 nothing is written of %s', (name) => {
  const secret = secrets[name];
  const isPlanted = comesIn(name);

  test('D8 that a person says, by any event, in any of its words', () => {
    const types = new Set(models.flatMap(({ events }) => Object.keys(events)));
    const typed = [...types].filter((type) => type.startsWith('user.'));
    expect(typed.length).toBeGreaterThan(30);
    const later = ['user.phone typed', 'user.new password typed', 'user.file chosen', 'user.message typed'];
    const values = [secret, [secret], { name: secret, size: 7 }, { [secret]: secret }];
    const amount = ['user.amount typed', 'user.limit typed', 'user.part chosen'];
    expectClean(
      name,
      [...typed, ...later]
        .filter((type) => !(amount.includes(type) && isNumber(name)))
        .flatMap((type) => values.map((value) => said({ type, value, note: secret }))),
    );
  });

  test('D8 that the page, the house or another tab says, by any sample of an event', () => {
    const samples = models.flatMap(({ events }) =>
      Object.entries(events).flatMap(([type, list]) => (Array.isArray(list) ? list.map((one) => ({ type, one })) : [])),
    );
    expect(samples.length).toBeGreaterThan(100);
    expectClean(
      name,
      samples
        .filter(({ type }) => !type.startsWith('user.'))
        .map(({ type, one }) => streamed({ ...(replaced(one, name) as object), type })),
    );
  });

  test('D8 that an answer brings, to whoever asked', () => {
    const payloads = allCalls.flatMap(({ name: call, payload }) =>
      payload ? [leaf(call, { payload: plant(payload, secret, comesInAnswer(name, call)), now, at: 1 })] : [],
    );
    expect(payloads.length).toBeGreaterThan(15);
    expectClean(name, payloads);
  });

  test('D8 that an outcome of a model brings, good or bad', () => {
    // What a draft holds under `text` is an amount; it is looked at below.
    const ends = models.flatMap(({ outcomes: { 'draft.read': _, ...outcomes } }) =>
      Object.entries(outcomes).flatMap(([call, { done = {}, error = {} }]) => [
        ...Object.values(done).map((one) => leaf(call, replaced(one, name, comesInAnswer(name, call)))),
        ...Object.values(error).map((one) => leaf(call, replaced(one, name), 'xstate.promise.reject')),
      ]),
    );
    expect(ends.length).toBeGreaterThan(100);
    expectClean(name, ends);
  });

  test('D8 that an answer brings, to the house', () => {
    const keys = Object.fromEntries(
      Object.entries(scanned).map(([key, schema]) => [key, plant(schema, secret, isPlanted, key)]),
    );
    const body = { status: 'ok', now, rev: 1, payload: { note: secret }, ...keys };
    const { signals } = scan(nothingHeld, { seq: 1, call: 'auth.check', statusCode: 200, body, at: 1 });
    expect(signals.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['signal.user', 'signal.notifications', 'signal.site_settings', 'signal.wallets']),
    );
    const broken = Object.fromEntries(Object.keys(body).map((key) => [key, { [secret]: [secret] }]));
    const malformed = scan(nothingHeld, { seq: 1, call: 'auth.check', statusCode: 200, body: broken, at: 1 });
    expectClean(name, [...signals, ...malformed.signals].map(streamed));
    expect(found(written(malformed.signals.map(streamed)), [name])).toEqual([]);
  });

  test('D8 that an error names', () => {
    const told = plant(failure, secret, isPlanted) as object;
    const errors = [
      { name: 'CallError', kind: 'refused', statusCode: 422, at: 1, now, ...told },
      { name: secret, kind: secret, code: secret, message: secret, now: secret },
      { name: 'PortError', code: secret, message: `failed: ${secret}` },
      { fields: { email: secret, [secret]: 'malformed' }, params: { left: 3, [secret]: 4 } },
      secret,
      [secret],
    ];
    expectClean(
      name,
      errors.flatMap((error) => [
        leaf('auth.login', error, 'xstate.promise.reject'),
        leaf('draft.read', error, 'xstate.promise.reject'),
      ]),
    );
  });

  test('D8 that stands in an address, plain or encoded', () => {
    const coded = [secret, encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret)), base64(secret)];
    const paths = ['/', '/login', '/exchange/USD/BTC', '/en/nowhere'];
    const queries = ['link', 'token', 'email', 'search', 'operation', 'status', 'currency', 'from', 'next', 'code'];
    const amountQueries = isNumber(name) ? [] : ['give', 'get'];
    const addresses = coded.flatMap((text) => [
      ...paths.flatMap((path) => [`${path}/${text}`, `${path}?${text}`, `${path}?a=1&${text}=2`, `${path}#${text}`]),
      ...routes.map(({ path }) => path.replaceAll(/:\w+\??/g, text)),
      ...[...queries, ...amountQueries].flatMap((key) => [
        `/login?${key}=${text}`,
        `?${key}=${text}`,
        `/x?${key}=1#${text}`,
      ]),
      `https://partner.example/${text}?ref=${text}#${text}`,
      `https://${text}@partner.example/`,
      `//${text}`,
      `javascript:${text}`,
      `mailto:${text}`,
      `index-article-name?name=${text}`,
      text,
    ]);
    const entries = addresses.flatMap((path) => [
      begun({
        path,
        memory: { email: secret, kept: { interrupted: path, landing: { to: path }, whose: secret }, asked: [secret] },
      }),
      streamed({ type: 'port.address changed', path } as never),
      said({ type: 'user.navigated', value: path } as never),
      leaf('any', {
        redirect_url: path,
        url: path,
        form_path: path,
        submit_path: path,
        to: path,
        logo: path,
        icon_url: path,
      }),
      leaf('any', { origins: [path], rate_listing_url: path }),
      streamed({
        type: 'signal.redirect',
        redirect_url: (plant(redirect, path, () => true) as { redirect_url: string }).redirect_url,
      } as never),
    ]);
    expectClean(name, entries);
  });

  test('D8 that is kept on this device', () => {
    const drafts = [
      { side: secret, text: isNumber(name) ? '' : secret, byHand: true, note: secret },
      { [secret]: secret },
      secret,
    ];
    expectClean(
      name,
      drafts.map((draft) => leaf('draft.read', draft)),
    );
    expectClean(name, [begun({ memory: { kept: { [secret]: [secret] }, theme: secret }, locale: secret })]);
  });

  test('D8 under any key at all, of today or of a flow to come', () => {
    const kept = Object.values(keptKeys).flatMap((each) => each.split(' '));
    const others = `card_number cvv holder expires document number scan file_name text body html phone first_name
      last_name birthday recipient wallet_address iban memo comment value name title summary token session remember`;
    const keys = [...kept, ...others.trim().split(/\s+/)].filter(isPlanted);
    expectClean(
      name,
      keys.map((key) => leaf('any', { [key]: secret, deep: [{ [key]: [secret, { [key]: secret }] }] })),
    );
    const counted = new Set([...of('moment'), ...of('count')]);
    if (String(numberIn(secret)).length < 6) return;
    const numbers = keys
      .filter((key) => !counted.has(key))
      .map((key) => leaf('any', { [key]: numberIn(secret), deep: [{ [key]: [numberIn(secret)] }] }));
    expect(found(written(numbers), [name])).toEqual([]);
  });
});

const typedAmount = (value: string): unknown => {
  const entry = maskEntry(said({ type: 'user.amount typed', side: 'give', value }));
  return entry.k === 'start' ? undefined : entry.event['value'];
};
/** The same text with other digits behind the sixth; zeros stay. */
const endingOtherwise = (text: string): string => {
  let digits = 0;
  return text.replaceAll(/\d/g, (digit) =>
    (digits += 1) <= 6 || digit === '0' ? digit : String((Number(digit) % 9) + 1),
  );
};

test.each(secretNames.filter((name) => secrets[name].replaceAll(/\D/g, '').length > 8))(
  'D8 of %s that is typed as an amount, sign by sign, six digits at most are written',
  (name) => {
    const text: string = secrets[name];
    const digits = text.replaceAll(/\D/g, '');
    const signs = [text, digits, `${digits},`].flatMap((of) => Array.from(of, (_, at) => of.slice(0, at + 1)));
    expect(signs.map((each) => [each, typedAmount(endingOtherwise(each))])).toEqual(
      signs.map((each) => [each, typedAmount(each)]),
    );
  },
);

test('D8 an amount that is typed keeps six digits in a row, its size and how precise it is', () => {
  const whole = ['123456', '1500000', '15000000', '15000000.', '1 234 567', '0.12345678', '123.45678', '1234,56'];
  expect(whole.map(typedAmount)).toEqual(whole);
  const long = ['1234567', '42763801', '-7916580,', '12345678 ', '123456,78', '1234.5678', '1234.5670'];
  const written = ['1234560', '42763800', '-7916580,', '12345600 ', '123456,01', '1234.5601', '1234.5610'];
  expect(long.map(typedAmount)).toEqual(written);
  expect(written.map((text) => typedAmount(text))).toEqual(written);
});

const told = (to: string, payload: unknown, type?: string) => maskEntry(leaf(to, { payload, now, at: 1 }, type));
const payloadOf = (entry: Entry): unknown =>
  entry.k === 'leaf' ? (entry.event['data'] as { payload: unknown }).payload : undefined;

test('D8 what the server tells everybody is written as it is, and once more', () => {
  const answers: Record<string, unknown> = {
    'content.menu': { header_menu: [{ url: '/exchanges', title: 'Обмен валют', order: 10, icon_url: '' }] },
    'content.article': { title: 'Комиссии', html: '<p>Не больше 1 %.</p>', updated_at: now },
    'content.articles': { items: [{ title: 'Комиссии', summary: 'Сколько стоит обмен' }] },
    'exchange.list': { items: [{ src: { code: 'XAU', name: 'Золото' }, dst: { code: 'USD', name: 'US dollar' } }] },
    'exchange.form': { src: { name: 'Золото' }, dst: { name: 'US dollar' } },
    check: { give_currency: { name: 'Золото' }, get_currency: { name: 'US dollar' } },
    page: { items: [{ give_currency: { name: 'Золото' }, get_currency: { name: 'US dollar' } }] },
  };
  for (const [asked, payload] of Object.entries(answers)) {
    expect(payloadOf(told(asked, payload))).toEqual(payload);
    expect(maskEntry(told(asked, payload))).toEqual(told(asked, payload));
  }
});

test.each(Object.keys(publicAnswers))('D8 beside what everybody is told, nothing is open in %s', (asked) => {
  const secret = secrets['a whole name as a word'];
  const fields = Object.keys(publicAnswers[asked]!);
  const aside = { title: secret, name: secret, html: secret, summary: secret, text: secret };
  const inside = { items: [{ ...aside, title: { name: secret } }], note: aside, ...aside };
  const names = ['title', 'html', 'name', 'summary'].filter((name) => !fields.includes(name));
  const kept = Object.fromEntries(names.map((name) => [name, secret]));
  const isClean = (entry: Entry) => expect(found(written([entry]), ['a whole name as a word'])).toEqual([]);
  // Under another name, by another event, in an error, and where a person is spoken of.
  isClean(told(asked, { note: inside, user: inside, notifications: [inside], ...kept }));
  isClean(told(asked, { [secret]: inside }));
  isClean(told(`no ${asked}`, inside));
  isClean(told(asked, inside, 'xstate.promise.reject'));
  isClean(streamed({ type: 'signal.any', payload: inside } as never));
  isClean(told(asked, Object.fromEntries(fields.map((name) => [name, { [secret]: secret }]))));
});

test('D8 a text that is longer than any of ours is not written', () => {
  const long = `${secrets['a whole name as a word']} `.repeat(3_000);
  expect(found(written([told('content.article', { title: 'x', html: long })]))).toEqual([]);
});

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

test('D8 who asks under the name of such an answer makes that call, or stands for it', () => {
  const asked = models.flatMap(({ machine }) => nodesOf(machine.root).flatMap(({ invoke }) => invoke));
  const open = asked.filter(({ id }) => Object.hasOwn(publicAnswers, id));
  expect(open.length).toBeGreaterThan(10);
  expect(open.filter(({ id, src }) => id !== src)).toEqual([]);
});

test('D8 a version is written as it is, as a build names itself', () => {
  const read = ['JW6sUC1vLDJM', 'aB-3_dEf9hIj', 'dev', '1.0.0', 'JW6sUC1vLDJM→qB-3_dEf9hIj', ''];
  for (const key of ['fv', 'own', 'version', 'pairs']) expect(read.map((text) => maskValue(text, key))).toEqual(read);
  expect(maskValue('79165803142', 'fv')).toBe('00000000000');
});

test('D8 an amount is written as it is, and what only looks like one as large as it was', () => {
  const read = ['1', '0,024', '1 234 567,5', "12'345.60", '.5', '100.', '-1.20', '123456789', '123456789012.34', ''];
  expect(read.map((text) => maskValue(text, 'amount'))).toEqual(read);
  expect(
    ['+79165803142', '4510 583921', '14.03.1987', '0427638012', '4276380123456787.', '1,2.35'].map((text) =>
      maskValue(text, 'amount'),
    ),
  ).toEqual(['+10000000000', '1000 000000', '10.00.0001', '0100000000', '1000000000000000.', '1,0.01']);
});

test('D8 files of a page are told apart by their handles, in which no number of a person fits', () => {
  const given = (value: string) =>
    maskEntry({ t: 0, k: 'send', to: 'root', event: { type: 'user.attachment removed', value } }) as {
      event: Record<string, unknown>;
    };
  for (const handle of ['file 1', 'file 0k3f9zq1a7b2c4 1', 'file 0k3f9zq1a7b2c4 12']) {
    expect(given(handle).event['value']).toBe(handle);
    expect(maskValue({ handle })).toEqual({ handle });
  }
  for (const number of [
    'file 41111111111111 1',
    'file 4111111111111111',
    'file 123456',
    'passport 1',
    'file anna.petrova12 1',
  ])
    expect(maskValue({ handle: number })).not.toEqual({ handle: number });
});

test('D8 fields of the contract and of the models keep their names, calls and flows too', () => {
  const called = allCalls.filter(({ payload }) => payload);
  const schemas = called.flatMap(({ payload, input = [], params = [], query = [] }) => [
    payload!,
    input,
    params,
    query,
  ]);
  const names = [...schemas.flat(), ...Object.values(scanned), failure, redirect, envelope].flatMap(namesIn);
  const keysIn = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => [...(Array.isArray(value) ? [] : [key]), ...keysIn(each)])
      : [];
  // Models of tools that nobody records have words of their own.
  const ofModels = models
    .filter(({ unrecorded }) => unrecorded === undefined)
    .flatMap(({ events }) => Object.values(events).flatMap(keysIn));
  const isWritten = (name: string) => Object.hasOwn(maskValue({ [name]: 1 }) as object, name);
  expect
    .soft(
      [...new Set([...names, ...ofModels, ...Object.keys(scanned)])].filter((name) => !isWritten(name)),
      'names of fields that contract/journal/names.ts does not list: a masked journal would rename them',
    )
    .toEqual([]);
  const words = [...called.map(({ name }) => name), ...flows.map(({ name }) => name), ...Object.keys(scanned)];
  expect(
    words.filter((word) => !ownWords.has(word)),
    'names of calls and flows that contract/journal/words.ts does not list',
  ).toEqual([]);
});

test.each([...addressFields, ...wholeForm.fields].map(({ name }) => name))(
  'D8 the described field %s keeps its name: in the form, beside its value, and when it is filled',
  (field) => {
    const form = { fields: [{ name: field }], values: { [field]: 5 } };
    expect(maskValue(form)).toEqual(form);
    expect(maskEntry(said({ type: 'user.field filled', field, value: 'Anna 1' }))).toEqual(
      said({ type: 'user.field filled', field, value: 'xxxx 0' }),
    );
  },
);

test('D8 what the contract lists is known where a list is all that may be written', () => {
  const schemas = [
    ...allCalls.flatMap(({ payload }) => payload ?? []),
    ...Object.values(scanned),
    failure,
    redirect,
    envelope,
  ];
  const listed = schemas.flatMap(listedIn);
  expect(listed).toContain('awaiting_payment');
  expect(
    listed.filter((text) => !knownWords.has(text)),
    'words of the contract that contract/journal/words.ts does not list',
  ).toEqual([]);
});

/** What a server says in one word, and the page in a message: the key that the word has, and where its messages stand. */
const inOneWord = { reason: 'operation.reason.', label: 'form.field.', help: 'form.help.' };
test.each(Object.entries(inOneWord))('D8 a word that is told by a message stays: %s, %s', (key, behind) => {
  const words = Object.keys(english).flatMap((name) => (name.startsWith(behind) ? [name.slice(behind.length)] : []));
  expect(words.length).toBeGreaterThan(10);
  expect(
    // `_in` is said of money that comes in, of the same word.
    words.map((word) => word.replace(/_in$/, '')).filter((word) => maskValue(word, key) !== word),
    'words that contract/journal/words.ts does not list',
  ).toEqual([]);
});

test('D8 addresses of the page keep what a route is known by', () => {
  const parts = routes.flatMap(({ path, name }) => [
    ...path.split('/').filter((part) => part && !part.startsWith(':')),
    name,
  ]);
  expect(
    parts.filter((part) => !isPartOfAddress(part)),
    'parts of routes that contract/journal/words.ts does not list',
  ).toEqual([]);
});
