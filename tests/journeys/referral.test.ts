import { expect, test } from 'vitest';
import { listMail } from '../../server/mail/outbox.ts';
import { heading, signIn, words } from '../tools/product.ts';
import { englishDesk, looks, russianPhone } from '../tools/looks.ts';
import { deepTest } from '../tools/deep.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { product, person } = await openStand();

test('F12 R11 from a link to its page, and the server keeps by whom they came', async () => {
  const one = await person({ ...russianPhone });
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  await one.page.goto('/referral');
  await heading(one, 'referral.title').waitFor();
  const link = (await one.page.getByText('/?ref=').first().textContent()) ?? '';
  const guest = await person({ ...englishDesk });
  await guest.page.goto(link);
  await guest.page.getByText(words('en', 'recruit.title', { name: 'd•••@e•••.com' })).waitFor();
  await sound(guest);
  const cookies = await guest.context.cookies();
  expect(cookies.find(({ name }) => name === 'recruit')).toMatchObject({ value: link.slice(-10), httpOnly: true });
});

for (const look of looks(englishDesk))
  deepTest(`F12 R11 an invitation by keys alone, in ${look.language} at ${look.width} px`, async () => {
    const one = await person(look);
    const { page } = one;
    await page.goto('/login');
    await signIn(one);
    await page.waitForURL('**/exchanges');
    await page.goto('/referral');
    await heading(one, 'referral.title').waitFor();
    const email = `by-keys-${look.language}-${look.width}@example.com`;
    await one.control('user.email typed').first().focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.getByText(words(look.language, 'referral.invite.sent', { email })).waitFor();
    expect(await listMail(product.db, email)).toHaveLength(1);
    await sound(one);
  });
