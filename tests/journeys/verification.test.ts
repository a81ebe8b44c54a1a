import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { DocumentSide } from '../../contract/verification.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { enter, inDialog, press } from '../tools/by-keys.ts';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { deep, deepDescribe } from '../tools/deep.ts';
import { russianPhone, ways, type Way } from '../tools/looks.ts';
import { ownMoney } from '../tools/own-money.ts';
import { heading, tell, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
afterAll(() => tell(product, 'settings', { auth_type: 'password' }));
const buffer = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#88aacc' } })
  .jpeg()
  .toBuffer();
/** So large that its way takes some seconds over a slow line. */
const large = await sharp(randomBytes(1_200 * 800 * 3), { raw: { width: 1_200, height: 800, channels: 3 } })
  .jpeg({ quality: 90 })
  .toBuffer();

const visits: Visit[] = [];
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits.splice(0)) await context.close();
  expect(complaints).toEqual([]);
});

interface Newcomer extends Visit {
  email: string;
}

/** Somebody who is not verified, at a page; the server goes by the way of the test by then. */
async function somebody(look: Way, path: string, { delay = 0, at = product } = {}): Promise<Newcomer> {
  await tell(product, 'settings', { auth_type: look.auth_type });
  const owner = await ownMoney(browser, at, look, {});
  await product.db.updateTable('accounts').set({ verification_level: 0 }).where('id', '=', owner.person.id).execute();
  await tellSandbox(product.db, 'reviewer', { delay_ms: delay }, owner.person.number);
  const one = await owner.device(path);
  visits.push(one);
  return { ...one, email: `p${owner.person.number}@example.com` };
}

/** The window of the system is no page: what it answers is given to the field. */
const choose = (one: Visit, side: DocumentSide, name = 'scan.jpg', content = buffer) =>
  one.control('user.file given', side).setInputFiles({ name, mimeType: 'image/jpeg', buffer: content });
const sent = (one: Visit, side: DocumentSide) => one.control('user.file removed', side).waitFor();
/** How far the pictures that are looked at before they go reach beyond their places, in px. */
const cutOff = ({ page }: Visit): Promise<number> =>
  page.locator('img[src^="blob:"]').evaluateAll((pictures) =>
    Math.max(
      ...pictures.map((picture) => {
        const [own, place] = [picture.getBoundingClientRect(), picture.parentElement!.getBoundingClientRect()];
        return Math.round(Math.max(own.height - place.height, own.width - place.width, place.top - own.top));
      }),
    ),
  );
async function send(one: Visit, side: DocumentSide, name?: string): Promise<void> {
  await choose(one, side, name);
  await one.page.locator('img[src^="blob:"]').first().waitFor();
  expect(await cutOff(one)).toBe(0);
  await press(one, one.control('user.turned', side));
  await expect.poll(() => cutOff(one)).toBe(0);
  if (deep) await sound(one);
  await press(one, one.control('user.sent', side));
  await one.page.getByText(one.words('upload.stored')).first().waitFor();
  await sent(one, side);
}
const says = (one: Visit, key: string, params: Record<string, string> = {}) =>
  one.page.getByText(one.words(key, params)).first().waitFor();
const isStored = (one: Visit, side: DocumentSide) => one.control('user.file removed', side).isVisible();

describe.each(ways(russianPhone))('papers by keyboard alone, in $language at $width px, by $auth_type', (way) => {
  test('F11 R12 from the overview to a verified identity: a reload in the middle keeps what was sent', async () => {
    const one = await somebody(way, '/settings/verification_success');
    // The good news is not theirs yet: they are led to where they stand.
    await heading(one, 'verification.title').waitFor();
    await one.page.waitForURL('**/settings/verification');
    await says(one, 'section.settings-verification');
    await says(one, 'verification.is.0');
    await sound(one);
    await press(one, one.page.locator('main a[href="/settings/passport"]'));
    await heading(one, 'verification.document.passport').waitFor();
    await send(one, 'main');
    await one.page.reload();
    await says(one, 'upload.stored');
    await sound(one);
    await send(one, 'registration');
    await press(one, one.control('user.submitted'));
    await heading(one, 'verification.success.title').waitFor();
    expect(new URL(one.page.url()).pathname).toBe('/settings/verification_success');
    await says(one, 'verification.success.unlocked');
    await sound(one);
  });

  test('F11 what a file may be and what is wrong with it are told at its field, whose side each control names', async () => {
    const one = await somebody(way, '/settings/id_card');
    const field = (side: DocumentSide) => one.control('user.file given', side);
    const described = (side: DocumentSide) =>
      field(side).evaluate((input) =>
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? ''),
      );
    const edge = (side: DocumentSide) =>
      field(side).evaluate((input) => getComputedStyle(input.parentElement!).borderTopColor);
    await field('front').waitFor();
    expect(await described('front')).toEqual([one.words('upload.hint')]);
    const before = await edge('back');
    for (const side of ['front', 'back'] as const) {
      const name = `${one.words('upload.camera')}: ${one.words(`verification.side.${side}`)}`;
      await one.page.getByRole('button', { name, exact: true }).waitFor();
    }
    await press(one, one.control('user.submitted'));
    await expect.poll(() => described('back')).toEqual([one.words('upload.lacking'), one.words('upload.hint')]);
    expect(await edge('back')).not.toBe(before);
    expect(await edge('back')).toBe(await edge('front'));
    await sound(one);
    await choose(one, 'front', 'scan.jpg', Buffer.from('this is no picture, whatever its name says'));
    await expect.poll(() => described('front')).toEqual([one.words('error.file_type'), one.words('upload.hint')]);
    await sound(one);
  });

  test('F11 a button that is pressed twice sends the file once, and does not stop it', async () => {
    const one = await somebody(way, '/settings/id_card');
    await choose(one, 'front');
    const sendings: string[] = [];
    const stopShown = one.control('user.sending stopped', 'front').waitFor();
    await one.page.route('**/upload', async (route) => {
      sendings.push(route.request().method());
      await stopShown;
      await route.continue();
    });
    await one.page.locator('img[src^="blob:"]').first().waitFor();
    await one.control('user.sent', 'front').scrollIntoViewIfNeeded();
    const pressed = await one.control('user.sent', 'front').boundingBox();
    const [x, y] = [pressed!.x + pressed!.width / 2, pressed!.y + pressed!.height / 2];
    await one.page.mouse.click(x, y);
    await one.page.mouse.click(x, y);
    await one.page.getByText(one.words('upload.stored')).first().waitFor();
    expect(sendings).toEqual(['POST']);
  });
});

deepDescribe.each(ways(russianPhone))('papers in $language at $width px, by $auth_type', (look) => {
  test('F11 a reason a file: only that one is sent again', async () => {
    const one = await somebody(look, '/settings/drivers_license');
    await send(one, 'front');
    await send(one, 'back', 'reject-glare.jpg');
    await press(one, one.control('user.submitted'));
    await says(one, 'verification.reason.glare');
    await says(one, 'upload.accepted');
    await sound(one);
    await send(one, 'back');
    await press(one, one.control('user.submitted'));
    await heading(one, 'verification.success.title').waitFor();
  });

  test('F11 two go at once, and one of them fails: the other one is stored, and one press sends it again', async () => {
    const one = await somebody(look, '/settings/id_card');
    for (const side of ['front', 'back'] as const) await choose(one, side);
    let asked = 0;
    const both = Promise.withResolvers<void>();
    await one.page.route('**/upload', async (route) => {
      const mine = (asked += 1);
      if (mine === 2) both.resolve();
      await both.promise;
      await (mine === 2 ? route.abort() : route.continue());
    });
    for (const side of ['front', 'back'] as const) await press(one, one.control('user.sent', side));
    await says(one, 'upload.failed');
    await sent(one, 'front');
    await sound(one);
    one.complaints.length = 0;
    await one.page.unroute('**/upload');
    await press(one, one.control('user.sent', 'back'));
    await sent(one, 'back');
  });

  test('F11 the line is cut when half of the file has gone, and one press sends it again', async () => {
    const line = await startCuttingProxy(Number(new URL(product.url).port));
    onTestFinished(() => line.close());
    const one = await somebody(look, '/settings/id_card', { at: { ...product, url: line.url } });
    const browserLine = await one.context.newCDPSession(one.page);
    const speed = (uploadThroughput: number) =>
      browserLine.send('Network.emulateNetworkConditions', {
        ...{ offline: false, uploadThroughput },
        ...{ latency: 0, downloadThroughput: -1 },
      });
    await choose(one, 'front', 'scan.jpg', large);
    await one.control('user.sent', 'front').waitFor();
    await speed(large.length / 4);
    await press(one, one.control('user.sent', 'front'));
    await one.page.waitForFunction(() => Number(document.querySelector('progress')?.value ?? 0) >= 50);
    line.down();
    await says(one, 'upload.unsure');
    await sound(one);
    line.up();
    await speed(-1);
    one.complaints.length = 0;
    await press(one, one.control('user.sent', 'front'));
    await sent(one, 'front');
  });

  test('F11 a reload while a file goes: nothing is half stored, and it can be chosen again', async () => {
    const one = await somebody(look, '/settings/id_card');
    await choose(one, 'front');
    await one.page.route('**/upload', () => {}, { times: 1 });
    // What is reloaded before the file goes would leave the next one without an answer.
    const going = one.page.waitForRequest('**/upload');
    await press(one, one.control('user.sent', 'front'));
    await one.control('user.sending stopped', 'front').waitFor();
    await going;
    await one.page.reload();
    await says(one, 'upload.hint');
    expect(await isStored(one, 'front')).toBe(false);
    one.complaints.length = 0;
    await send(one, 'front');
  });

  test('F11 S2 a session that ends while a file goes: sign-in is asked for over the page, and the file goes by itself', async () => {
    const one = await somebody(look, '/settings/id_card');
    await send(one, 'front');
    await choose(one, 'back');
    await one.page.route(
      '**/upload',
      async (route) => {
        await sql`delete from sessions`.execute(product.db);
        await route.continue();
      },
      { times: 1 },
    );
    await press(one, one.control('user.sent', 'back'));
    await one.page.getByRole('dialog').getByText(one.words('session.lost')).waitFor();
    await sound(one);
    await enter(inDialog(one), product, one.email);
    await one.page.getByRole('dialog').waitFor({ state: 'detached' });
    await sent(one, 'back');
    expect(await isStored(one, 'front')).toBe(true);
    await sound(one);
    expect(one.complaints.splice(0).filter((each) => !each.includes('status of 401'))).toEqual([]);
  });

  test('F11 a file of another kind than its name, and one too large, are told before they go', async () => {
    const one = await somebody(look, '/settings/id_card');
    const asked: string[] = [];
    one.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await choose(one, 'front', 'scan.jpg', Buffer.from('this is no picture, whatever its name says'));
    await says(one, 'error.file_type');
    await sound(one);
    await choose(one, 'front', 'scan.jpg', Buffer.concat([buffer, Buffer.alloc(10_500_000)]));
    await says(one, 'error.file_size');
    await sound(one);
    expect(asked.filter((path) => path.endsWith('/upload'))).toEqual([]);
    await send(one, 'front');
  });

  test('F11 no camera, or none allowed: a file is the way on', async () => {
    const one = await somebody(look, '/settings/id_card');
    await press(one, one.control('user.camera wanted', 'front'));
    await one.page
      .getByText(one.words('error.camera_denied'))
      .or(one.page.getByText(one.words('error.camera_missing')))
      .waitFor();
    await sound(one);
    await send(one, 'front');
  });

  test('F11 while it is looked at, the page says so', async () => {
    const one = await somebody(look, '/settings/id_card', { delay: 600_000 });
    for (const side of ['front', 'back'] as const) await send(one, side);
    await press(one, one.control('user.submitted'));
    await says(one, 'document.reviewing');
    const [since, by] = ['document.reviewing.since', 'document.reviewing.by'].map((key) =>
      one.words(key, { time: '(?:.+, )?\\d\\d:\\d\\d' }),
    );
    await one.page.getByText(new RegExp(`^${since} ${by}$`)).waitFor();
    await sound(one);
  });
});
