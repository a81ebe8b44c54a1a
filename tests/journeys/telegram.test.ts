import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { telegramPeople } from '../../server/sandbox/telegram-people.ts';
import { keptJournal } from '../stages/kept-journal.ts';
import { beginAgain } from '../stages/people.ts';
import { press, signOut, write, writeCode } from '../tools/by-keys.ts';
import { deep, deepTest } from '../tools/deep.ts';
import { russianPhone, ways } from '../tools/looks.ts';
import { openStand } from '../tools/stand.ts';
import { heading, tell, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';

const isPartOfIt = (complaint: string) =>
  /the server responded with a status of (401|403|404|409)|net::ERR_FAILED/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });
const [known, newcomer] = telegramPeople;

beforeEach(() => beginAgain(product));
afterAll(() => tell(product, 'settings', { auth_type: 'password' }));

const answer = (one: Visit, who: string) => press(one, one.page.locator(`button[value="${who}"]`));
const goOn = async (one: Visit) => {
  await press(one, one.control('user.confirmed'));
  await one.page.waitForURL(/\/telegram\/auth\?/);
};
const toTelegram = async (one: Visit) => {
  await press(one, one.page.locator('main a[href^="/login/telegram"]'));
  await heading(one, 'telegram.title').waitFor();
  if (deep) await sound(one);
  await goOn(one);
};

describe.each(ways(russianPhone))('Telegram in $language at $width px, $theme, by $auth_type', (way) => {
  beforeEach(() => tell(product, 'settings', { auth_type: way.auth_type }));

  test('M6 declined in words, then agreed and signed in, and the answer is in no place that stays', async () => {
    const one = await person(way);
    const { page } = one;
    const told: string[] = [];
    page.on('request', (request) => {
      const referer = request.headers()['referer'] ?? '';
      // Telegram's page holds the token in its own address, and tells it to itself.
      if (!/\/telegram\/auth\?/.test(referer)) told.push(referer);
    });
    // Where a visitor was going is kept through the way to Telegram and back.
    await page.goto('/history/exchange');
    await heading(one, 'landing.title').waitFor();
    await page.goto('/login');
    await toTelegram(one);
    await answer(one, 'nobody');
    await heading(one, 'telegram.declined.title').waitFor();
    expect(new URL(page.url()).href).toMatch(/\/login\/telegram$/);
    await sound(one);
    await goOn(one);
    const reply = page.waitForRequest(/\/api\/auth\/telegram\/answer/);
    await answer(one, known.id);
    const { state, answer: given } = (await reply).postDataJSON() as { state: string; answer: string };
    await heading(one, 'history.title.exchange').waitFor();
    expect(page.url()).toMatch(/\/history\/exchange$/);
    const { entries } = await keptJournal(page);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    const signed = given.replace('tgAuthResult=', '');
    for (const text of [JSON.stringify(entries), kept, told.join(' ')]) {
      expect(text).not.toContain(signed);
      expect(text).not.toContain(state);
    }
  });

  deepTest('M6 somebody new gives an address', async () => {
    const one = await person(way);
    const email = `telegram-${way.language}-${way.width}-${way.auth_type}@example.com`;
    await one.page.goto('/login');
    await toTelegram(one);
    await answer(one, newcomer.id);
    await heading(one, 'telegram.email.title').waitFor();
    await sound(one);
    await write(one, one.control('user.email typed'), email);
    await one.page.keyboard.press('Enter');
    await heading(one, 'login.code.title').waitFor();
    await sound(one);
    await writeCode(one, product, email);
    await heading(one, way.auth_type === 'password' ? 'change_password.required.title' : 'exchanges.title').waitFor();
  });

  deepTest('M6 R15 it is told in the settings and untied there: the next time an address is asked for', async () => {
    await sql`insert into telegram_links (telegram_id, account_id)
      select ${newcomer.id}, id from accounts where email = 'new@example.com'`.execute(product.db);
    const one = await person(way);
    await one.page.goto('/login');
    await toTelegram(one);
    await answer(one, newcomer.id);
    await heading(one, 'exchanges.title').waitFor();
    await one.page.goto('/settings');
    await one.control('user.telegram untied').waitFor();
    if (deep) await sound(one);
    await press(one, one.control('user.telegram untied'));
    await one.page.getByText(one.words('tie.none'), { exact: true }).waitFor();
    await sound(one);
    await signOut(one);
    await press(one, one.page.locator('a[href="/login"]:visible'));
    await toTelegram(one);
    await answer(one, newcomer.id);
    await heading(one, 'telegram.email.title').waitFor();
  });

  deepTest('M6 every other end has words and a way on', async () => {
    const one = await person(way);
    const { page } = one;
    const ends = async (key: string) => {
      await heading(one, key).waitFor();
      await sound(one);
      expect(new URL(page.url()).href).toMatch(/\/login\/telegram$/);
    };
    const state = 's'.repeat(43);
    await page.goto(`/login/telegram?state=${state}#tgAuthResult=AAAA`);
    await ends('telegram.elsewhere.title');
    await page.reload();
    await ends('telegram.title');
    await page.goto(`/login/telegram?state=${state}`);
    await ends('telegram.unanswered.title');
    await goOn(one);
    const back = new URL(page.url()).searchParams.get('return_to') ?? '';
    await page.goto(`${back}#tgAuthResult=AAAA`);
    await ends('telegram.refused.title');
    await goOn(one);
    await page.goBack();
    await ends('telegram.title');
    await page.locator('button', { hasText: one.words('telegram.go') }).waitFor();
    await page.context().route('**/api/auth/telegram', (route) => route.abort());
    await press(one, one.control('user.confirmed'));
    await ends('telegram.stopped.title');
  });
});
