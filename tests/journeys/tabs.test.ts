import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { heading, operationAt, signIn, visit, type Visit } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product, member } = await openStand({
  // Whoever slept through the end of a session hears of it by an answer.
  isPartOfIt: (complaint) => complaint.includes('status of 401'),
});

const signedIn = (): Promise<Visit> => member({ language: 'ru' }, '/exchanges');

/** The same person's second tab. */
async function anotherTab(one: Visit, path: string): Promise<Visit> {
  const other = await visit(browser, product.url, { language: 'ru', context: one.context });
  await other.page.goto(product.url + path);
  await other.control('user.copied').first().waitFor();
  return other;
}

const paths = (one: Visit): string[] => {
  const asked: string[] = [];
  one.page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return asked;
};

/** A browser without a window hides no page by itself. */
const becomes = ({ page }: Visit, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('S2 a page that slept through the end of its session asks who is here as soon as it wakes', async () => {
  const one = await signedIn();
  // Somebody is known to be here: until then it is being asked anyway.
  await one.control('user.copied').first().waitFor();
  await becomes(one, 'hidden');
  await sql`delete from sessions`.execute(product.db);
  await becomes(one, 'visible');
  await one.page.getByRole('dialog').getByText(one.words('session.lost')).waitFor();
  await signIn(one);
  await one.page.getByRole('dialog').waitFor({ state: 'detached' });
  await heading(one, 'exchanges.title').waitFor();
});

test('S4 money that moves in one window is seen in the one beside it, without waiting for its next question', async () => {
  const one = await signedIn();
  const other = await anotherTab(one, '/exchanges');
  const history = await anotherTab(one, '/history/exchange');
  const rows = history.control('user.row opened');
  await rows.first().waitFor();
  const balance = ({ page }: Visit) => page.locator('a[href="/exchanges?search=USD/"]').first().innerText();
  const before = await balance(other);
  await one.page.goto('/exchange/USD/EUR?give=20');
  await one.control('user.submitted').click();
  await one.control('user.confirmed').waitFor();
  const account = (await other.control('user.copied').first().innerText()).replaceAll(/\D/g, '');
  // Somebody has just asked: by itself the other window asks in 20 s.
  const looked = JSON.stringify({ type: 'tabs.looked', account });
  await one.page.evaluate(`new BroadcastChannel('session').postMessage(${looked})`);
  await one.control('user.confirmed').click();
  await heading(one, 'operation.succeeded.exchange').waitFor();
  const id = operationAt(one.page);
  await expect.poll(() => balance(other), { timeout: 8_000 }).not.toBe(before);
  await one.page.goto('/exchanges');
  await one.control('user.copied').first().waitFor();
  const after = await balance(one);
  await expect.poll(() => balance(other), { timeout: 8_000 }).toBe(after);
  // Rows that are read stay where they are: what came above them is shown when it is wanted.
  await history.control('user.newer asked').waitFor();
  expect(await rows.first().getAttribute('href')).not.toContain(id);
  await history.control('user.newer asked').click();
  await expect.poll(() => rows.first().getAttribute('href')).toContain(id);
});

test('S4 terms that one tab has confirmed are not offered by another: whoever comes back to it reads what became of them', async () => {
  const one = await signedIn();
  await one.page.goto('/exchange/USD/EUR?give=30');
  await one.control('user.submitted').click();
  await one.control('user.confirmed').waitFor();
  const other = await visit(browser, product.url, { language: 'ru', context: one.context });
  await other.page.goto(one.page.url());
  await other.control('user.confirmed').waitFor();
  await becomes(other, 'hidden');
  await one.control('user.confirmed').click();
  await heading(one, 'operation.succeeded.exchange').waitFor();
  const asked = paths(other);
  await becomes(other, 'visible');
  await heading(other, 'operation.succeeded.exchange').waitFor();
  expect(await other.control('user.confirmed').count()).toBe(0);
  expect(asked.filter((path) => path.startsWith('POST /api/exchange/confirm'))).toEqual([]);
});

// Last: the language follows the account from then on.
test('S11 a language chosen in one tab is spoken by the others, and the server is told once', async () => {
  const one = await signedIn();
  const other = await anotherTab(one, '/history/exchange');
  await heading(other, 'history.title.exchange').waitFor();
  const asked = paths(other);
  await one.control('user.language chosen', 'en').first().click();
  await expect.poll(() => other.page.locator('html').getAttribute('lang')).toBe('en');
  await heading(
    { ...other, words: (key) => (key === 'history.title.exchange' ? 'Exchange history' : '') },
    'history.title.exchange',
  ).waitFor();
  expect(asked).toContain('POST /api/content/menu');
  expect(asked).not.toContain('POST /api/lang');
});
