import { describe, expect, test } from 'vitest';
import type { MenuItem } from '../../contract/entities.ts';
import { besides, leadsHere, menuLinks, type Onlooker } from '../../machines/residents/navigation/menu-links.ts';
import { matchRoute, readTarget, routes } from '../../machines/residents/navigation/routes.ts';
import { builtSections, sections } from '../../machines/residents/navigation/sections.ts';

const everyName = routes.map(({ name }) => name);
const item = (url: string, more: Partial<MenuItem> = {}): MenuItem => ({
  url,
  title: `to ${url}`,
  order: 1,
  icon_url: '/api/icons/x.svg',
  ...more,
});
const some = { built: ['index', 'index-login', 'exchanges', 'history-exchange'], guards: {} };
const visitor: Onlooker = { ...some, account: null };
const member: Onlooker = { ...some, account: 'A-1001' };
const urls = (items: MenuItem[], who = member) => menuLinks(items, who).map(({ url }) => url);

describe('the links of a menu', () => {
  test('R16 M1 names and aliases are followed to their addresses', () => {
    expect(urls(['exchanges', '/history', '/exchanges?search=USD/'].map((url) => item(url)))).toEqual([
      '/exchanges',
      '/history/exchange',
      '/exchanges?search=USD/',
    ]);
    expect(
      urls(
        ['index-login', 'index'].map((url) => item(url)),
        visitor,
      ),
    ).toEqual(['/login', '/']);
  });

  test('M1 R16 nothing leads to what is not built, is not ours or is nowhere', () => {
    const bad = [
      '/transfer',
      'index-article-name',
      '//evil.example',
      'https://evil.example',
      'nothing',
      '/no/such',
      '',
    ];
    expect(urls([...bad, '/exchanges'].map((url) => item(url)))).toEqual(['/exchanges']);
  });

  test('M1 R16 an address whose origin the site has published leads out, and no other', () => {
    const origins = ['https://rates.example.com'];
    const items = ['https://rates.example.com/list?a=1', 'https://rates.example.com.evil.example/', '/exchanges'];
    const links = menuLinks(
      items.map((url) => item(url)),
      { ...member, origins },
    );
    expect(links.map(({ url, outside }) => [url, outside])).toEqual([
      [items[0], true],
      ['/exchanges', undefined],
    ]);
  });

  test('M1 nobody is shown a link that a guard would send elsewhere', () => {
    const all = ['/', '/login', '/exchanges', '/history/exchange'].map((url) => item(url));
    expect(urls(all, visitor)).toEqual(['/', '/login']);
    expect(urls(all)).toEqual(['/exchanges', '/history/exchange']);
    expect(urls(all, { ...member, guards: { exchanges: ['nobody knows'] } })).toEqual(['/history/exchange']);
  });

  test('M1 an item without words or said twice is left out, an icon from elsewhere is no icon', () => {
    const items = [
      item('/exchanges', { icon_url: 'https://evil.example/x.svg' }),
      item('/history', { title: ' ' }),
      item('exchanges', { title: 'again' }),
      item('/history/exchange', { icon_url: '' }),
    ];
    expect(menuLinks(items, member)).toEqual([
      { url: '/exchanges', title: 'to /exchanges', icon: null },
      { url: '/history/exchange', title: 'to /history/exchange', icon: null },
    ]);
    expect(menuLinks([item('/exchanges')], member)[0]?.icon).toBe('/api/icons/x.svg');
  });

  test('M2 what a menu has besides another, and whether a link leads here', () => {
    const [one, two] = menuLinks([item('/exchanges?search=USD/'), item('/history')], member);
    expect(besides([one!, two!], [one!])).toEqual([two]);
    expect(leadsHere(one!, '/exchanges?search=BTC/')).toBe(true);
    expect(leadsHere(one!, '/exchange/USD/BTC')).toBe(false);
  });

  test('R16 every route without parameters can be named by a menu', () => {
    const plain = routes.filter((route) => !route.path.includes('/:') && !('asks' in route));
    expect(plain.map(({ name }) => matchRoute(readTarget(name, '/') ?? '')?.route.name)).toEqual(
      plain.map(({ name }) => name),
    );
    expect(plain.length).toBeGreaterThan(30);
  });
});

describe('the static lists', () => {
  test('M7 they are exactly those of the specification, and one of the histories that it leaves out', () => {
    expect(Object.keys(sections)).toEqual(['history', 'more', 'settings', 'cards']);
    const paths = (list: keyof typeof sections) => builtSections(list, everyName).map(({ path }) => path);
    expect(paths('history')).toEqual(['/history/exchange', '/history/transfer', '/history/payment']);
    expect(paths('more')).toEqual(['/history/deposit', '/history/withdraw', '/history/referral']);
    expect(paths('settings')).toEqual(['/settings/personal', '/settings/verification', '/settings/change-password']);
    expect(paths('cards')).toEqual(['/cards/list', '/cards/my']);
  });

  test('M7 only what is built is shown', () => {
    expect(builtSections('history', ['history-exchange', 'history-deposit'])).toEqual([
      { name: 'history-exchange', path: '/history/exchange' },
    ]);
    expect(builtSections('cards', [])).toEqual([]);
  });
});
