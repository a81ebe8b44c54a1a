import { expect, test } from 'vitest';
import { telegramPeople } from '../../server/sandbox/telegram-people.ts';
import { mailTo } from '../server/harness.ts';
import { keptJournal } from '../stages/kept-journal.ts';
import { beginAgain } from '../stages/people.ts';
import { deepTest } from '../tools/deep.ts';
import { englishDesk, looks, russianPhone } from '../tools/looks.ts';
import { openStand } from '../tools/stand.ts';
import { heading, tabTo, tell, words, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';

const isPartOfIt = (complaint: string) =>
  /the server responded with a status of (401|403|404|409)|net::ERR_FAILED/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });
const [known, newcomer] = telegramPeople;

const answer = ({ page }: Visit, who: string) => page.locator(`button[value="${who}"]`).click();
const toTelegram = async (one: Visit) => {
  await one.page.locator('main a[href^="/login/telegram"]').click();
  await heading(one, 'telegram.title').waitFor();
  await one.control('user.confirmed').click();
  await one.page.waitForURL(/\/telegram\/auth\?/);
};

test('M6 by Telegram: declined in words, then agreed and signed in, and the answer is in no place that stays', async () => {
  const one = await person({ language: 'ru', width: 320 });
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
  expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe('/login/telegram');
  await sound(one);
  await one.control('user.confirmed').click();
  await page.waitForURL(/\/telegram\/auth\?/);
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

for (const look of looks(russianPhone))
  for (const auth_type of ['password', 'passwordless'] as const)
    deepTest(`M6 ${look.language} ${auth_type}: somebody new gives an address by the keyboard alone`, async () => {
      await beginAgain(product);
      await tell(product, 'settings', { auth_type });
      const one = await person(look);
      const { page } = one;
      const email = `telegram-${look.language}-${auth_type}@example.com`;
      await page.goto('/login');
      await tabTo(one, page.locator('main a[href^="/login/telegram"]'));
      await page.keyboard.press('Enter');
      await heading(one, 'telegram.title').waitFor();
      await sound(one);
      await tabTo(one, one.control('user.confirmed'));
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/telegram\/auth\?/);
      await tabTo(one, page.locator(`button[value="${newcomer.id}"]`));
      await page.keyboard.press('Enter');
      await heading(one, 'telegram.email.title').waitFor();
      await sound(one);
      await page.keyboard.type(email);
      await page.keyboard.press('Enter');
      await heading(one, 'login.code.title').waitFor();
      await sound(one);
      await page.keyboard.type((await mailTo(product, email)).code);
      await page.keyboard.press('Enter');
      await heading(one, auth_type === 'password' ? 'change_password.required.title' : 'exchanges.title').waitFor();
    });

for (const look of looks(englishDesk))
  deepTest(`M6 ${look.language}: every other end has words and a way on`, async () => {
    await beginAgain(product);
    const one = await person(look);
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
    await one.control('user.confirmed').click();
    await page.waitForURL(/\/telegram\/auth\?/);
    const back = new URL(page.url()).searchParams.get('return_to') ?? '';
    await page.goto(`${back}#tgAuthResult=AAAA`);
    await ends('telegram.refused.title');
    await one.control('user.confirmed').click();
    await page.waitForURL(/\/telegram\/auth\?/);
    await page.goBack();
    await ends('telegram.title');
    await one.page.locator('button', { hasText: words(look.language, 'telegram.go') }).waitFor();
    await page.context().route('**/api/auth/telegram', (route) => route.abort());
    await one.control('user.confirmed').click();
    await ends('telegram.stopped.title');
  });
