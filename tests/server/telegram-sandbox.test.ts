import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPublished } from '../../contract/outward.ts';
import { telegramPeople } from '../../server/sandbox/telegram-people.ts';
import { startServer, type TestServer } from './harness.ts';

/* In development the server is its own Telegram: a page of the sandbox asks, and signs for a bot of its own. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const press = (url: string, who: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ person: who }),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });

test('M6 the sandbox asks who agrees, and leads back with an answer that counts; declining tells nothing', async () => {
  const browser = server.browser();
  const { site_settings: site } = (await browser.get('/api/auth/check')).body;
  const { url } = (await browser.post('/api/auth/telegram', { remember: false })).body.payload as { url: string };
  expect([site.telegram_bot, isPublished(url, site.origins)]).toEqual(['sandbox_bot', true]);
  const page = await fetch(url);
  const html = await page.text();
  for (const { first_name: name } of telegramPeople) expect(html).toContain(name);
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${server.url};`);
  expect(await (await fetch(`${url}&lang=en`)).text()).toContain('Decline');
  const here = url.slice(new URL(url).origin.length).replaceAll('&', '&amp;');
  expect([html.includes(`action="${here}"`), url.includes('%3Fstate%3D')]).toEqual([true, true]);

  const back = (await press(url, telegramPeople[0].id)).headers.get('location') ?? '';
  const { searchParams, hash, pathname } = new URL(back);
  const said = await browser.post('/api/auth/telegram/answer', {
    state: searchParams.get('state'),
    answer: hash.slice(1),
  });
  expect([pathname, said.body.user]).toEqual([
    '/login/telegram',
    expect.objectContaining({ email: 'demo@example.com' }),
  ]);
  const declined = (await press(url, 'nobody')).headers.get('location') ?? '';
  expect(new URL(declined).hash).toBe('#tgAuthResult=false');
});

test('M6 the sandbox signs for nobody else’s page, and only by its own buttons', async () => {
  await sql`delete from telegram_answers`.execute(server.db);
  const { url } = (await server.browser().post('/api/auth/telegram', { remember: false })).body.payload as {
    url: string;
  };
  const other = (change: (given: URLSearchParams) => void) => {
    const changed = new URL(url);
    change(changed.searchParams);
    return changed.href;
  };
  for (const wrong of [
    other((given) => given.set('origin', 'https://evil.example')),
    other((given) => given.set('return_to', 'https://evil.example/login/telegram')),
    other((given) => given.set('return_to', `${server.url}.evil.example/`)),
    other((given) => given.set('bot_id', '2')),
  ]) {
    expect((await fetch(wrong)).status).toBe(404);
    expect((await press(wrong, telegramPeople[0].id)).status).toBe(404);
  }
  expect((await press(url, telegramPeople[0].id, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await sql`select 1 from telegram_answers`.execute(server.db)).toMatchObject({ rows: [] });
});
