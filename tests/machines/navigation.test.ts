import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { isOwnPath, readQuery } from '../../machines/residents/navigation/address.ts';
import { afterSignIn, decide, type Arrival } from '../../machines/residents/navigation/after-sign-in.ts';
import { navigationMachine } from '../../machines/residents/navigation/navigation.machine.ts';
import { matchRoute, pathTo, readTarget, routes, type RouteName } from '../../machines/residents/navigation/routes.ts';
import { settle } from '../../machines/residents/navigation/settle.ts';
import { boot } from '../../machines/paths/world.ts';
import { runs } from '../tools/runs.ts';

const everyName = routes.map(({ name }) => name);
const rules = { built: everyName, guards: {} };
const visitor = (path: string) => settle(path, null, rules);
const person = (path: string) => settle(path, 'A-1001', rules);

/** Path → name and parameters for who may see it; `home`: sent to `/` and kept; any other path: sent there. */
type Expected = [name: string, params?: Record<string, string>] | 'home' | 'not found' | string;
const table: [row: string, path: string, asVisitor: Expected, asPerson: Expected][] = [
  ['R1', '/local/healthcheck', ['local-healthcheck'], ['local-healthcheck']],
  ['R2', '/', ['index'], '/exchanges'],
  ['R2', '/?ref=', ['index'], '/exchanges'],
  ['R2 F12', '/?ref=AB12CD34EF', ['recruit'], ['recruit']],
  ['R2 R8', '/login', ['index-login'], '/exchanges'],
  ['R2 R8', '/login/telegram', ['login-telegram'], '/exchanges'],
  ['R2 R8', '/signup', ['index-signup'], '/exchanges'],
  ['R8', '/forgot-password', ['forgot-password'], ['forgot-password']],
  ['R8', '/reset-password', ['reset-password'], ['reset-password']],
  ['R3', '/cards', 'home', '/cards/list'],
  ['R3', '/cards/list', 'home', ['cards-list']],
  ['R3', '/cards/my', 'home', ['cards-my']],
  ['R3', '/cards/my/c_1', 'home', ['cards-my-card', { card: 'c_1' }]],
  ['R3', '/cards/my/c%201', 'not found', 'not found'],
  ['R3', '/cards/order', 'home', ['cards-order-id']],
  ['R3', '/cards/order/o1', 'home', ['cards-order-id', { id: 'o1' }]],
  ['R3', '/cards/order/confirm', 'home', ['cards-order-confirm']],
  ['R3', '/cards/order/o1/x', 'not found', 'not found'],
  ['R4', '/chat', 'home', ['chat']],
  ['R4', '/chat/support', 'home', ['chat-support']],
  ['R4', '/chat/private', 'home', ['chat-private-id']],
  ['R4', '/chat/private/p-1', 'home', ['chat-private-id', { id: 'p-1' }]],
  ['R4', '/chat/private/a.b', 'not found', 'not found'],
  ['R5', '/deposit', 'home', ['deposit']],
  ['R5', '/deposit/form', 'home', ['deposit-form-id-form']],
  ['R5', '/deposit/form/7', 'home', ['deposit-form-id-form', { id: '7' }]],
  ['R5', '/deposit/form/7/op1', 'home', ['deposit-form-id-form', { id: '7', form: 'op1' }]],
  ['R5', '/deposit/form/7/op1/x', 'not found', 'not found'],
  ['R6', '/exchanges', 'home', ['exchanges']],
  ['R6', '/exchanges?search=USD/', 'home', ['exchanges']],
  ['R7', '/exchange/all', 'home', ['exchange-all']],
  ['R7', '/exchange/all/USD', 'home', ['exchange-all-currency', { currency: 'USD' }]],
  ['R7', '/exchange/all/usd', 'not found', 'not found'],
  ['R7', '/exchange', 'home', '/exchanges'],
  ['R7', '/exchange/USD', 'home', '/exchanges?search=USD/'],
  ['R7', '/exchange/USD/BTC', 'home', ['exchange-src-dst', { src: 'USD', dst: 'BTC' }]],
  ['R7', '/exchange/usd/BTC', 'not found', 'not found'],
  ['R7', '/exchange/USD/<b>', 'not found', 'not found'],
  ['R9', '/history', 'home', '/history/exchange'],
  ...['deposit', 'exchange', 'payment', 'referral', 'transfer', 'withdraw'].map((kind): (typeof table)[number] => [
    'R9',
    `/history/${kind}`,
    'home',
    [`history-${kind}`],
  ]),
  ['R9', '/history/other', 'not found', 'not found'],
  ['R10', '/purchase', 'home', ['purchase']],
  ['R10', '/purchase/form/2', 'home', ['purchase-form-id-form', { id: '2' }]],
  ['R10', '/purchase/form/2/op1', 'home', ['purchase-form-id-form', { id: '2', form: 'op1' }]],
  ['R10', `/purchase/form/${'x'.repeat(65)}`, 'not found', 'not found'],
  ['R11', '/referral', 'home', ['referral']],
  ['R12 R15', '/settings', 'home', ['index-settings']],
  ...[
    'change-password',
    'drivers_license',
    'id_card',
    'mail',
    'passport',
    'personal',
    'verification',
    'verification_success',
  ].map((part): (typeof table)[number] => ['R12', `/settings/${part}`, 'home', [`settings-${part}`]]),
  ['R12', '/settings/driver_license', 'not found', 'not found'],
  ['R13', '/transfer', 'home', ['transfer']],
  ['R14', '/withdraw', 'home', ['withdraw']],
  ['R14', '/withdraw/form/2/op1', 'home', ['withdraw-form-id-form', { id: '2', form: 'op1' }]],
  ['R15', '/article', ['index-article-name'], ['index-article-name']],
  ['R15', '/article/rules', ['index-article-name', { name: 'rules' }], ['index-article-name', { name: 'rules' }]],
  ['R15', '/article/Rules', 'not found', 'not found'],
  ['R15', '/support', 'home', ['index-support']],
  ['G6', '/nowhere', 'not found', 'not found'],
  ['G6', '//evil.example', 'not found', 'not found'],
];

function check(settled: ReturnType<typeof settle>, path: string, expected: Expected): void {
  if (expected === 'not found')
    expect(settled).toMatchObject({ found: 'not found', place: { name: 'not-found', path } });
  else if (expected === 'home')
    expect(settled).toMatchObject({ found: 'here', kept: path, place: { name: 'index', path: '/' } });
  else if (typeof expected === 'string')
    expect(settled).toMatchObject({ found: 'here', kept: null, place: { path: expected } });
  else {
    const [name, params = {}] = expected;
    expect(settled).toMatchObject({ found: 'here', kept: null, place: { name, params, path } });
  }
}

describe('routes', () => {
  test.each(table)('%s %s for a visitor', (_row, path, asVisitor) => check(visitor(path), path, asVisitor));
  test.each(table)('%s G1 G2 %s for a signed-in person', (_row, path, _asVisitor, asPerson) =>
    check(person(path), path, asPerson),
  );

  test('R1 R15 every route is in the table', () => {
    const seen = new Set(table.flatMap(([, path]) => matchRoute(path)?.route.name ?? []));
    expect(everyName.filter((name) => !seen.has(name)).map((name) => `${name}: add a row of it to \`table\``)).toEqual(
      [],
    );
    expect(new Set(everyName).size).toBe(everyName.length);
  });

  test('R6 the query comes decoded, the first of a name counts', () => {
    expect(person('/exchanges?search=USD%2F&search=x&a').place.query).toEqual({ search: 'USD/', a: '' });
    expect(readQuery('a=%zz&=1&__proto__=2&b=1+2')).toEqual(
      Object.fromEntries([
        ['__proto__', '2'],
        ['b', '1 2'],
      ]),
    );
  });

  test('G6 a route whose flow is not built is a page that is not there, after its guards', () => {
    const some = { built: ['index', 'exchanges'], guards: {} };
    expect(settle('/transfer', 'A-1001', some)).toMatchObject({ found: 'not found', place: { name: 'not-found' } });
    expect(settle('/transfer', null, some)).toMatchObject({
      found: 'here',
      kept: '/transfer',
      place: { name: 'index' },
    });
  });

  test('G2 a guard that nobody registered is the error 500', () => {
    const odd = { built: everyName, guards: { exchanges: ['nobody knows'] } };
    expect(settle('/exchanges', 'A-1001', odd)).toMatchObject({
      found: 'broken',
      place: { name: 'error', params: { statusCode: '500', message: 'Unknown middleware' }, path: '/exchanges' },
    });
    expect(settle('/exchanges', 'A-1001', { built: everyName, guards: { exchanges: ['toString'] } }).found).toBe(
      'broken',
    );
  });

  test('R16 every route has an address, and its name leads there', () => {
    expect(pathTo('exchange-src-dst', { src: 'USD', dst: 'BTC' })).toBe('/exchange/USD/BTC');
    expect(pathTo('exchange-src-dst', { src: 'USD' })).toBe('/exchange/USD');
    const addressOf = (name: RouteName): string => {
      const route = routes.find((one) => one.name === name)!;
      const asks = 'asks' in route ? route.asks : undefined;
      return `${pathTo(name, { card: 'a', currency: 'USD' })}${asks === undefined ? '' : `?${asks}=a`}`;
    };
    expect(everyName.filter((name) => matchRoute(addressOf(name))?.route.name !== name)).toEqual(
      [] satisfies RouteName[],
    );
  });
});

describe('a path that somebody else gave', () => {
  test.each([
    '/',
    '/exchanges',
    '/exchanges/',
    '/exchange/USD/BTC?give=100',
    '/exchanges?search=USD%2F',
    '/settings/id_card',
    '/article/a.b?x=1&y=%D0%B0',
  ])('G3 %s is ours', (path) => expect(isOwnPath(path)).toBe(true));

  test.each([
    '',
    'exchanges',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/a//b',
    '/a\\b',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /exchanges',
    '/exchanges ',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\u0000b',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/%252f',
    '/..',
    '/../x',
    '/a/./b',
    '/.',
    '/@evil',
    '/a:b',
    '/a#b',
    '/a?x=%00',
    '/a?x=%0d%0aSet-Cookie',
    '/a?x=%zz',
    '/a?x=%',
    '/a?x="',
    '/a?x=<',
    '/а',
    '/\u2215evil.example',
    `/${'a'.repeat(2_048)}`,
    '?operation=1',
    '/a?b?c',
  ])('G3 %j is not', (path) => expect(isOwnPath(path)).toBe(false));

  test('G3 whatever passes stays on this origin', () => {
    const odd = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', '5', 'c', ':', '@', '?', '=', 'a', ' ', '\t', '\n', '#'),
    });
    fc.assert(
      fc.property(odd, (path) => {
        if (!isOwnPath(path)) return;
        const url = new URL(path, 'https://house.example');
        expect(url.origin).toBe('https://house.example');
        expect(url.pathname + url.search).toBe(path.endsWith('?') ? path.slice(0, -1) : path);
      }),
      runs(5_000),
    );
  });

  test('G3 a target may be a path, a query of this place, or a name', () => {
    expect(readTarget('?operation=1', '/exchange/USD/BTC?give=1')).toBe('/exchange/USD/BTC?operation=1');
    expect(readTarget('?', '/exchange/USD/BTC?give=1')).toBe('/exchange/USD/BTC');
    expect(readTarget('index-login', '/')).toBe('/login');
    expect(readTarget('exchange-all-currency', '/')).toBeUndefined();
    expect(readTarget('exchange-all-currency?currency=USD', '/')).toBe('/exchange/all/USD');
    expect(readTarget('exchange-all-currency?currency=usd', '/')).toBeUndefined();
    expect(readTarget('exchange-src-dst?dst=BTC', '/')).toBeUndefined();
    expect(readTarget('index-article-name?name=terms&from=menu', '/')).toBe('/article/terms?from=menu');
    expect(readTarget('https://evil.example', '/')).toBeUndefined();
  });
});

describe('after sign-in', () => {
  const all: Arrival = {
    path: '/login',
    blocked: true,
    needsPassword: true,
    authType: 'password',
    account: 'A-1001',
    asked: [],
    built: ['settings-change-password'],
    interrupted: '/exchange/USD/BTC',
    landing: '/exchange/EUR/ETH?give=5',
    redirect: '/history/exchange',
  };
  const steps: [expected: string, take: Partial<Arrival>][] = [
    ['/login', {}],
    ['/settings/change-password', { blocked: false }],
    ['/exchange/USD/BTC', { asked: ['A-1001'] }],
    ['/exchange/EUR/ETH?give=5', { interrupted: null }],
    ['/history/exchange', { landing: null }],
    ['/exchanges', { redirect: '/' }],
    ['/exchanges', { redirect: null }],
  ];

  test('G3 G4 each row wins over those below it', () => {
    let arrival = all;
    for (const [expected, take] of steps) {
      arrival = { ...arrival, ...take };
      expect(decide(arrival).to).toBe(expected);
    }
    expect(afterSignIn.map(({ name }) => name)).toEqual([
      'the site is blocked',
      'a password is required',
      'the interrupted path',
      'a landing exchange',
      'the redirect of the server',
      'the list of exchanges',
    ]);
  });

  test.each([
    ['somebody has a password', { needsPassword: false }],
    ['sign-in is by e-mail', { authType: 'passwordless' }],
    ['it was asked once', { asked: ['A-2002', 'A-1001'] }],
    ['the page is not built', { built: [] }],
  ])('G4 no password is required when %s', (_name, change) => {
    expect(decide({ ...all, blocked: false, ...change }).row).toBe('the interrupted path');
  });

  const signedIn = {
    ...{ type: 'house.signed in', account: 'A-1001', again: false },
    ...{ need_set_password: true, call: 'auth.code', seq: 5 },
  };
  const open = (path: string, kept?: object) => boot(navigationMachine, { path, ...rules, kept });
  const placeOf = (world: ReturnType<typeof open>) => world.actor.getSnapshot().context.place?.path;

  test('G4 once: the second sign-in of the same person is not asked', () => {
    const world = open('/exchanges');
    world.actor.send({ type: 'signal.site_settings', site_settings: { logo_url: '', auth_type: 'password' }, seq: 1 });
    world.actor.send(signedIn);
    expect(placeOf(world)).toBe('/settings/change-password');
    expect(world.actor.getSnapshot().context.interrupted).toBe('/exchanges');
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    world.actor.send({ ...signedIn, seq: 6 });
    expect(placeOf(world)).toBe('/exchanges');
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    world.actor.send({ ...signedIn, account: 'A-2002', seq: 7 });
    expect(placeOf(world)).toBe('/settings/change-password');
  });

  test('G4 once: where it is learnt that they signed in in another tab, which asks, the way is that of a person who needs none', () => {
    const settings = { type: 'signal.site_settings', site_settings: { logo_url: '', auth_type: 'password' }, seq: 1 };
    const after = (path: string, call: string) => {
      const world = open(path, { landing: { to: '/exchange/USD/BTC' } });
      world.actor.send(settings);
      world.actor.send({ type: 'house.signed out', why: 'visitor' });
      world.actor.send({ ...signedIn, call });
      const { interrupted, landing } = world.actor.getSnapshot().context;
      return [placeOf(world), interrupted, landing?.to ?? null];
    };
    for (const call of ['auth.code', 'auth.link', 'auth.login_by_password', 'auth.telegram'])
      expect(after('/article/terms', call)).toEqual([
        ...['/settings/change-password', '/article/terms', '/exchange/USD/BTC'],
      ]);
    for (const call of ['auth.check', 'exchange.landing']) {
      expect(after('/article/terms', call)).toEqual(['/article/terms', null, null]);
      expect(after('/login', call)).toEqual(['/exchange/USD/BTC', null, null]);
    }
    const opened = open('/article/terms');
    opened.actor.send(settings);
    opened.actor.send({ ...signedIn, call: 'auth.check' });
    expect(placeOf(opened)).toBe('/settings/change-password');
  });

  test('G4 once on this device: a page that is loaded anew asks nobody again, and loses nothing on the way', () => {
    const settings = { type: 'signal.site_settings', site_settings: { logo_url: '', auth_type: 'password' }, seq: 1 };
    const begun = (path: string, asked: string[]) => {
      const world = boot(navigationMachine, { path, ...rules, asked, kept: { interrupted: '/history/exchange' } });
      world.actor.send(settings);
      world.actor.send(signedIn);
      return world;
    };
    expect(placeOf(begun('/transfer', ['A-1001']))).toBe('/transfer');
    expect(placeOf(begun('/transfer', ['A-2002']))).toBe('/settings/change-password');
    const there = begun('/settings/change-password', ['A-1001']);
    expect(placeOf(there)).toBe('/settings/change-password');
    there.actor.send({ type: 'flow.interruption over' });
    expect(placeOf(there)).toBe('/history/exchange');
  });

  test('G4 when the password is set or put off, they go on: the interrupted path, the landing exchange, the list', () => {
    const asked = (path: string, kept?: object) => {
      const world = open(path, kept);
      world.actor.send({
        type: 'signal.site_settings',
        site_settings: { logo_url: '', auth_type: 'password' },
        seq: 1,
      });
      world.actor.send(signedIn);
      expect(placeOf(world)).toBe('/settings/change-password');
      return world;
    };
    const deep = asked('/history/exchange', { landing: { to: '/exchange/USD/BTC' } });
    deep.actor.send({ type: 'flow.interruption over' });
    expect(placeOf(deep)).toBe('/history/exchange');
    expect(deep.actor.getSnapshot().context).toMatchObject({ interrupted: null, landing: null });
    expect(deep.effects.findLast(({ name }) => name !== 'keep it on this device')).toEqual({
      name: 'replace the address',
      params: { to: '/history/exchange' },
    });

    const landing = asked('/settings/change-password');
    landing.actor.send({ type: 'flow.landing kept', to: '/exchange/USD/BTC?give=100' });
    landing.actor.send({ type: 'flow.interruption over' });
    expect(placeOf(landing)).toBe('/exchange/USD/BTC?give=100');

    // Opened where the password is asked for: there is nothing else to go back to.
    const own = asked('/settings/change-password');
    own.actor.send({ type: 'flow.interruption over' });
    expect(placeOf(own)).toBe('/exchanges');
  });

  test('G2 the landing exchange is opened, and another person gets neither it nor the interrupted path', () => {
    const world = open('/');
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    world.actor.send({ type: 'flow.landing kept', to: '/exchange/USD/BTC?give=100' });
    world.actor.send({ type: 'flow.landing kept', to: 'https://evil.example' });
    world.actor.send({ type: 'flow.navigate', to: '/login' });
    world.actor.send({ ...signedIn, need_set_password: false });
    expect(placeOf(world)).toBe('/exchange/USD/BTC?give=100');
    world.actor.send({ type: 'house.signed out', why: 'other account' });
    world.actor.send({ ...signedIn, account: 'A-2002', need_set_password: false, seq: 8 });
    expect(placeOf(world)).toBe('/exchanges');
    expect(world.told.map(({ type }) => type)).toEqual(Array(4).fill('house.arrived'));
  });

  test('G3 a redirect in the answer of the sign-in comes after what was interrupted', () => {
    const world = open('/history/exchange');
    world.actor.send({ ...signedIn, need_set_password: false });
    world.actor.send({ type: 'signal.redirect', redirect_url: '/transfer', seq: 5 });
    expect(placeOf(world)).toBe('/history/exchange');
    world.actor.send({ type: 'signal.redirect', redirect_url: '/transfer', seq: 6 });
    expect(placeOf(world)).toBe('/transfer');
    world.actor.send({ type: 'signal.redirect', redirect_url: '//evil.example', seq: 7 });
    expect(placeOf(world)).toBe('/transfer');
  });

  test('G3 a redirect in the answer of a sign-in over a lost session leaves them where they are', () => {
    const world = open('/history/exchange');
    world.actor.send({ ...signedIn, need_set_password: false });
    world.actor.send({ ...signedIn, again: true, seq: 8 });
    world.actor.send({ type: 'signal.redirect', redirect_url: '/transfer', seq: 8 });
    expect([placeOf(world), world.effects]).toEqual(['/history/exchange', []]);
    world.actor.send({ type: 'signal.redirect', redirect_url: '/transfer', seq: 9 });
    expect(placeOf(world)).toBe('/transfer');
  });

  test('M5 an address that the flow itself has named is told as its own; one that it leads elsewhere with, or that somebody else asks for, is not', () => {
    const world = open('/deposit/form/7');
    world.actor.send({ ...signedIn, need_set_password: false });
    const own = (event: AnyEventObject) => {
      world.actor.send(event);
      return [placeOf(world), world.told.at(-1)?.['own'] ?? false];
    };
    const id = '/deposit/form/7/opsample0000000000001';
    expect(own({ type: 'flow.navigate', to: id })).toEqual([id, true]);
    expect(own({ type: 'user.navigated', value: id })).toEqual([id, false]);
    expect(own({ type: 'flow.navigate', to: '/deposit/form/7', replace: true })).toEqual(['/deposit/form/7', true]);
    expect(own({ type: 'port.address changed', path: id })).toEqual([id, false]);
    expect(own({ type: 'flow.navigate', to: '/deposit/form/7', asks: true })).toEqual(['/deposit/form/7', false]);
    expect(own({ type: 'flow.navigate', to: '/exchanges' })).toEqual(['/exchanges', false]);
  });

  test.each([
    ['a person', { ...signedIn, need_set_password: false }, '/exchanges'],
    ['a visitor', { type: 'house.signed out', why: 'visitor' }, '/'],
  ] as const)('S2 a link that is pressed before it is known who is here leads %s on', (_, known, there) => {
    const world = open('/history/exchange');
    for (const value of ['/', '/', '//evil.example']) world.actor.send({ type: 'user.navigated', value });
    expect(world.effects).toEqual([{ name: 'push the address', params: { to: '/' } }]);
    world.actor.send(known);
    expect(placeOf(world)).toBe(there);
    expect(world.effects.slice(1)).toEqual(
      there === '/' ? [] : [{ name: 'replace the address', params: { to: there } }],
    );
  });

  test('S2 what everybody may read is left neither by a sign-in nor by a sign-out of another tab', () => {
    const world = open('/article/terms');
    const needsNone = { ...signedIn, need_set_password: false };
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    world.actor.send(needsNone);
    expect(placeOf(world)).toBe('/article/terms');
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    expect(placeOf(world)).toBe('/article/terms');
    world.actor.send({ type: 'user.navigated', value: '/login' });
    world.actor.send({ ...needsNone, seq: 6 });
    expect(placeOf(world)).toBe('/exchanges');
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    expect(placeOf(world)).toBe('/');
  });

  test('S2 Back after a sign-out leads nobody to what the person before looked at', () => {
    const world = open('/history/exchange?status=completed');
    const needsNone = { ...signedIn, need_set_password: false };
    world.actor.send(needsNone);
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    world.actor.send({ type: 'port.address changed', path: '/transfer' });
    expect(placeOf(world)).toBe('/');
    expect(world.effects.at(-1)).toEqual({ name: 'replace the address', params: { to: '/' } });
    world.actor.send({ ...needsNone, account: 'A-2002', seq: 6 });
    expect(placeOf(world)).toBe('/exchanges');
  });

  test.each([
    ['asked', undefined],
    ['elsewhere', 'elsewhere'],
    ['put off', 'put off'],
  ] as const)('S2 the first page is told why it stands there, once: %s', (why, told) => {
    const world = open('/transfer');
    world.actor.send({ ...signedIn, need_set_password: false });
    world.actor.send({ type: 'house.signed out', why });
    const placeNow = () => world.actor.getSnapshot().context.place;
    expect(placeNow()).toMatchObject({ path: '/' });
    expect(placeNow()?.why).toBe(told);
    world.actor.send({ type: 'user.navigated', value: '/login' });
    world.actor.send({ type: 'user.navigated', value: '/' });
    expect(placeNow()?.why).toBeUndefined();
    // A visitor who is not let in learns that too.
    world.actor.send({ type: 'user.navigated', value: '/transfer' });
    expect(placeNow()).toMatchObject({ path: '/', why: 'visitor' });
  });

  test('R6 a link that a guard leads back to where they are adds no step to the history', () => {
    const world = open('/exchanges');
    world.actor.send({ ...signedIn, need_set_password: false });
    world.actor.send({ type: 'user.navigated', value: '/' });
    world.actor.send({ type: 'user.navigated', value: '/login' });
    expect(placeOf(world)).toBe('/exchanges');
    expect(world.effects).toEqual([]);
    world.actor.send({ type: 'user.navigated', value: '/transfer' });
    world.actor.send({ type: 'user.navigated', value: '/' });
    expect(world.effects.map(({ params }) => params)).toEqual([{ to: '/transfer' }, { to: '/exchanges' }]);
  });

  test('F3 a lost session that is not taken up again: the way back is kept for its owner, and for nobody else', () => {
    const path = '/exchange/USD/BTC?operation=opsample0000000000001';
    const needsNone = { ...signedIn, need_set_password: false };
    const world = open(path);
    world.actor.send(needsNone);
    world.actor.send({ type: 'house.signed out', why: 'put off' });
    expect(placeOf(world)).toBe('/');
    expect(world.effects.at(-1)).toEqual({
      name: 'keep it on this device',
      params: { key: 'kept', value: { interrupted: path, landing: null, whose: 'A-1001' } },
    });
    world.actor.send({ ...needsNone, seq: 6 });
    expect(placeOf(world)).toBe(path);
    world.actor.send({ type: 'house.signed out', why: 'put off' });
    world.actor.send({ ...needsNone, account: 'A-2002', seq: 7 });
    expect(placeOf(world)).toBe('/exchanges');

    const anew = boot(navigationMachine, { path: '/', ...rules, kept: { interrupted: path, whose: 'A-1001' } });
    anew.actor.send({ type: 'house.signed out', why: 'visitor' });
    anew.actor.send(needsNone);
    expect(placeOf(anew)).toBe(path);

    // What the next visitor is refused is their own.
    const next = open(path);
    next.actor.send(needsNone);
    next.actor.send({ type: 'house.signed out', why: 'put off' });
    next.actor.send({ type: 'user.navigated', value: '/transfer' });
    next.actor.send({ ...needsNone, account: 'A-2002', seq: 7 });
    expect(placeOf(next)).toBe('/transfer');

    const reading = open('/article/terms');
    reading.actor.send(needsNone);
    reading.actor.send({ type: 'house.signed out', why: 'put off' });
    expect(placeOf(reading)).toBe('/article/terms');
    expect(reading.actor.getSnapshot().context.interrupted).toBeNull();
  });

  test('R6 the address is pushed for a link, replaced for a redirect, left alone for the same place', () => {
    const world = open('/');
    world.actor.send({ ...signedIn, need_set_password: false });
    world.actor.send({ type: 'user.navigated', value: '/history' });
    world.actor.send({ type: 'user.navigated', value: '/history/exchange' });
    world.actor.send({ type: 'port.address changed', path: '/history/exchange' });
    world.actor.send({ type: 'port.address changed', path: '/exchanges' });
    expect(world.effects).toEqual([
      { name: 'replace the address', params: { to: '/exchanges' } },
      { name: 'push the address', params: { to: '/history/exchange' } },
    ]);
    expect(world.told).toHaveLength(4);
  });
});

describe('kept on this device through sign-in', () => {
  const signedIn = {
    ...{ type: 'house.signed in', account: 'A-1001', again: false },
    ...{ need_set_password: false, call: 'auth.code', seq: 5 },
  };
  const quoted = {
    give: { amount: '100.00', currency: 'USD' },
    get: { amount: '0.001', currency: 'BTC' },
    fee: { amount: '0.50', currency: 'USD' },
    rate: '0.00001',
  };
  const landing = { to: '/exchange/USD/BTC?give=100', quoted };
  const open = (path: string, kept?: object) => boot(navigationMachine, { path, ...rules, kept });
  const written = (world: ReturnType<typeof open>) =>
    world.effects.filter(({ name }) => name === 'keep it on this device').map(({ params }) => params);
  const placeOf = (world: ReturnType<typeof open>) => world.actor.getSnapshot().context.place;

  test('G2 a refused path and a landing exchange are written down once, and dropped when they are used', () => {
    const world = open('/history/exchange?status=completed');
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    const interrupted = '/history/exchange?status=completed';
    expect(written(world)).toEqual([{ key: 'kept', value: { interrupted, landing: null, whose: null } }]);
    world.actor.send({ type: 'user.navigated', value: '/article' });
    world.actor.send({ type: 'user.navigated', value: '/' });
    expect(written(world)).toHaveLength(1);
    world.actor.send({ type: 'flow.landing kept', ...landing });
    world.actor.send({ type: 'flow.navigate', to: '/login' });
    // The exchange was asked for last, and its page says that it follows.
    expect(written(world).at(-1)).toEqual({ key: 'kept', value: { interrupted: null, landing, whose: null } });
    world.actor.send(signedIn);
    expect(placeOf(world)).toMatchObject({ path: landing.to, quoted });
    expect(written(world).at(-1)).toEqual({ key: 'kept', value: null });
    expect(written(world)).toHaveLength(3);
  });

  test('G2 a path that is refused after the exchange of the home page was asked for goes before it', () => {
    const world = open('/');
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    world.actor.send({ type: 'flow.landing kept', ...landing });
    world.actor.send({ type: 'user.navigated', value: '/history/exchange' });
    world.actor.send(signedIn);
    expect(placeOf(world)?.path).toBe('/history/exchange');
  });

  test.each([
    ['a reload of the sign-in page', '/login'],
    ['the mailed link in another tab', '/login?link=Token-0123456789'],
  ])('G2 F1 %s loses neither', (_title, path) => {
    const world = open(path, { interrupted: '/history/exchange', landing });
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    world.actor.send(signedIn);
    expect(placeOf(world)?.path).toBe('/history/exchange');

    const other = open(path, { landing });
    other.actor.send({ type: 'house.signed out', why: 'visitor' });
    other.actor.send(signedIn);
    expect(placeOf(other)).toMatchObject({ path: landing.to, quoted });
    expect(written(other)).toEqual([{ key: 'kept', value: null }]);
    // Another arrival there is not the one that the home page led to.
    other.actor.send({ type: 'user.navigated', value: '/exchanges' });
    other.actor.send({ type: 'user.navigated', value: landing.to });
    expect(placeOf(other)).not.toHaveProperty('quoted');
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'index', ''])(
    'G2 G3 %j that stood on the device leads nowhere',
    (hostile) => {
      const world = open('/login', { interrupted: hostile, landing: { to: hostile } });
      world.actor.send({ type: 'house.signed out', why: 'visitor' });
      world.actor.send(signedIn);
      expect(placeOf(world)?.path).toBe('/exchanges');
    },
  );

  test.each([null, 7, 'x', [], { interrupted: 7, landing: { to: {} } }, { landing: 'x' }, { landing: null }])(
    'G2 %j that stood on the device is nothing',
    (kept) => {
      const world = open('/login', kept as object);
      expect(world.actor.getSnapshot().context).toMatchObject({ interrupted: null, landing: null });
    },
  );

  test('G2 sign-out drops them; so does a start as somebody who is signed in', () => {
    const world = open('/login', { interrupted: '/history/exchange' });
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    expect(written(world)).toEqual([{ key: 'kept', value: null }]);

    const known = open('/exchanges', { interrupted: '/history/exchange', landing });
    known.actor.send(signedIn);
    expect(placeOf(known)?.path).toBe('/exchanges');
    expect(written(known)).toEqual([{ key: 'kept', value: null }]);
  });

  test('G2 a password that is required first does not lose them', () => {
    const world = open('/login', { landing });
    world.actor.send({ type: 'signal.site_settings', site_settings: { logo_url: '', auth_type: 'password' }, seq: 1 });
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    world.actor.send({ ...signedIn, need_set_password: true });
    expect(placeOf(world)?.path).toBe('/settings/change-password');
    expect(world.actor.getSnapshot().context.landing).toEqual(landing);
    expect(written(world)).toEqual([]);
  });
});
