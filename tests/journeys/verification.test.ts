import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { DocumentSide } from '../../contract/verification.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { deep, deepTest } from '../tools/deep.ts';
import { englishDesk, looks, russianPhone } from '../tools/looks.ts';
import { ownMoney } from '../tools/own-money.ts';
import { followLink, heading, tabTo, type Visit, type VisitOptions } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#88aacc' } })
  .jpeg()
  .toBuffer();

const visits: Visit[] = [];
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits.splice(0)) await context.close();
  expect(complaints).toEqual([]);
});

/** Somebody who is not verified, at a page. */
async function somebody(look: VisitOptions, path: string, delay = 0): Promise<Visit> {
  const owner = await ownMoney(browser, product, look, {});
  await product.db.updateTable('accounts').set({ verification_level: 0 }).where('id', '=', owner.person.id).execute();
  await tellSandbox(product.db, 'reviewer', { delay_ms: delay }, owner.person.number);
  const one = await owner.device(path);
  visits.push(one);
  return one;
}

const choose = (one: Visit, side: DocumentSide, name = 'scan.jpg') =>
  one.control('user.file given', side).setInputFiles({ name, mimeType: 'image/jpeg', buffer });
const sent = (one: Visit, side: DocumentSide) => one.control('user.file removed', side).waitFor();
async function send(one: Visit, side: DocumentSide, name?: string): Promise<void> {
  await choose(one, side, name);
  await one.control('user.turned', side).first().click();
  if (deep) await sound(one);
  await one.control('user.sent', side).click();
  await one.page.getByText(one.words('upload.stored')).first().waitFor();
  await sent(one, side);
}

describe('papers', () => {
  test.each(looks(russianPhone))(
    'F15 M6 R12 from the overview to a verified identity, in $language at $width px: a reload in the middle keeps what was sent',
    async (look) => {
      const one = await somebody(look, '/settings/verification');
      await heading(one, 'verification.title').waitFor();
      await one.page.getByText(one.words('section.settings-verification')).first().waitFor();
      await one.page.getByText(one.words('verification.is.0')).waitFor();
      await sound(one);
      await followLink(one.page, '/settings/passport');
      await heading(one, 'verification.document.passport').waitFor();
      await send(one, 'main');
      await one.page.reload();
      await one.page.getByText(one.words('upload.stored')).waitFor();
      await sound(one);
      await send(one, 'registration');
      await one.control('user.submitted').click();
      await heading(one, 'verification.success.title').waitFor();
      expect(new URL(one.page.url()).pathname).toBe('/settings/verification_success');
      await sound(one);
    },
  );

  deepTest.each([russianPhone, englishDesk])(
    'F15 a reason a file, in $language at $width px: only that one is sent again',
    async (look) => {
      const one = await somebody(look, '/settings/drivers_license');
      await send(one, 'front');
      await send(one, 'back', 'reject-glare.jpg');
      await one.control('user.submitted').click();
      await one.page.getByText(one.words('verification.reason.glare')).waitFor();
      await one.page.getByText(one.words('upload.accepted')).waitFor();
      await sound(one);
      await send(one, 'back');
      await one.control('user.submitted').click();
      await heading(one, 'verification.success.title').waitFor();
    },
  );

  deepTest('F15 the line is cut while a file goes, and one press sends it again', async () => {
    const one = await somebody(englishDesk, '/settings/id_card');
    await one.page.route('**/upload', (route) => route.abort(), { times: 1 });
    await choose(one, 'front');
    await one.control('user.sent', 'front').click();
    await one.page.getByText(one.words('upload.failed')).waitFor();
    await sound(one);
    one.complaints.length = 0;
    await one.control('user.sent', 'front').click();
    await one.page.getByText(one.words('upload.stored')).waitFor();
  });

  deepTest('F15 no camera, or none allowed: a file is the way on', async () => {
    const one = await somebody(russianPhone, '/settings/id_card');
    await one.control('user.camera wanted', 'front').click();
    await one.page
      .getByText(one.words('error.camera_denied'))
      .or(one.page.getByText(one.words('error.camera_missing')))
      .waitFor();
    await send(one, 'front');
  });

  deepTest.each([russianPhone, englishDesk])('F15 by the keyboard alone, in $language at $width px', async (look) => {
    const one = await somebody(look, '/settings/id_card', 600_000);
    for (const side of ['front', 'back'] as const) {
      await choose(one, side);
      await one.control('user.sent', side).waitFor();
      await tabTo(one, one.control('user.sent', side));
      await one.page.keyboard.press('Enter');
      await sent(one, side);
    }
    await tabTo(one, one.control('user.submitted'));
    await one.page.keyboard.press('Enter');
    await one.page.getByText(one.words('document.reviewing')).waitFor();
    await sound(one);
  });
});
