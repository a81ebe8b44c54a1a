import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import type { Reveal } from '../../contract/card.ts';
import { printedOn } from '../../server/sandbox/issuer.ts';
import { lookCode, madeCard } from '../server/cards.ts';
import { everyTable, keptOnDevice, partsOf, waysOf } from '../tools/leaks.ts';
import { englishDesk } from '../tools/looks.ts';
import { ownMoney, type Owner } from '../tools/own-money.ts';
import type { Visit } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';
import { inCharge, keptIn } from '../tools/worker.ts';

/*
 * The number of a card, its code and the token that shows them: they stand in the frame of the issuer and nowhere else, and
 * in it no longer than they may.
 */

const { browser, product } = await openStand({ environment: { LOG_LEVEL: 'debug' } });
const { db } = product;

const told = ({ page, words }: Visit, key: string) => page.getByText(words(key), { exact: true }).first().waitFor();
const inFrame = ({ page }: Visit, what: 'number' | 'code') => page.frameLocator('main iframe').locator(`.${what}`);
const frames = ({ page }: Visit) => page.locator('iframe').count();
const codeTo = ({ person: { number } }: Owner) => lookCode(db, `p${number}@example.com`);

/** A letter, its code, and the number stands there; letters may follow each other at once. */
async function look(one: Visit, owner: Owner): Promise<void> {
  await sql`update card_reveals set asked_at = asked_at - interval '1 minute'`.execute(db);
  await one.control('user.number wanted').click();
  await one.control('user.code typed').waitFor();
  await one.control('user.code typed').fill(await codeTo(owner));
  await one.page.keyboard.press('Enter');
  await inFrame(one, 'number').filter({ hasText: /\d/ }).waitFor();
}
/** As a browser tells it when another tab is chosen. */
const hide = ({ page }: Visit) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** Three digits alone: in a time, an amount, a name or a hash they are no code. */
const standsAlone = (code: string) => new RegExp(String.raw`(?<!\w|\w[.-])${code}(?!\w|[.-]\w)`);

test('R3 F10 after a look at a card its number, its code and its token are in no table, log, journal, storage, cache or answer but those of its issuer', async () => {
  const owner = await ownMoney(browser, product, { ...englishDesk, worker: true }, { EUR: '100' });
  const { id, card } = await madeCard(owner.person.browser);
  const one = await owner.device(`/cards/my/${id}?journal`);
  const { page, control, context } = one;
  await control('user.number wanted').waitFor();
  await inCharge(page);
  const ours = new URL(product.url).origin;
  const answers: { path: string; store: string; asked: string; text: string }[] = [];
  // Read on the way: a browser forgets the body of an answer that its page has not asked for.
  await context.route(
    ({ origin, pathname }) => origin !== ours || pathname.startsWith('/api/'),
    async (route) => {
      const request = route.request();
      const { origin, pathname } = new URL(request.url());
      // The issuer wants it, and a browser writes it only after the way is left.
      const headers = { ...(await request.allHeaders()), 'sec-fetch-site': 'same-origin' };
      const asked = [request.url(), request.postData() ?? '', JSON.stringify(headers)].join(' ');
      const response = await route.fetch({ headers });
      const store = response.headers()['cache-control'] ?? '';
      const path = origin === ours ? pathname : `issuer ${pathname}`;
      answers.push({ path, store, asked, text: await response.text() });
      await route.fulfill({ response });
    },
  );

  /** All that could have been left, by where. */
  const places = async (): Promise<Record<string, string>> => {
    const [download] = await Promise.all([page.waitForEvent('download'), control('user.exported').click()]);
    const { rows } = await sql<{ setting: string }>`
      select setting from pg_settings where name = 'data_directory'`.execute(db);
    return {
      ...Object.fromEntries((await everyTable(db)).map(({ name, text }) => [`table ${name}`, text])),
      'the log': product.lines.join('\n'),
      'the log of the database': await readFile(`${rows[0]?.setting}/../postgres.log`, 'utf8'),
      'the journal': await readFile(await download.path(), 'utf8'),
      'the device': await keptOnDevice(page),
      'the worker': JSON.stringify(await keptIn(page)),
      'the page': await page.content(),
    };
  };

  // Its issuer prints a code that stands nowhere yet, and that no count and no amount is written as; and a number no part of which does.
  const before = Object.values(await places()).join('\n');
  const { brand } = card!;
  let printed = await printedOn(db, id, brand);
  const standsAlready = ({ number, code }: typeof printed) =>
    standsAlone(code).test(before) || partsOf(number).some((part) => part.test(before));
  while (!/^0[1-9][1-9]$/.test(printed.code) || standsAlready(printed)) {
    await sql`update sandbox_keys set value = ${randomBytes(32).toString('hex')}`.execute(db);
    printed = await printedOn(db, id, brand);
  }
  await look(one, owner);
  const shown = await Promise.all([inFrame(one, 'number').innerText(), inFrame(one, 'code').innerText()]);
  expect(shown.map((text) => text.replaceAll(' ', ''))).toEqual([printed.number, printed.code]);
  const whileShown = await places();
  await hide(one);
  await told(one, 'card_look.left');
  expect(await frames(one)).toBe(0);

  const revealed = answers.find(({ path }) => path === '/api/card/details/reveal');
  const { token } = (JSON.parse(revealed?.text ?? '{}') as { payload: Reveal }).payload;
  expect(token).toMatch(/^[\w-]{43}$/);
  const parts = partsOf(printed.number);
  const foundIn = (text: string): string[] => [
    ...(parts.some((part) => part.test(text)) || waysOf(printed.number).some((way) => text.includes(way))
      ? ['number']
      : []),
    ...(standsAlone(printed.code).test(text) ? ['code'] : []),
    ...(waysOf(token).some((way) => text.toLowerCase().includes(way.toLowerCase())) ? ['token'] : []),
  ];
  const found = (all: Record<string, string>) =>
    Object.entries(all).flatMap(([place, text]) => foundIn(text).map((what) => `${what} in ${place}`));
  // The address of the frame is the one place of ours that holds the token, as long as the frame is there.
  expect(found(whileShown)).toEqual(['token in the page']);
  const after = await places();
  expect(found(after)).toEqual([]);

  // Each was there to be searched.
  expect(Object.keys(after).length).toBeGreaterThan(40);
  expect(after['table public.cards']).toContain(card?.last_four);
  expect(after['table public.card_reveals']).toContain(id);
  expect(after['the log']).toContain('"call":"card.reveal"');
  expect(after['the journal']).toContain('card.reveal');
  expect(after['the device']).toContain('journal');
  expect(after['the worker']).toContain('/index.html');

  // Only the issuer is given the token, and only its one answer has the number; nothing of it all may be kept.
  const of = (each: (typeof answers)[number]) => [each.path, foundIn(each.asked), foundIn(each.text), each.store];
  expect(answers.map(of).filter(([, asked, text]) => asked!.length + text!.length > 0)).toEqual([
    ['/api/card/details/reveal', [], ['token'], 'no-store'],
    ['issuer /issuer/look', ['token'], ['number', 'code'], 'no-store'],
  ]);
  expect(one.complaints).toEqual([]);
  await context.close();
});

test('R3 F10 a number leaves the screen after half a minute and when another tab signs out, and its own page forgets it by itself', async () => {
  const owner = await ownMoney(browser, product, englishDesk, { EUR: '100' });
  const { id } = await madeCard(owner.person.browser);
  const one = await owner.device('about:blank');
  await one.page.clock.install();
  await one.page.goto(`/cards/my/${id}`);
  await look(one, owner);
  await told(one, 'card_look.hide');
  await one.page.clock.fastForward(added.shown - 10_000);
  expect(await frames(one)).toBe(1);
  await one.page.clock.fastForward(10_000);
  await told(one, 'card_look.over');
  expect(await frames(one)).toBe(0);

  await look(one, owner);
  const { page, control, words } = await owner.tab(one, '/article');
  await page.getByRole('button', { name: words('frame.menu') }).click();
  await control('user.logout wanted').click();
  await control('user.confirmed').click();
  await one.page.locator('iframe').waitFor({ state: 'detached' });
  await page.close();

  // The page of the issuer alone, as if nobody took it away.
  const { browser: away } = owner.person;
  await sql`update card_reveals set asked_at = asked_at - interval '1 minute'`.execute(db);
  await away.post('/api/card/details/code', { card: id });
  const reply = await away.post('/api/card/details/reveal', { card: id, code: await codeTo(owner) });
  const { frame, token } = reply.body.payload as Reveal;
  await one.page.goto(`${frame}#${token}`);
  const number = one.page.locator('.number');
  await number.filter({ hasText: /\d/ }).waitFor();
  expect(new URL(one.page.url()).hash).toBe('');
  await one.page.clock.fastForward(added.shown);
  await number.waitFor({ state: 'hidden' });
  expect(await one.page.content()).not.toMatch(/\d{4} \d{4}/);
  await one.context.close();
});
