import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import { mailTo, signInByPassword } from '../server/harness.ts';
import { comeIn } from '../stages/people.ts';
import { press, write } from '../tools/by-keys.ts';
import { deepDescribe, deepTest } from '../tools/deep.ts';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { everyLook, looks, russianPhone, ways, type Way } from '../tools/looks.ts';
import { awake, heading, tabTo, tell, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

/** A refusal stands in the console too, and a line that is cut; anything else there is a fault. */
const isPartOfIt = (complaint: string) =>
  /the server responded with a status of (401|409|422)|net::ERR_/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });
const line = await startCuttingProxy(Number(new URL(product.url).port));
afterAll(() => line.close());
const from = 'new@example.com';
const to = 'changed@example.com';

beforeEach(async () => {
  for (const table of ['mail_changes', 'attempts']) await sql.raw(`delete from ${table}`).execute(product.db);
  await sql`update accounts set email = ${from} where email = ${to}`.execute(product.db);
  await tell(product, 'settings', { auth_type: 'password' });
});
afterAll(() => tell(product, 'settings', { auth_type: 'password' }));
const codeTo = async (email: string): Promise<string> => {
  const response = await fetch(`${product.url}/dev/outbox?to=${encodeURIComponent(email)}`);
  const { mails } = (await response.json()) as { mails: { body: string }[] };
  return /\b\d{6}\b/.exec(mails[0]?.body ?? '')?.[0] ?? '';
};
/** Signed in before the server is switched to the way of these tests. */
const arrive = async (way: Way, url = product.url): Promise<Visit> => {
  const one = await person(way, url);
  await comeIn(one, { ...product, url }, from);
  await tell(product, 'settings', { auth_type: way.auth_type });
  await one.page.goto('/settings/mail');
  await heading(one, 'change_mail.title').waitFor();
  return one;
};
/** Without passwords the codes in both letters are the proof. */
const askFor = async (one: Visit, { auth_type }: Way): Promise<void> => {
  await write(one, one.control('user.email typed'), to);
  if (auth_type === 'password') await write(one, one.control('user.password typed'), 'demo-password-2');
  expect(await one.control('user.password typed').count()).toBe(auth_type === 'password' ? 1 : 0);
  await one.page.keyboard.press('Enter');
  await heading(one, 'change_mail.codes.title').waitFor();
};
const enterCodes = async (one: Visit): Promise<void> => {
  await write(one, one.control('user.old code typed'), await codeTo(from));
  await write(one, one.control('user.new code typed'), await codeTo(to));
  await press(one, one.control('user.submitted'));
};

describe.each(ways(russianPhone))('change of the address in $language at $width px, $theme, by $auth_type', (way) => {
  deepTest('F15 R12 by keyboard alone: a wrong code at its field, then both, and another browser is out', async () => {
    const there = product.browser();
    await signInByPassword(there, from, 'demo-password-2');
    const one = await arrive(way);
    await sound(one);
    await askFor(one, way);
    await sound(one);
    const [old_code, new_code] = [await codeTo(from), await codeTo(to)];
    const { keyboard } = one.page;
    await tabTo(one, one.control('user.old code typed'));
    await keyboard.type(old_code === '000000' ? '111111' : '000000');
    await tabTo(one, one.control('user.new code typed'));
    await keyboard.type(new_code);
    await keyboard.press('Enter');
    await one.page.waitForFunction(() => document.querySelector('[name="old_code"][aria-invalid="true"]'));
    await keyboard.press('Control+a');
    await keyboard.type(old_code);
    await keyboard.press('Enter');
    await heading(one, 'change_mail.changed.title').waitFor();
    await sound(one);
    expect((await there.get('/api/user/info')).http).toBe(401);
    // Nothing of it stays in this browser.
    const kept = await one.page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    for (const secret of [old_code, new_code, 'demo-password-2']) expect(kept).not.toContain(secret);
  });

  test('F15 R12 a lost answer of the confirm is found out, and never called a failure', async () => {
    const one = await arrive(way, line.url);
    await askFor(one, way);
    const cut = line.cutAnswers('POST /api/user/mail/confirm');
    await enterCodes(one);
    await cut.happened;
    cut.stop();
    await heading(one, 'change_mail.changed.title').waitFor();
    await sound(one);
  });
});

describe.each(looks(russianPhone))('a lost change of the address in $language at $width px, $theme', (look) => {
  test.each(['password', 'passwordless'] as const)(
    'F15 R12 by %s the line goes with the last answer for longer than the old session holds: they sign in with the new address, and no account is made',
    async (auth_type) => {
      const way = { ...look, auth_type };
      const people = async () =>
        (await sql<{ all: string }>`select count(*) as all from accounts`.execute(product.db)).rows[0]?.all;
      const one = await arrive(way, line.url);
      const before = await people();
      await askFor(one, way);
      const cut = line.cutAnswers('POST /api/user/mail/confirm');
      await enterCodes(one);
      await cut.happened;
      line.down();
      cut.stop();
      await heading(one, 'change_mail.unknown.title').waitFor();
      await sound(one);
      await delay(added.answer + 1_000);
      line.up();
      await press(one, one.control('user.retried'));
      const window = one.page.getByRole('dialog');
      const address = window.locator('[data-says="user.email typed"]');
      await address.waitFor();
      expect(await address.inputValue()).toBe(to);
      await sound(one);
      if (way.auth_type === 'password') {
        await window.locator('[data-says="user.password typed"]').fill('demo-password-2');
        await one.page.keyboard.press('Enter');
      } else {
        const prove = async (email: string) => {
          await address.fill(email);
          await window.locator('[data-says="user.submitted"]').click();
          const code = window.locator('[data-says="user.code typed"]');
          await code.waitFor();
          await code.fill((await mailTo(product, email)).code);
          await one.page.keyboard.press('Enter');
        };
        await prove(from);
        await heading(one, 'login.over.no_account').waitFor();
        await sound(one);
        await window.locator('[data-says="user.other address wanted"]').click();
        await prove(to);
      }
      await heading(one, 'change_mail.changed.title').waitFor();
      expect(await people()).toBe(before);
    },
  );
});

/** What the site goes by is asked for when the page wakes, though not twice within seconds. */
const follows = async (one: Visit, fields: number): Promise<void> => {
  const shown = async () => {
    await awake(one);
    return one.control('user.password typed').count();
  };
  await expect.poll(shown, { timeout: 15_000 }).toBe(fields);
};

deepDescribe.each(everyLook(russianPhone))('change of the address in $language at $width px, $theme', (look) => {
  test('F15 R12 M6 switched at run time while it is open: the form follows, and what was typed stays', async () => {
    const one = await arrive({ ...look, auth_type: 'password' });
    await write(one, one.control('user.email typed'), to);
    await one.control('user.password typed').waitFor();
    await tell(product, 'settings', { auth_type: 'passwordless' });
    await follows(one, 0);
    expect(await one.control('user.email typed').inputValue()).toBe(to);
    await sound(one);
    await tell(product, 'settings', { auth_type: 'password' });
    await follows(one, 1);
    expect(await one.control('user.email typed').inputValue()).toBe(to);
    await askFor(one, { ...look, auth_type: 'password' });
    // Asked for with a password, it is proven by the codes alone, whatever the server goes by meanwhile.
    await tell(product, 'settings', { auth_type: 'passwordless' });
    await awake(one);
    await enterCodes(one);
    await heading(one, 'change_mail.changed.title').waitFor();
    await sound(one);
  });
});
