import { expect, test } from 'vitest';
import { englishDesk } from '../tools/looks.ts';
import { signIn, startProduct, visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product: usual } = await openStand();

test('B1 one setting names the product: on a page rendered ahead, behind the sign-in, and on a home screen', async () => {
  const name = 'Весы & Co';
  const other = await startProduct({ DATABASE_URL: usual.databaseUrl, PRODUCT_NAME: name });
  try {
    const one = await visit(browser, other.url, englishDesk);
    await one.page.goto('/login');
    expect(await one.page.title()).toBe(`${one.words('login.title')} · ${name}`);
    await one.page.getByRole('banner').getByText(name, { exact: true }).first().waitFor();
    const session = await one.context.newCDPSession(one.page);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data) as { name: string; icons: { src: string; type: string }[] };
    expect(manifest.name).toBe(name);
    for (const { src, type } of manifest.icons)
      expect((await one.context.request.get(src)).headers()['content-type']).toContain(type);
    await signIn(one);
    await one.page.waitForURL('**/exchanges');
    await expect.poll(() => one.page.title()).toMatch(/^(\(\d+\) )?\S.* · Весы & Co$/);
    await sound(one);
    expect(one.complaints).toEqual([]);
    await one.context.close();
  } finally {
    await other.close();
  }
});
