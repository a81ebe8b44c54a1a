import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentArticle, contentArticles } from '../../contract/calls/content.ts';
import { added, limits } from '../../contract/limits.ts';
import { themeCookie, timeZoneCookie } from '../../contract/page-cookies.ts';
import { articles } from '../../server/content/articles.ts';
import { factsOf } from '../../server/content/facts.ts';
import { escapeHtml, fill } from '../../server/content/fill.ts';
import { readConfig } from '../../server/config.ts';
import { attemptKept } from '../../server/auth/attempts.ts';
import { keptDays } from '../../server/janitor.ts';
import { kinds } from '../../server/operations/kinds.ts';
import { cookieNames } from '../../server/http/cookies.ts';
import { menuLinks } from '../../machines/residents/navigation/menu-links.ts';
import { matchRoute, routes } from '../../machines/residents/navigation/routes.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
let visitor: Browser;
beforeAll(async () => {
  server = await startServer();
  visitor = server.browser();
});
afterAll(() => server.close());

const inLanguage = (locale: string) => ({ cookie: `i18n_redirected=${locale}` });
const read = async (id: string, locale: string) => {
  const reply = await visitor.get(`/api/content/article/${id}`, inLanguage(locale));
  expect(reply.http).toBe(200);
  return contentArticle.payload.parse(reply.body.payload);
};
const ids = [...articles.en.keys()];
const wanted = ['how-exchange-works', 'how-sign-in-works', 'fees-and-limits', 'security', 'terms', 'privacy'];

describe('F16 the texts of the site', () => {
  test('F16 both languages have the same ones, in the same order, and everybody may list them', async () => {
    expect(ids).toEqual(wanted);
    expect([...articles.ru.keys()]).toEqual(ids);
    for (const locale of ['ru', 'en'] as const) {
      const reply = await visitor.get('/api/content/article', inLanguage(locale));
      const { items } = contentArticles.payload.parse(reply.body.payload);
      expect(items).toEqual([...articles[locale].values()].map(({ id, title, summary }) => ({ id, title, summary })));
      expect(items.every(({ title, summary }) => title.length > 3 && summary.length > 20)).toBe(true);
    }
  });

  test.each(wanted)(
    'F16 %s is whole in both languages: the same parts and links, no hole, a few hundred words',
    async (id) => {
      const [ru, en] = [await read(id, 'ru'), await read(id, 'en')];
      const shape = (html: string) =>
        [...html.matchAll(/<(h[2-6]|ul|ol|table|tr|blockquote|a)\b/g)].map(([, tag]) => tag);
      const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '').toSorted();
      const words = (html: string) =>
        html
          .replaceAll(/<[^>]*>/g, ' ')
          .split(/\s+/)
          .filter(Boolean).length;
      expect(shape(ru.html)).toEqual(shape(en.html));
      expect(links(ru.html)).toEqual(links(en.html));
      expect(ru.updated_at).toBe(en.updated_at);
      for (const { html, title } of [ru, en]) {
        expect(html).not.toMatch(/\{\{|\}\}|undefined|NaN|\[object/);
        expect(title).not.toBe('');
        expect(words(html)).toBeGreaterThan(300);
        for (const href of links(html)) {
          const match = matchRoute(href);
          expect(match && href).toBe(href);
          if (match?.route.name === 'index-article-name') expect(ids).toContain(match.params['name']);
        }
      }
      expect(en.html).not.toMatch(/[а-яё]/i);
    },
  );

  test('F16 they are told in the language that the page shows, whatever the account has chosen', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    await browser.post('/api/lang', { lang: 'ru' });
    const shown = { 'x-locale': 'en' };
    const text = await browser.get('/api/content/article/fees-and-limits', shown);
    expect(text.body.payload.title).toBe(articles.en.get('fees-and-limits')?.title);
    expect(text.body.payload.html).not.toMatch(/[а-яё]/i);
    const list = await browser.get('/api/content/article', shown);
    expect(list.body.payload.items[0].title).toBe(articles.en.get(wanted[0] ?? '')?.title);
    const menus = await browser.post('/api/content/menu', { list: ['main_menu'] }, shown);
    expect(menus.body.payload.main_menu[0].title).not.toMatch(/[а-яё]/i);
  });

  test('F16 the figures are the server’s own: what changes there changes here', async () => {
    const seconds = String(added.quoteLifetime / 1000);
    expect((await read('how-exchange-works', 'en')).html).toContain(`${seconds} seconds`);
    expect((await read('how-exchange-works', 'ru')).html).toContain(`${seconds} секунд`);
    const before = (await read('fees-and-limits', 'en')).html;
    expect(before).toContain(
      '<th scope="row">USD</th><td>10.00\u{a0}USD</td><td>50,000.00\u{a0}USD</td><td>0.50\u{a0}USD</td>',
    );
    await server.db
      .updateTable('exchange_pairs')
      .set({ percent: '0.45', minimum: '12.5' })
      .where('src', '=', 'USD')
      .execute();
    const english = (await read('fees-and-limits', 'en')).html;
    expect(english).toContain('<th scope="row">USD</th><td>12.50\u{a0}USD</td>');
    expect(english).toContain('0.4% – 0.45%');
    expect(english).toContain('You give 125.00\u{a0}USD to get EUR. The fee is 0.57\u{a0}USD, and 124.43\u{a0}USD');
    const russian = (await read('fees-and-limits', 'ru')).html;
    expect(russian).toContain('<td>12,50\u{a0}USD</td><td>50\u{a0}000,00\u{a0}USD</td>');
    expect(russian).toContain('0,4\u{a0}% – 0,45\u{a0}%');
  });

  test('F16 no text names a figure by itself', () => {
    const own = (body: string) =>
      body.replaceAll(/<[^>]*>|\{\{[^}]*\}\}|Argon2id|24 (?:hours|часа)/g, ' ').match(/\d+/g);
    const found = [...articles.ru.values(), ...articles.en.values()].flatMap(({ id, body }) =>
      (own(body) ?? []).map((figure) => `${id}: ${figure}`),
    );
    expect(found).toEqual([]);
  });

  test('F16 a text speaks of passwords only where there are any, and says when money is not real', async () => {
    const [english, russian] = [await read('how-sign-in-works', 'en'), await read('how-sign-in-works', 'ru')];
    expect(english.html).toContain('<h2>With a password</h2>');
    expect([english.html, russian.html].map((html) => html.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining('is still there, except passwords,'),
      expect.stringContaining('сохранится, кроме паролей,'),
    ]);
    await server.db.updateTable('settings').set({ auth_type: 'passwordless' }).execute();
    const without = (await read('how-sign-in-works', 'en')).html;
    await server.db.updateTable('settings').set({ auth_type: 'password' }).execute();
    expect(without).not.toContain('With a password');
    expect(without).not.toContain('except passwords');
    expect(without).toContain('there is no password to remember');
    expect((await read('terms', 'en')).html).toContain('no real money moves');
    const house = {
      config: readConfig({ PROVIDERS: 'none', PUBLIC_URL: 'https://house.example', PRODUCT_NAME: 'A & <B>' }),
    };
    const facts = factsOf({ db: server.db, shownLocale: 'en', authType: 'password', house: house as never });
    const text = await fill(articles.en.get('terms')?.body ?? '', facts);
    expect(text).not.toContain('no real money moves');
    expect(text).toContain('A &amp; &lt;B&gt; keeps balances');
    expect(await fill(articles.en.get('privacy')?.body ?? '', facts)).toContain('<code>__Host-session</code>');
    const forgetful = factsOf({
      db: server.db,
      shownLocale: 'en',
      authType: 'password',
      house: { config: readConfig({ LOCALE_COOKIE: 'off' }) } as never,
    });
    const privacy = articles.en.get('privacy')?.body ?? '';
    expect(
      [await fill(privacy, facts), await fill(privacy, forgetful)].map((each) =>
        each.includes('The language of the pages'),
      ),
    ).toEqual([true, false]);
    expect(await fill(articles.en.get('security')?.body ?? '', facts)).toMatch(/over encrypted connections\s+only/);
  });

  test('F16 every cookie that is kept stands in the text on privacy', async () => {
    const names = [...Object.values(cookieNames), themeCookie, timeZoneCookie, limits.languageCookie];
    for (const locale of limits.languages) {
      const { html } = await read('privacy', locale);
      expect(names.filter((name) => !html.includes(`<code>${name}</code>`))).toEqual([]);
    }
  });

  test('F16 what is removed after its end says when, and a changed address stays as long as e-mails do', async () => {
    const said = async (locale: string) => (await read('privacy', locale)).html.replaceAll(/<[^>]*>|\s+/g, ' ');
    const [en, ru] = [await said('en'), await said('ru')];
    expect(en).toContain(`one by which the address was changed, ${keptDays.mail} days after that.`);
    expect(ru).toContain(`а если адрес сменён, через ${keptDays.mail} дней после смены.`);
    const hours = attemptKept / 3_600;
    expect(en).toMatch(new RegExp(`Wrong tries to sign in: [^.]*\\. Removed ${hours} hour after the last one\\.`));
    expect(ru).toMatch(new RegExp(`Неудачные попытки входа: [^.]*\\. Удаляется через ${hours} час после последней\\.`));
  });

  test('F16 what costs nothing is not said to have no limit', async () => {
    expect((await read('fees-and-limits', 'en')).html).not.toMatch(/as often as|without limit/);
    expect((await read('fees-and-limits', 'ru')).html).not.toMatch(/сколько угодно|без ограничений/);
  });

  test('F16 the terms say for how long each kind of operation holds, and which can be taken back', async () => {
    const house = { config: readConfig({}) } as never;
    const { words } = factsOf({ db: server.db, shownLocale: 'en', authType: 'password', house });
    const spans = { quote: 'second', transfer_terms: 'minute', payment_terms: 'minute' } as const;
    const told: Record<string, keyof typeof spans> = {
      ...{ exchange: 'quote', exchange_all: 'quote', purchase: 'quote', transfer: 'transfer_terms' },
      ...{ deposit: 'payment_terms', withdraw: 'payment_terms', card_order: 'payment_terms' },
    };
    const { html } = await read('terms', 'en');
    for (const [name, fact] of Object.entries(told)) {
      const unit = spans[fact];
      const span = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
      const length = (kinds[name as keyof typeof kinds]?.lifetime ?? 0) / (unit === 'second' ? 1_000 : 60_000);
      expect([name, await words[fact]?.()]).toEqual([name, span.format(length)]);
      expect(html.replaceAll(/\s+/g, ' ')).toContain(span.format(length));
    }
    const taken = Object.entries(kinds).flatMap(([name, { cancellable }]) => (cancellable ? [name] : []));
    expect(taken).toEqual(['card_order', 'deposit', 'purchase', 'withdraw']);
  });

  test('F16 the text on privacy names all that is kept of a person', async () => {
    const [en, ru] = [(await read('privacy', 'en')).html, (await read('privacy', 'ru')).html];
    for (const [english, russian] of [
      ['Your personal details', 'Личные данные'],
      ['Your identity documents', 'Документы'],
      ['invoice', 'счёт на оплату'],
      ['what banks and payment services told us', 'что банки и платёжные сервисы сообщили нам'],
      ['with the words that were written on them', 'вместе с тем, что в них написано'],
      ['Recipients', 'Получатели'],
      ['Your cards', 'Ваши карты'],
      ['Messages', 'Сообщения'],
      ['Invitations', 'Приглашения'],
      ['the kind of browser, and the network', 'вид браузера и сеть'],
      ['a journal', 'журнал'],
      ['messages that have not reached their chat', 'сообщения, которые ещё не дошли'],
      ['The issuer of cards', 'Эмитент карт'],
    ] as const) {
      expect(en.replaceAll(/\s+/g, ' ')).toContain(english);
      expect(ru.replaceAll(/\s+/g, ' ')).toContain(russian);
    }
  });

  test('F16 a text is filled whole or not at all', async () => {
    const facts = {
      words: { a: () => 'A', b: async () => 'B' },
      conditions: { yes: () => true, no: async () => false },
    };
    expect(await fill('{{a}}{{b}}{{a}} {{#yes}}1{{/yes}}{{^yes}}2{{/yes}}{{#no}}3{{/no}}{{^no}}4{{/no}}', facts)).toBe(
      'ABA 14',
    );
    expect(await fill('{{#no}}{{nowhere}}{{/no}}', facts)).toBe('');
    for (const text of [
      '{{nowhere}}',
      '{{#nowhere}}x{{/nowhere}}',
      '{{toString}}',
      '{{a',
      '{{#yes}}x',
      '{{#yes}}x{{/no}}',
    ])
      await expect(fill(text, facts)).rejects.toThrow();
    expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;');
  });
});

describe('F16 R15 names', () => {
  test.each([
    'nothing',
    'Terms',
    'terms.html',
    '..%2fen%2fterms',
    '%00',
    '__proto__',
    'constructor',
    'a'.repeat(65),
    '-terms',
    '%F0%9F%92%A9',
  ])('F16 there is no article %s', async (id) => {
    const reply = await visitor.get(`/api/content/article/${id}`);
    expect([reply.http, reply.body.payload?.code]).toEqual([404, 'not_found']);
  });

  test('F16 M1 R16 the footer leads to them in both languages, by names that the page understands', async () => {
    for (const [locale, first] of [
      ['ru', 'Справка'],
      ['en', 'Help'],
    ] as const) {
      const reply = await visitor.post('/api/content/menu', { list: ['footer_menu'] }, inLanguage(locale));
      const onlooker = { account: null, built: routes.map(({ name }) => name), guards: {} };
      const links = menuLinks(reply.body.payload.footer_menu, onlooker);
      const texts = links.filter(({ url }) => url.startsWith('/article'));
      expect(texts[0]).toMatchObject({ url: '/article', title: first });
      expect(texts.slice(1).map(({ url }) => url.replace('/article/', ''))).toEqual([
        'fees-and-limits',
        'security',
        'terms',
        'privacy',
      ]);
    }
  });

  test('F16 the language of the account counts for its own person', async () => {
    const browser = server.browser();
    await browser.post('/api/auth/login_by_password', {
      email: 'demo@example.com',
      password: 'demo-password-1',
      remember: false,
    });
    await browser.post('/api/lang', { lang: 'en' });
    const reply = await browser.get('/api/content/article/terms');
    expect(reply.body.payload.title).toBe('Terms of use');
  });
});
