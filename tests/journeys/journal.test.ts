import { sql } from 'kysely';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lookingAt } from '../../machines/inspector/inspector.words.ts';
import { parseJournal } from '../../contract/journal/file.ts';
import { shape } from '../../contract/journal/strings.ts';
import { foundInSession, secrets, type SecretName } from '../machines/planted.ts';
import { mailTo } from '../server/harness.ts';
import { faultsOf } from '../tools/journal-faults.ts';
import { englishDesk } from '../tools/looks.ts';
import { followLink, heading, tell, type Visit } from '../tools/product.ts';
import { isPieceOfBuild } from '../tools/pieces.ts';
import { numberAt, readMoment, readParts, soughtBy, type Moment } from '../tools/screens.ts';
import { openStand } from '../tools/stand.ts';

const isPartOfIt = (complaint: string) => /the server responded with a status of (401|403|404|409|422)/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });
const folder = await mkdtemp(join(tmpdir(), 'statera-journal-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Where it is kept, to be opened elsewhere: `KEEP=1` writes it anew. */
const kept = join(import.meta.dirname, '..', 'journals');
const email = secrets['an e-mail'];

/** A session of a real person at the real server, with secrets wherever something can be typed, told or linked to. */
async function live(one: Visit) {
  const { page, control } = one;
  const planted: Record<string, string> = {};
  const moments: { name: string; text: string; at: number }[] = [];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`)));
  const look = async (name: string) =>
    moments.push({ name, ...(await page.evaluate<{ text: string; at: number }>(readMoment)) });
  /** Each stood in the field, and the page has heard it there. */
  const type = async (field: string, which: string | undefined, names: readonly SecretName[]) => {
    for (const name of names) {
      await control(field, which).fill(secrets[name]);
      expect(await control(field, which).inputValue()).toBe(secrets[name]);
      planted[name] = secrets[name];
    }
  };
  /** It stood in the address. */
  const open = async (path: string, ...names: SecretName[]) => {
    await followLink(page, path);
    for (const name of names) planted[name] = secrets[name];
    await expect.poll(() => decodeURIComponent(page.url())).toContain(decodeURIComponent(path));
  };
  const typeAsAmount = () =>
    type('user.amount typed', 'give', [
      ...(['a card number', 'a card number without gaps', 'an account in a bank', 'an account elsewhere'] as const),
      ...(['a phone with a plus', 'a passport number', 'a bitcoin address', 'a whole name as a word'] as const),
    ]);

  const inAddress = (['a token of a session', 'who holds a card', 'a phone'] as const).map((name) => [
    name,
    secrets[name],
  ]);
  await page.goto(
    `/?journal&${new URLSearchParams(Object.fromEntries(inAddress) as Record<string, string>).toString()}`,
  );
  for (const [name, secret] of inAddress) {
    expect(new URL(page.url()).searchParams.get(name!)).toBe(secret);
    planted[name!] = secret!;
  }
  await control('user.stepped', 'last').waitFor();
  await heading(one, 'landing.title').waitFor();
  await typeAsAmount();
  await control('user.amount typed', 'give').fill('250');
  await expect.poll(() => control('user.amount typed', 'get').inputValue()).toMatch(/\d/);
  await look('what a visitor is shown');

  await page.locator('a[href="/login"]').first().click();
  await type('user.email typed', undefined, [
    'a card number without gaps',
    'a passport in one word',
    'words to support',
    'a name in a messenger',
    'an e-mail',
  ]);
  await type('user.password typed', undefined, ['an old password', 'a weak password', 'a password']);
  await control('user.submitted').click();
  await page.getByText(one.words('error.wrong_credentials')).first().waitFor();
  expect(asked.some((each) => each.includes(email) && each.includes(secrets['a password']))).toBe(true);
  await look('a sign-in that was refused');

  await control('user.code wanted').click();
  await control('user.submitted').click();
  await control('user.code typed').waitFor();
  const { code, link } = await mailTo(product, email);
  await type('user.code typed', undefined, ['a code of a letter']);
  await control('user.submitted').click();
  await page
    .getByText(one.words('error.wrong_code', { left: '4' }))
    .first()
    .waitFor();
  await look('a code that was refused');
  await control('user.code typed').fill(code);
  expect(await control('user.code typed').inputValue()).toBe(code);
  Object.assign(planted, { 'the code that was mailed': code, 'the link that was mailed': link });
  await followLink(page, `/login?link=${secrets['a token of a link']}`);
  planted['a token of a link'] = secrets['a token of a link'];
  await heading(one, 'login.link.over.title').waitFor();
  await followLink(page, `/login?link=${link}`);
  await control('user.remember chosen').check();
  await control('user.confirmed').click();
  await heading(one, 'exchanges.title').waitFor();
  expect(asked.some((each) => each.includes(link))).toBe(true);
  // What a member's frame is made of comes after the words; a screen of the past has all of it at once.
  await control('user.copied').first().waitFor();
  await page.locator('#wallets li').first().waitFor();
  await page.locator('header').getByText('3 unread messages').waitFor({ state: 'attached' });
  const underWay = page.locator('header [aria-controls="progress-drawer"]');
  const elsewhere = await underWay.getAttribute('aria-label');
  for (const { name, value } of await one.context.cookies())
    if (/session|remember/.test(name)) planted[`the cookie ${name}`] = value;
  await look('the list of exchanges');

  await open('/settings/change-password');
  await type('user.old password typed', undefined, ['an old password']);
  await type('user.password typed', undefined, ['a password']);
  await control('user.submitted').click();
  await page.getByText(one.words('error.wrong_password')).first().waitFor();
  await control('user.old password typed').fill('demo-password-1');
  await control('user.submitted').click();
  await heading(one, 'change_password.changed.title').waitFor();
  await look('a password that was changed');

  await open(`/article/${secrets['a whole name as a word']}`, 'a whole name as a word');
  await page.locator('main h1').waitFor();
  await open(`/exchanges?search=${encodeURIComponent(secrets['a last name in capitals'])}/`, 'a last name in capitals');
  await open(
    `/history/exchange?from=${secrets['a birthday']}&currency=${encodeURIComponent(secrets['a first name'])}`,
    'a birthday',
    'a first name',
  );
  await heading(one, 'history.title.exchange').waitFor();
  await open('/article/fees-and-limits');
  await page.getByRole('heading', { level: 1, name: 'Fees and limits' }).waitFor();
  await look('a text of the site');

  await open('/exchange/USD/EUR');
  await control('user.amount typed', 'give').waitFor();
  await typeAsAmount();
  await control('user.submitted').click();
  await look('a form with what is no amount');
  await control('user.amount typed', 'give').fill('100');
  await control('user.submitted').click();
  await control('user.confirmed').click();
  await control('user.again').waitFor();
  // The header counted the exchange while it was under way, and hears a moment later that it is over.
  await expect.poll(() => underWay.getAttribute('aria-label')).toBe(elsewhere);
  // What is read aloud of an end comes by itself behind the receipt.
  const told = page.getByRole('status').filter({ hasText: one.words('operation.succeeded.exchange') });
  await told.first().waitFor({ state: 'attached' });
  await look('a receipt');
  return { planted, moments, last: await page.evaluate(readParts) };
}

/** The session of a page as the inspector's button hands it out. */
async function exported({ page, control }: Visit): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), control('user.exported').click()]);
  const file = join(folder, 'journal.json');
  await download.saveAs(file);
  return readFile(file, 'utf8');
}

test('D8 a real session with over twenty secrets is exported without one, and shows the same screens again without a call', async () => {
  await sql`update accounts set email = ${email} where email = 'demo@example.com'`.execute(product.db);
  await tell(product, 'providers', { behaviour: 'settle', delay_ms: 0 });
  const one = await person(englishDesk);
  const { page, control } = one;
  const { planted, moments, last } = await live(one);
  const text = await exported(one);

  expect(Object.keys(planted).length).toBeGreaterThan(25);
  // The search would have found each, had it been written.
  expect(foundInSession(JSON.stringify(planted), planted)).toHaveLength(Object.keys(planted).length);
  expect(foundInSession(text, planted)).toEqual([]);
  // A part of this one stands in the name of a field.
  expect(text).not.toContain('demo-password-1');
  expect(await faultsOf(text)).toEqual([]);

  // A name and an address are the only words that differ: of them the shape was written.
  const { entries } = parseJournal(text);
  const screens: Moment[] = moments.map(({ name, at, text: seen }) => ({
    name,
    number: numberAt(entries, at),
    text: seen.replaceAll(email, shape(email)),
  }));
  expect(moments.filter(({ text: seen }) => seen.includes(email)).map(({ name }) => name)).toEqual([
    'a code that was refused',
  ]);

  const calls: string[] = [];
  // A picture that was never drawn is fetched when it is, and so is a piece of the page; the living page goes on asking for what is new.
  page.on('request', (request) => {
    const url = request.url();
    if (request.resourceType() !== 'image' && !url.endsWith('/api/auth/check') && !isPieceOfBuild(url)) calls.push(url);
  });
  await page.evaluate(() => scrollTo(0, 90));
  await page.locator('input[type=file]').setInputFiles(join(folder, 'journal.json'));
  await control('user.stepped', 'last').click();
  await page.getByText(lookingAt(entries.length, entries.length).en).first().waitFor();
  await expect.poll(() => page.evaluate(readParts)).toBe(last);
  for (const { name, number, text: wanted } of screens) {
    await control('user.sought')
      .first()
      .fill(soughtBy(entries[number - 1]!));
    await control('user.entry chosen', String(number)).click();
    await page.getByText(lookingAt(number, entries.length).en).first().waitFor();
    await expect.poll(() => page.evaluate(readParts), { message: name }).toBe(wanted);
  }
  await page.keyboard.press('Escape');
  await page.locator('[data-says="user.live wanted"][aria-disabled]').waitFor();
  expect(await page.evaluate(readParts)).toBe(last);
  // Screens that were arrived at have scrolled theirs, and the living page stands where it was.
  expect(await page.evaluate(() => scrollY)).toBe(90);
  expect(calls).toEqual([]);

  if (process.env['KEEP'] === '1') {
    await writeFile(join(kept, 'secrets.json'), text);
    await writeFile(join(kept, 'screens', 'secrets.json'), `${JSON.stringify(screens, null, 2)}\n`);
  }
});
