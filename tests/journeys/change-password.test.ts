import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { comeIn } from '../stages/people.ts';
import { inDialog, press, write } from '../tools/by-keys.ts';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { looks, russianPhone } from '../tools/looks.ts';
import { heading } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

/** The line is cut here, and what it had led to is refused. */
const isPartOfIt = (complaint: string) => /net::ERR_|the server responded with a status of 401/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });
const proxy = await startCuttingProxy(Number(new URL(product.url).port));
afterAll(() => proxy.close());

const email = 'new@example.com';
const [old, chosen] = ['demo-password-2', 'a long quiet phrase'];

describe.each(looks(russianPhone))('a change of the password in $language at $width px, $theme', (look) => {
  test('F2 S2 whose answer is lost for long says that the new one may hold, until its owner is in with it', async () => {
    const one = await person(look, proxy.url);
    await comeIn(one, { ...product, url: proxy.url }, email);
    await one.page.goto('/settings/change-password');
    await heading(one, 'change_password.title').waitFor();
    await write(one, one.control('user.old password typed'), old);
    await write(one, one.control('user.password typed'), chosen);
    const cut = proxy.cutAnswers('POST /api/auth/change');
    await one.page.keyboard.press('Enter');
    await cut.happened;
    proxy.down();
    const mayHold = one.page.getByText(one.words('error.password_unknown'), { exact: true });
    await mayHold.waitFor();
    await sound(one);
    expect(await one.control('user.password typed').inputValue()).toBe(chosen);
    // What the session had before leads to it for some seconds more.
    await sql`update sessions set expires_at = now() where replaced_by is not null`.execute(product.db);
    cut.stop();
    proxy.up();
    await press(one, one.control('user.submitted'));
    const field = inDialog(one).control('user.password typed');
    await field.waitFor();
    expect(await mayHold.count()).toBe(1);
    await write(one, field, chosen);
    await one.page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    expect(await mayHold.isVisible()).toBe(true);
    expect(await one.control('user.password typed').inputValue()).toBe('');
  });
});
