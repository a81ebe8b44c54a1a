import { expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import { mailTo } from '../server/harness.ts';
import { heading, signIn, visit, type Visit } from '../tools/product.ts';
import { deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product, person } = await openStand();

const deep = '/history/exchange?status=completed';

/** A visitor who followed a link to a private page, and stands at sign-in. */
async function atSignIn(): Promise<Visit> {
  const one = await person({ language: 'en' });
  await one.page.goto(deep);
  await one.page.waitForURL((url) => url.pathname === '/');
  await one.page.locator('a[href="/login"]').first().click();
  await one.control('user.email typed').waitFor();
  return one;
}
const kept = ({ page }: Visit): Promise<string | null> => page.evaluate(() => localStorage.getItem('memory/kept'));

test('G2 a deep link outlives a reload of the sign-in page, and is dropped when it is used', async () => {
  const one = await atSignIn();
  expect(await kept(one)).toContain(deep);
  await one.page.reload();
  await signIn(one);
  await one.page.waitForURL(`**${deep}`);
  await heading(one, 'history.title.exchange').waitFor();
  expect(await kept(one)).toBeNull();
});

test('G2 a deep link with signs that browsers leave as they are leads there after the sign-in', async () => {
  const one = await person({ language: 'en' });
  await one.page.goto(`${deep}&utm_campaign=spring|2026`);
  await one.page.waitForURL((url) => url.pathname === '/');
  await one.page.locator('a[href="/login"]').first().click();
  await signIn(one);
  await one.page.waitForURL((url) => url.pathname === '/history/exchange');
  await heading(one, 'history.title.exchange').waitFor();
});

deepTest('G2 F1 by the mailed link in another tab of the same browser', async () => {
  const one = await atSignIn();
  await one.control('user.code wanted').click();
  await one.control('user.email typed').fill('demo@example.com');
  await one.control('user.submitted').click();
  await one.control('user.code typed').waitFor();
  const { link } = await mailTo(product, 'demo@example.com');
  const other = await visit(browser, product.url, { language: 'en', context: one.context });
  await other.page.goto(`${product.url}/login?link=${link}`);
  await other.control('user.confirmed').click();
  await other.page.waitForURL(`**${deep}`);
  await heading(other, 'history.title.exchange').waitFor();
  expect([await kept(other), other.complaints]).toEqual([null, []]);
});

deepTest('G2 after half an hour nobody is led there', async () => {
  const one = await atSignIn();
  await one.page.evaluate((age) => {
    const note = JSON.parse(localStorage.getItem('memory/kept') ?? '{}') as { at: number };
    localStorage.setItem('memory/kept', JSON.stringify({ ...note, at: note.at - age }));
  }, added.kept);
  await one.page.reload();
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
});

deepTest('G2 G3 what somebody else wrote there leads nowhere', async () => {
  const one = await atSignIn();
  await one.page.evaluate(() =>
    localStorage.setItem(
      'memory/kept',
      JSON.stringify({
        at: Date.now(),
        value: { interrupted: '//evil.example', landing: { to: 'https://evil.example' } },
      }),
    ),
  );
  await one.page.reload();
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  expect(new URL(one.page.url()).origin).toBe(product.url);
});
