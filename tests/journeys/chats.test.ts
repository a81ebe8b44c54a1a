import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseJournal } from '../../contract/journal/file.ts';
import { lookingAt } from '../../machines/inspector/inspector.words.ts';
import { writeMessage } from '../../server/chat/messages.ts';
import { findThread } from '../../server/support/desk.ts';
import { operateSupport } from '../../server/support/operator.ts';
import { formatDayHere } from '../../src/i18n/days.ts';
import { foundInSession, secrets, type SecretName } from '../machines/planted.ts';
import { wholeChat, writeTo, writeToSupport } from '../server/chats.ts';
import { pdf } from '../server/hostile-files.ts';
import { makePerson } from '../server/money.ts';
import { press, pressSoon, writeSoon } from '../tools/by-keys.ts';
import { deep, deepDescribe } from '../tools/deep.ts';
import { faultsOf } from '../tools/journal-faults.ts';
import { everyLook, englishDesk, russianPhone, type Look } from '../tools/looks.ts';
import { ownMoney, type Owner } from '../tools/own-money.ts';
import { awake, followLink, heading, operationAt, review, tell, type Visit } from '../tools/product.ts';
import { numberAt, readMoment, readParts, soughtBy } from '../tools/screens.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
const visits: Visit[] = [];
/** A chat that nobody has begun is asked for, and is not there; and what a test keeps from the line. */
const isPartOfIt = (complaint: string) => /status of 404|net::ERR_FAILED/.test(complaint);
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits.splice(0)) await context.close();
  expect(complaints.filter((each) => !isPartOfIt(each))).toEqual([]);
});

const somebody = (look: Look, money = {}): Promise<Owner> => ownMoney(browser, product, look, money);
async function at(owner: Owner, path: string): Promise<Visit> {
  const one = await owner.device(path);
  visits.push(one);
  return one;
}
const field = (one: Visit) => one.control('user.message typed');
async function say(one: Visit, text: string): Promise<void> {
  await writeSoon(one, field(one), text);
  await pressSoon(one, one.control('user.submitted'));
}
const message = (one: Visit, text: string) => one.page.locator('[data-index]').getByText(text, { exact: true });
const sees = (one: Visit, text: string) => message(one, text).waitFor();
const saysWords = (one: Visit, key: string, params: Record<string, string> = {}) =>
  one.page.getByText(one.words(key, params)).first().waitFor();

/** What an operator types, and what is said to them. */
async function operate(...typed: string[]): Promise<string[]> {
  const said: string[] = [];
  const config = { productName: 'Statera', origins: [], publicUrl: undefined };
  await operateSupport({ db: product.db, config, say: (line) => said.push(line) }, typed);
  return said;
}

describe.each(everyLook(russianPhone))('chats by keyboard alone, in $language at $width px', (look) => {
  test('F14 two people in two browsers: what one writes the other reads, and the first sees that it was read', async () => {
    const [first, second] = await Promise.all([somebody(look), somebody(look)]);
    const one = await at(first, '/chat');
    await writeSoon(one, one.control('user.recipient typed'), second.person.number);
    await pressSoon(one, one.control('user.chat begun'));
    await one.page.waitForURL(`**/chat/private/${second.person.number}`);
    await saysWords(one, 'thread.empty');
    if (deep) await sound(one);
    await say(one, 'Привет! https://example.com/a');
    await saysWords(one, 'thread.sent');
    const other = await at(second, '/chat');
    await pressSoon(other, other.page.locator('aside a[href^="/chat/private/"]'));
    await other.page.getByText('Привет!').last().waitFor();
    const link = other.page.locator('[data-index] a[href="https://example.com/a"]');
    expect(await link.getAttribute('rel')).toContain('noopener');
    await sound(other);
    await say(other, 'И тебе привет.');
    await sees(other, 'И тебе привет.');
    expect(await other.page.locator('aside:not([aria-label], [aria-labelledby])').count()).toBe(0);
    await awake(one);
    await sees(one, 'И тебе привет.');
    await saysWords(one, 'thread.read');
    await saysWords(other, 'thread.read');
  });
});

describe.each(everyLook(englishDesk))('support by keyboard alone, in $language at $width px', (look) => {
  test('F13 R4 a picture to support: sent once, answered by the operator, and a draft outlives a reload', async () => {
    const owner = await somebody(look);
    const one = await at(owner, '/support');
    await saysWords(one, 'thread.empty');
    const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#88aacc' } })
      .jpeg()
      .toBuffer();
    const scan = (number: number) => ({ name: `Scan ${number}.jpg`, mimeType: 'image/jpeg', buffer });
    await one.control('user.file given').setInputFiles([scan(1), scan(2)]);
    await one.control('user.attachment removed').nth(1).waitFor();
    await pressSoon(one, one.control('user.attachment removed').nth(1));
    await one.control('user.attachment removed').nth(1).waitFor({ state: 'detached' });
    await say(one, 'Where is it?');
    await sees(one, 'Where is it?');
    await pressSoon(one, one.control('user.picture opened'));
    const picture = one.page.getByRole('dialog').getByRole('img');
    expect(await picture.getAttribute('alt')).toBe(one.words('thread.picture', { name: 'Scan 1.jpg' }));
    await sound(one);
    await one.page.keyboard.press('Escape');
    await picture.waitFor({ state: 'detached' });
    await writeSoon(one, field(one), 'A draft');
    await operate('answer', owner.person.number, 'In', 'your', 'wallet.');
    await one.page.reload();
    await sees(one, 'In your wallet.');
    await expect.poll(() => field(one).inputValue()).toBe('A draft');
    expect((await operate('show', owner.person.number)).filter((line) => line.includes('Where is it?'))).toHaveLength(
      1,
    );
  });
});

test('F13 a receipt leads to support, where its number stands before what is written; a reload asks nothing again', async () => {
  const owner = await somebody(englishDesk, { USD: '100' });
  const one = await at(owner, '/support');
  await writeSoon(one, field(one), 'Where is it?');
  await review(one, '10');
  await press(one, one.control('user.confirmed'));
  await one.control('user.again').waitFor();
  const id = operationAt(one.page);
  await press(one, one.page.getByRole('link', { name: one.words('operation.ask') }));
  await expect.poll(() => field(one).inputValue()).toBe(`${id}\nWhere is it?`);
  await expect.poll(() => new URL(one.page.url()).search).toBe('');
  await one.page.reload();
  await expect.poll(() => field(one).inputValue()).toBe(`${id}\nWhere is it?`);
});

/** What a person typed, was told and went to, and what of it nobody else may read. */
const planted: readonly SecretName[] = [
  ...(['an e-mail', 'a phone with a plus', 'a bitcoin address', 'a whole name as a word'] as const),
  ...(['words to support', 'words of a chat', 'a last name in capitals', 'a card number', 'a home'] as const),
];

/** Every figure of a screen: beside the inspector it has less room, and stands otherwise. */
const figuresIn = (text: string): string[] => [...new Set(text.match(/\d[\d.,\s]*\d/g))].toSorted();

deepDescribe.each(everyLook(englishDesk))('a report of a problem, in $language at $width px', (look) => {
  test('F13 A5 it is seen before it is sent, opens at the side of support, shows the same screens, and holds no secret', async () => {
    const [owner, friend] = [await somebody(look, { USD: '100' }), await makePerson(product, {})];
    await writeTo(friend.browser, owner.person.number, secrets['words of a chat']);
    const one = await at(owner, '/exchanges');
    const { page, control } = one;
    // What a frame is made of comes after the words; a screen of the past has all of it at once.
    await page.locator('#wallets li').first().waitFor({ state: 'attached' });
    await page.locator('header a[href="/chat"]').waitFor();
    const moments: { name: string; text: string; at: number }[] = [];
    const keepSight = async (name: string) =>
      moments.push({ name, ...(await page.evaluate<{ text: string; at: number }>(readMoment)) });
    await heading(one, 'exchanges.title').waitFor();
    await keepSight('the list of exchanges');
    await followLink(page, `/exchanges?search=${encodeURIComponent(secrets['a last name in capitals'])}/`);
    await followLink(page, `/chat/private/${friend.number}`);
    await sees(one, secrets['words of a chat']);
    await followLink(page, '/transfer');
    for (const name of ['an e-mail', 'a phone with a plus', 'a bitcoin address', 'a whole name as a word'] as const)
      await control('user.recipient typed').fill(secrets[name]);
    await control('user.comment typed').fill(secrets['a home']);
    await control('user.amount typed', 'give').fill(secrets['a card number']);
    await control('user.submitted').click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await keepSight('a form with what is no amount');

    await press(one, page.locator('footer a[href="/support?report=1"]'));
    // What was typed is left: asked first, as wherever one leaves.
    await press(one, page.getByRole('dialog').locator('[data-says="user.confirmed"]'));
    await control('user.attachment removed').waitFor();
    await saysWords(one, 'outbox.report.look');
    await writeSoon(one, field(one), `It does not work. ${secrets['words to support']}`);
    await sound(one);
    await page.locator('details summary').last().click();
    await expect.poll(() => page.locator('pre').innerText()).toContain('statera journal');
    const preview = await page.locator('pre').innerText();
    await press(one, control('user.submitted'));
    await page.locator('[data-index]').getByText(one.words('thread.journal')).waitFor();

    // Support, on a page of its own: who wrote, what, and the record as a file.
    const support = await browser.newContext({ baseURL: product.url, serviceWorkers: 'block' });
    onTestFinished(() => support.close());
    const desk = await support.newPage();
    await desk.goto('/dev/support');
    await desk.getByRole('link', { name: `Account ${owner.person.number}` }).click();
    await desk.getByText('It does not work.').waitFor();
    const folder = await mkdtemp(join(tmpdir(), 'statera-report-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'journal.json');
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('link', { name: /journal/ }).click(),
    ]);
    await download.saveAs(file);
    const text = await readFile(file, 'utf8');
    const [, id = ''] = /^ +(\S+) +journal\.json/.exec((await operate('show', owner.person.number)).at(-1) ?? '') ?? [];
    const [path = ''] = await operate('save', id, folder);
    expect(await readFile(path, 'utf8')).toBe(text);
    await desk.locator('textarea').fill('We look at it.');
    await desk.getByRole('button', { name: 'Send' }).click();
    await awake(one);
    await sees(one, 'We look at it.');

    const { entries, account } = parseJournal(text);
    expect([account, await faultsOf(text)]).toEqual([owner.person.number, []]);
    const names = Object.fromEntries(planted.map((name) => [name, secrets[name]]));
    // The search would have found each, had it been written.
    expect(foundInSession(JSON.stringify(names), names)).toHaveLength(planted.length);
    expect([foundInSession(text, names), foundInSession(preview, names)]).toEqual([[], []]);

    // Whoever looks after it opens the file in the inspector: nothing of that person's session is there, and no call is made.
    const { width, height, language } = { ...look, width: 1280, height: 800 };
    const inspector = await browser.newContext({
      ...{ baseURL: product.url, serviceWorkers: 'block', viewport: { width, height } },
      locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    });
    onTestFinished(() => inspector.close());
    await inspector.addCookies([{ name: 'i18n_redirected', value: language, url: product.url }]);
    const past = await inspector.newPage();
    // A living page that asks for nothing by itself: on the first one rates go on behind the past.
    await past.goto('/login?journal');
    await past.locator('[data-says="user.stepped"][data-says-value="last"]').waitFor();
    const calls: string[] = [];
    // A picture that was never drawn is fetched when it is.
    past.on('request', (request) => {
      const isCall = new URL(request.url()).pathname.startsWith('/api/') && request.resourceType() !== 'image';
      if (isCall) calls.push(request.url());
    });
    await past.locator('input[type=file]').setInputFiles(file);
    // The file is read before there is a last entry of it.
    await expect
      .poll(() => past.locator('body').innerText())
      .toMatch(new RegExp(`(^|\\s)${entries.length} entries|записей: ${entries.length}(\\s|$)`, 'm'));
    await past.locator('[data-says="user.stepped"][data-says-value="last"]').click();
    await past.getByText(lookingAt(entries.length, entries.length)[language]).first().waitFor();
    await expect.poll(() => past.evaluate(readParts)).toContain(one.words('chats.support'));
    for (const { name, at: moment, text: wanted } of moments) {
      const number = numberAt(entries, moment);
      await past
        .locator('[data-says="user.sought"]')
        .first()
        .fill(soughtBy(entries[number - 1]!));
      await past.locator(`[data-says="user.entry chosen"][data-says-value="${number}"]`).click();
      await past.getByText(lookingAt(number, entries.length)[language]).first().waitFor();
      await expect
        .poll(async () => figuresIn(await past.evaluate(readParts)), { message: name })
        .toEqual(figuresIn(wanted));
    }
    expect(calls).toEqual([]);
  });
});

/** As the outbox of a chat is seen: texts of what is not there yet, from the first to the last. */
const waiting = (one: Visit) =>
  one.page
    .getByRole('list', { name: one.words('outbox.title') })
    .locator('li > p[dir="auto"]')
    .allInnerTexts();

deepDescribe.each(everyLook(russianPhone))('what lasts in a chat, in $language at $width px', (look) => {
  test('F13 what was not sent and what was not finished outlive a reload, keep their order, and nothing is sent twice', async () => {
    const owner = await somebody(look);
    const one = await at(owner, '/support');
    await saysWords(one, 'thread.empty');
    const calls = /\/api\/support$/;
    let tries = 0;
    await one.page.route(calls, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      tries += 1;
      // The first one comes to the server, and its answer does not come back; of the others not a byte leaves.
      if (tries === 1) await route.fetch();
      return route.abort();
    });
    await say(one, 'first');
    await sees(one, 'first');
    await expect.poll(() => waiting(one)).toEqual([]);
    await say(one, 'second');
    await expect.poll(() => waiting(one)).toEqual(['second']);
    await say(one, 'third');
    await writeSoon(one, field(one), 'A draft');
    await expect.poll(() => waiting(one)).toEqual(['second', 'third']);
    await sound(one);
    await one.page.reload();
    await sees(one, 'first');
    await expect.poll(() => waiting(one)).toEqual(['second', 'third']);
    expect(await field(one).inputValue()).toBe('A draft');
    // It waits for the person after a while, and they say when.
    await press(one, one.control('user.retried'));
    await one.page.unroute(calls);
    await one.page.evaluate(() => dispatchEvent(new Event('online')));
    for (const text of ['second', 'third']) await sees(one, text);
    await expect.poll(() => waiting(one)).toEqual([]);
    expect(await field(one).inputValue()).toBe('A draft');
    const texts = (await wholeChat(owner.person.browser, '/api/support')).map(({ text }) => text);
    expect(texts).toEqual(['first', 'second', 'third']);
  });

  test('F13 whoever leaves before a message has gone is told so, also after a reload, and led to where it goes from', async () => {
    const owner = await somebody(look);
    const one = await at(owner, '/support');
    await saysWords(one, 'thread.empty');
    const held = Promise.withResolvers<void>();
    await one.page.route(/\/api\/support$/, async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.fallback().catch(() => {});
    });
    await say(one, 'on its way');
    await expect.poll(() => waiting(one)).toEqual(['on its way']);
    const told = one.page.getByText(one.words('unsent.text_one', { count: '1' }));
    expect(await told.count()).toBe(0);
    await followLink(one.page, '/exchanges');
    await told.waitFor();
    await sound(one);
    // A site that is closed has no place to lead to.
    await tell(product, 'settings', { site_blocked: true });
    await awake(one);
    await heading(one, 'site.blocked.title').waitFor();
    expect(await told.count()).toBe(0);
    await tell(product, 'settings', { site_blocked: false });
    await one.page.reload();
    await awake(one);
    await told.waitFor();
    const others = one.complaints.filter((each) => !each.includes('status of 503'));
    one.complaints.splice(0, Infinity, ...others);
    held.resolve();
    await press(one, one.page.getByRole('link', { name: one.words('unsent.open'), exact: true }));
    await sees(one, 'on its way');
    expect(await told.count()).toBe(0);
    await followLink(one.page, '/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    await one.page.locator('header a[href="/chat"]').waitFor();
    expect(await told.count()).toBe(0);
    expect((await wholeChat(owner.person.browser, '/api/support')).map(({ text }) => text)).toEqual(['on its way']);
  });

  test('F13 F14 what a closed tab could not send goes from another one that has the chat open, before what is written there', async () => {
    const owner = await somebody(look);
    const one = await at(owner, '/support');
    const two = await owner.tab(one, '/support');
    visits.push(two);
    for (const tab of [one, two]) await saysWords(tab, 'thread.empty');
    await one.page.bringToFront();
    await one.page.route(/\/api\/support$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await say(one, 'first');
    await expect.poll(() => waiting(one)).toEqual(['first']);
    await two.page.bringToFront();
    expect(await message(two, 'first').count()).toBe(0);
    await one.page.close();
    await sees(two, 'first');
    await expect.poll(() => waiting(two)).toEqual([]);
    await say(two, 'second');
    await sees(two, 'second');
    await expect.poll(() => waiting(two)).toEqual([]);
    // A page that lives, and has left the chat, does not hold back what it wrote there.
    const three = await owner.tab(two, '/support');
    visits.push(three);
    await sees(three, 'second');
    await two.page.route(/\/api\/support$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await two.page.bringToFront();
    await say(two, 'third');
    await expect.poll(() => waiting(two)).toEqual(['third']);
    await followLink(two.page, '/exchanges');
    await heading(two, 'exchanges.title').waitFor();
    await sees(three, 'third');
    expect(await two.page.getByText(two.words('unsent.open')).count()).toBe(0);
    const texts = (await wholeChat(owner.person.browser, '/api/support')).map(({ text }) => text);
    expect(texts).toEqual(['first', 'second', 'third']);
  });

  test('F13 a file on a slow line tells how much of it has gone, and is there once', async () => {
    const owner = await somebody(look);
    const one = await at(owner, '/support');
    await saysWords(one, 'thread.empty');
    const session = await one.context.newCDPSession(one.page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 },
    });
    await one.page.evaluate(() => {
      const told: number[] = Object.assign(globalThis, { told: [] as number[] }).told;
      new MutationObserver(() => {
        const bar = document.querySelector('progress');
        if (bar) told.push(bar.value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    const buffer = pdf({ more: `%${'x'.repeat(1_500_000)}\n` });
    await one.control('user.file given').setInputFiles({ name: 'Long.pdf', mimeType: 'application/pdf', buffer });
    await one.control('user.attachment removed').waitFor();
    await say(one, 'A long one');
    await one.page.getByRole('progressbar', { name: one.words('outbox.sending') }).waitFor();
    await sound(one);
    await sees(one, 'A long one');
    const told = await one.page.evaluate(() => (globalThis as unknown as { told: number[] }).told);
    expect(told.toSorted((a, b) => a - b)).toEqual(told);
    expect(told.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(2);
    const all = await wholeChat(owner.person.browser, '/api/support');
    expect(all.map(({ text, files }) => [text, files.map(({ name, size }) => [name, size])])).toEqual([
      ['A long one', [['Long.pdf', buffer.length]]],
    ]);
    await Promise.all([one.page.waitForEvent('download'), press(one, one.control('user.file wanted'))]).then(
      async ([download]) => expect(await readFile(await download.path())).toEqual(buffer),
    );
  });

  test('F13 earlier pages come by scrolling, and the place is kept; days and what is new are told apart', async () => {
    const owner = await somebody(look);
    await writeToSupport(owner.person.browser, 'note 1');
    const { id } = (await findThread(product.db, owner.person.number))!;
    const count = 130;
    const moment = (number: number) => new Date(Date.now() - (count - number) * 1_800_000).toISOString();
    await product.db.transaction().execute(async (db) => {
      for (let number = 2; number <= count; number += 1)
        await writeMessage(db, {
          ...{ chat: id, author: number > count - 3 || number % 2 === 0 ? null : owner.person.id },
          ...{ text: `note ${number}`, at: moment(number) },
        });
    });
    await owner.person.browser.post('/api/support/read', { last_read_message: count - 3 });
    const one = await at(owner, '/support');
    await sees(one, `note ${count}`);
    const parting = one.page.locator('[data-index]', { hasText: `note ${count - 2}` });
    await parting.getByText(one.words('thread.new'), { exact: true }).waitFor();
    // They were seen: the server knows.
    const unread = async () => (await owner.person.browser.get('/api/support')).body.payload.read.own as number;
    await expect.poll(unread).toBe(count);
    await sound(one);

    const held = Promise.withResolvers<void>();
    const older = /\/api\/support\?page=before-/;
    await one.page.route(older, async (route) => {
      await held.promise;
      return route.fallback();
    });
    const place = (text: string) =>
      message(one, text).evaluate(async (element) => {
        // What is painted counts.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        const row = element.closest('[data-index]')!;
        return [Math.round(row.getBoundingClientRect().top), row.closest('[tabindex]')!.scrollHeight];
      });
    const scroll = (to: number) =>
      one.page.evaluate(async (top) => {
        document.querySelector('[data-index]')!.closest('[tabindex]')!.scrollTop = top;
        // The rows that stand there then are drawn.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      }, to);
    await scroll(200);
    await saysWords(one, 'thread.older_loading');
    const seen = `note ${count - 46}`;
    const [before, height] = await place(seen);
    held.resolve();
    await expect.poll(async () => (await place(seen))[1]).toBeGreaterThan(height! + 1_000);
    expect(Math.abs((await place(seen))[0]! - before!)).toBeLessThanOrEqual(2);
    // On to the very beginning, and a day stands where it begins.
    await expect.poll(async () => (await scroll(0), await message(one, 'note 1').count()), { timeout: 20_000 }).toBe(1);
    await saysWords(one, 'thread.start');
    const all = await wholeChat(owner.person.browser, '/api/support');
    const dayOf = (number: number) => formatDayHere(all[number - 1]!.created_at, look.language);
    const first = Array.from({ length: count - 2 }, (_, index) => index + 3).find(
      (number) => dayOf(number) !== dayOf(number - 1),
    )!;
    const row = one.page.locator('[data-index]', { has: one.page.getByText(`note ${first}`, { exact: true }) });
    const day = row.getByText(dayOf(first), { exact: true });
    for (let top = 0; (await day.count()) === 0 && top < 20_000; top += 200) await scroll(top);
    await day.waitFor();
  });
});
