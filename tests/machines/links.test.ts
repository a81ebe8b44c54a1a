import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allCalls } from '../../contract/calls/index.ts';
import type { DescribedForm } from '../../contract/payment.ts';
import { isPublished } from '../../contract/outward.ts';
import { cardFrameOf } from '../../machines/described-form/described-form.context.ts';
import { placeOf } from '../../machines/operation/operation.place.ts';
import { sampleTransfer } from '../../machines/operation/operation.samples.ts';
import { callUrl } from '../../src/transport/call-url.ts';
import { isOwnPath, ownPath } from '../../machines/residents/navigation/address.ts';
import { readLink } from '../../machines/residents/navigation/link.ts';
import { navigationMachine } from '../../machines/residents/navigation/navigation.machine.ts';
import { menuLinks } from '../../machines/residents/navigation/menu-links.ts';
import { readTarget, routes } from '../../machines/residents/navigation/routes.ts';
import { redirectPage, type Redirects } from '../../server/http/redirects.ts';
import { boot } from '../../machines/paths/world.ts';
import { goodNames, goodOutward, goodPaths, hostileAddresses, published } from '../tools/hostile-addresses.ts';
import { runs } from '../tools/runs.ts';

const everyName = routes.map(({ name }) => name);
const item = (url: string) => ({ url, title: url, order: 1, icon_url: '' });

/** A page on which somebody is signed in and stands at the history. */
const atHome = () => {
  const world = boot(navigationMachine, { path: '/history/exchange', built: everyName, guards: {} });
  world.actor.send({ type: 'house.signed in', account: 'A-1001', again: false, need_set_password: false, seq: 1 });
  return world;
};

/** Where an item of a menu leads: whoever looks, one of a visitor and a person sees it. */
const inMenu = (address: string): string[] => [
  ...new Set(
    [null, 'A-1001'].flatMap((account) =>
      menuLinks([item(address)], { account, built: everyName, guards: {} }).map(({ url }) => url),
    ),
  ),
];

/** Every way by which an address of somebody else comes in: what it made of one, undefined for nothing. */
const doors: Record<string, (address: string) => string | undefined> = {
  'a menu': (address) => inMenu(address)[0],
  'a target': (address) => readTarget(address, '/history/exchange'),
  'a link of a text': (address) => {
    const link = readLink(address, published);
    return link?.kind === 'own' ? link.path : link?.href;
  },
  'a picture': ownPath,
  'a page to pay at': (address) => (isPublished(address, published) ? address : undefined),
  'a frame for cards': (address) => {
    const form = { card_frame: address } as DescribedForm;
    return cardFrameOf({ form, origins: [...published] }) ?? undefined;
  },
  'the place of an operation': (address) =>
    placeOf(sampleTransfer('completed', { place: address })) === address ? address : undefined,
  ...Object.fromEntries(
    allCalls
      .filter(({ given }) => given !== undefined)
      .map((spec) => [`the path of ${spec.name}`, (address: string) => callUrl(spec, { path: address })]),
  ),
};
const sayings: Record<string, (address: string) => { type: string; [key: string]: unknown }> = {
  'a redirect of the server': (redirect_url) => ({ type: 'signal.redirect', redirect_url, seq: 9 }),
  'a flow': (to) => ({ type: 'flow.navigate', to, replace: false }),
  'a flow that takes this place': (to) => ({ type: 'flow.navigate', to, replace: true }),
  'a link of the page': (value) => ({ type: 'user.navigated', value }),
};

describe('M1 G3 F16 addresses that somebody else gave', () => {
  test('M1 G3 F16 there are at least two thousand hostile ones', () => {
    expect(hostileAddresses.length).toBeGreaterThanOrEqual(2_000);
  });

  test.each(Object.entries(doors))('M1 G3 F16 no hostile address gets through %s', (_door, through) => {
    expect(hostileAddresses.filter((address) => through(address) !== undefined)).toEqual([]);
  });

  test.each(Object.entries(sayings))('G3 no hostile address of %s moves the page', (_who, say) => {
    const world = atHome();
    for (const address of hostileAddresses) world.actor.send(say(address));
    expect(world.actor.getSnapshot().context.path).toBe('/history/exchange');
    expect(world.effects).toEqual([]);
    expect(world.told).toHaveLength(1);
  });

  test('G3 no hostile address is kept through sign-in', () => {
    const world = boot(navigationMachine, { path: '/', built: everyName, guards: {} });
    world.actor.send({ type: 'house.signed out', why: 'visitor' });
    for (const to of hostileAddresses) world.actor.send({ type: 'flow.landing kept', to });
    expect(world.actor.getSnapshot().context.landing).toBe(null);
  });

  test('G3 G5 a request for a hostile address is never sent on to another site', () => {
    const house = 'https://house.example';
    const config: Redirects = {
      localePrefix: true,
      localeCookie: null,
      localeDetection: false,
      rootRedirect: '/exchanges',
      rootRedirectStatus: 302,
    };
    const requests = hostileAddresses.flatMap((address) => {
      const url = house + (address.startsWith('/') ? address : `/${address}`);
      return URL.canParse(url) && new URL(url).origin === house ? [new Request(url)] : [];
    });
    expect(requests.length).toBeGreaterThan(2_000);
    const astray = requests.flatMap((request) => {
      const location = redirectPage(request, config)?.headers.get('location') ?? '/ru';
      const inside = new URL(location, house).origin === house && /^\/(ru|en)(?![\w-])/.test(location);
      return inside && !location.startsWith('//') ? [] : [location];
    });
    expect(astray).toEqual([]);
  });

  test('M1 G3 R16 good ones pass each door', () => {
    for (const [given, path] of [...goodPaths, ...goodNames]) {
      expect(readTarget(given, '/history/exchange')).toBe(path);
      expect(inMenu(given)).toEqual([path]);
    }
    for (const [given, path] of goodPaths) {
      expect(readLink(given, published)).toEqual({ kind: 'own', path });
      expect(ownPath(given)).toBe(path);
    }
    for (const href of goodOutward) {
      expect(readLink(href, published)).toEqual({ kind: 'outward', href });
      expect([ownPath(href), readTarget(href, '/')]).toEqual([undefined, undefined]);
    }
    const world = atHome();
    world.actor.send(sayings['a redirect of the server']!('index-article-name?name=terms'));
    expect(world.actor.getSnapshot().context.path).toBe('/article/terms');
  });

  test('F16 nothing is outward for a site that published nothing', () => {
    expect([...goodOutward, ...hostileAddresses].filter((href) => readLink(href, [])?.kind === 'outward')).toEqual([]);
  });

  test('F16 whatever passes is read by a browser as it was read here', () => {
    const parts = [
      ...'/\\.%:@?#&=ax2fF5cC+-~ \t\n"<',
      'https://',
      'rates.example',
      'evil.example',
      '%2e',
      '%D0%B0',
      '//',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom('', '/', 'https://', 'https://rates.example', 'https://rates.example/'),
        fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
        (start, more) => {
          const link = readLink(start + more.join(''), published);
          if (!link) return;
          const url = new URL(link.kind === 'own' ? link.path : link.href, 'https://house.example');
          expect([url.username, url.password]).toEqual(['', '']);
          if (link.kind === 'own') expect(isOwnPath(link.path) && url.origin).toBe('https://house.example');
          else {
            expect(published).toContain(url.origin);
            expect(url.href.replace(/\/$/, '')).toBe(
              link.href.replace(/^(https:\/\/[^/?#]+)(?=[?#]|$)/, '$1/').replace(/\/$/, ''),
            );
          }
        },
      ),
      runs(5_000),
    );
  });
});
