import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseJournal } from '../../contract/journal/file.ts';
import { operateSupport } from '../../server/support/operator.ts';
import { found, secrets } from '../machines/planted.ts';
import { press, write } from '../tools/by-keys.ts';
import { everyLook, englishDesk, russianPhone, type Look } from '../tools/looks.ts';
import { ownMoney, type Owner } from '../tools/own-money.ts';
import { followLink, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
const visits: Visit[] = [];
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits.splice(0)) await context.close();
  // A chat that nobody has begun is asked for, and is not there.
  expect(complaints.filter((each) => !each.includes('status of 404'))).toEqual([]);
});

const somebody = (look: Look, money = {}): Promise<Owner> => ownMoney(browser, product, look, money);
async function at(owner: Owner, path: string): Promise<Visit> {
  const one = await owner.device(path);
  visits.push(one);
  return one;
}
const field = (one: Visit) => one.control('user.message typed');
async function say(one: Visit, text: string): Promise<void> {
  await write(one, field(one), text);
  await press(one, one.control('user.submitted'));
}
const sees = (one: Visit, text: string) => one.page.locator('[data-index]').getByText(text, { exact: true }).waitFor();
const saysWords = (one: Visit, key: string, params: Record<string, string> = {}) =>
  one.page.getByText(one.words(key, params)).first().waitFor();

/** What an operator types, and what is said to them. */
async function operate(...typed: string[]): Promise<string[]> {
  const said: string[] = [];
  const config = { productName: 'Statera', publicUrl: undefined };
  await operateSupport({ db: product.db, config, say: (line) => said.push(line) }, typed);
  return said;
}

describe.each(everyLook(russianPhone))('chats by keyboard alone, in $language at $width px', (look) => {
  test('F14 two people in two browsers: what one writes the other reads, and the first sees that it was read', async () => {
    const [first, second] = await Promise.all([somebody(look), somebody(look)]);
    const one = await at(first, '/chat');
    await write(one, one.control('user.recipient typed'), second.person.number);
    await press(one, one.control('user.chat begun'));
    await one.page.waitForURL(`**/chat/private/${second.person.number}`);
    await saysWords(one, 'thread.empty');
    await sound(one);
    await say(one, 'Привет! https://example.com/a');
    await saysWords(one, 'thread.sent');
    const other = await at(second, '/chat');
    await press(other, other.page.locator(`a[href="/chat/private/${first.person.number}"]`));
    await other.page.getByText('Привет!').last().waitFor();
    const link = other.page.locator('[data-index] a[href="https://example.com/a"]');
    expect(await link.getAttribute('rel')).toContain('noopener');
    await sound(other);
    await say(other, 'И тебе привет.');
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
    await one.control('user.file given').setInputFiles({ name: 'Scan 1.jpg', mimeType: 'image/jpeg', buffer });
    await one.control('user.attachment removed').waitFor();
    await say(one, 'Where is it?');
    await sees(one, 'Where is it?');
    await press(one, one.control('user.picture opened'));
    const picture = one.page.getByRole('dialog').getByRole('img');
    expect(await picture.getAttribute('alt')).toBe(one.words('thread.picture', { name: 'Scan 1.jpg' }));
    await sound(one);
    await one.page.keyboard.press('Escape');
    await picture.waitFor({ state: 'detached' });
    await write(one, field(one), 'A draft');
    await operate('answer', owner.person.number, 'In', 'your', 'wallet.');
    await sees(one, 'In your wallet.');
    await one.page.reload();
    await sees(one, 'In your wallet.');
    await expect.poll(() => field(one).inputValue()).toBe('A draft');
    expect((await operate('show', owner.person.number)).filter((line) => line.includes('Where is it?'))).toHaveLength(
      1,
    );
  });

  test('F13 A5 a report: seen before it is sent, opened at the side of support, without a secret', async () => {
    const owner = await somebody(look, { USD: '100' });
    const one = await at(owner, '/transfer');
    const planted = ['an e-mail', 'words to support', 'a phone with a plus'] as const;
    await one.control('user.recipient typed').fill(secrets['an e-mail']);
    await one.control('user.recipient typed').fill(secrets['a phone with a plus']);
    await followLink(one.page, '/support');
    await write(one, field(one), `It does not work. ${secrets['words to support']}`);
    await press(one, one.control('user.report wanted'));
    await saysWords(one, 'outbox.report.look');
    await sound(one);
    await one.page.locator('details summary').last().click();
    await expect.poll(() => one.page.locator('pre').innerText()).toContain('statera journal');
    await press(one, one.control('user.submitted'));
    await one.page.locator('[data-index]').getByText(one.words('thread.journal')).waitFor();
    const folder = await mkdtemp(join(tmpdir(), 'statera-report-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const shown = await operate('show', owner.person.number);
    const [, id = ''] = /^ +(\S+) +journal\.json/.exec(shown.at(-1) ?? '') ?? [];
    const [path = ''] = await operate('save', id, folder);
    const text = await readFile(path, 'utf8');
    const journal = parseJournal(text);
    expect(journal.entries.length).toBeGreaterThan(10);
    expect(journal.account).toBe(owner.person.number);
    expect(found(text, planted)).toEqual([]);
  });
});
