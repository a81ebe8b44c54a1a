import { sql } from 'kysely';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bankCheck } from '../server/bank.ts';
import type { ChildServer } from '../server/harness.ts';
import { startCuttingProxy, type CuttingProxy } from '../tools/cutting-proxy.ts';
import {
  heading,
  moneyShown,
  openBrowser,
  operationIn,
  review,
  signIn,
  startProduct,
  visit,
  type Visit,
  type VisitOptions,
} from '../tools/product.ts';
import { deepDescribe, deepTest, everyNth } from '../tools/deep.ts';

let browser: Browser;
let product: ChildServer;
let proxy: CuttingProxy;
const people: Visit[] = [];
const posts: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  product = await startProduct();
  proxy = await startCuttingProxy(Number(new URL(product.url).port));
});
afterEach(async () => {
  for (const { context } of people.splice(0)) await context.close();
  posts.length = 0;
  await proxy.close();
  await product.close();
});

async function person(options: VisitOptions = {}): Promise<Visit> {
  const one = await visit(browser, proxy.url, { language: 'en', ...options });
  people.push(one);
  one.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/exchange/confirm/')) posts.push(request.url());
  });
  return one;
}
async function signedIn(options: VisitOptions = {}): Promise<Visit> {
  const one = await person(options);
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  return one;
}
const dev = (path: string, body: unknown) =>
  fetch(`${product.url}/dev/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
/** How often money was held for an operation: the one effect of a submit. */
const effects = async (id: string): Promise<number> => {
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from movements where operation_id = ${id} and kind = 'hold'`.execute(product.db);
  return Number(rows[0]?.n);
};
const submitted = async (): Promise<number> => {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from operations o join accounts a on a.id = o.account_id
    where o.kind = 'exchange' and o.created_at > now() - interval '5 minutes' and o.status not in ('open', 'expired')`.execute(
    product.db,
  );
  return Number(rows[0]?.n);
};
/** How many orders the provider was given since the start, and whether this is one of them. */
const orders = async (id: string): Promise<[all: number, ofThis: number]> => {
  const { rows } = await sql<{ all: string; one: string }>`
    select count(*) as all, count(*) filter (where id = ${id}) as one from sandbox_orders`.execute(product.db);
  return [Number(rows[0]?.all), Number(rows[0]?.one)];
};
/** POSTs that pages made. The browser itself may send one again on a line that was cut: the id makes that harmless. */
const confirms = () => posts.length;

deepDescribe('F3 the same operation from several places', () => {
  test('F3 ten tabs at once and a click that is a double click: one effect', async () => {
    const one = await signedIn();
    const id = await review(one);
    const tabs = await Promise.all(Array.from({ length: 9 }, () => person({ context: one.context })));
    await Promise.all(tabs.map(({ page }) => page.goto(`/exchange/USD/EUR?operation=${id}`)));
    await Promise.all(tabs.map((tab) => heading(tab, 'operation.reviewing.title').waitFor()));
    await Promise.all([one, ...tabs].map((tab) => tab.control('user.confirmed').dblclick()));
    await Promise.all([one, ...tabs].map((tab) => heading(tab, 'operation.succeeded.exchange').waitFor()));
    expect([await effects(id), await submitted()]).toEqual([1, 1]);
    await expect.poll(() => orders(id)).toEqual([1, 1]);
    expect(confirms()).toBeLessThanOrEqual(10);
    await bankCheck(product.db);
  });
});

describe('F3 reload and back', () => {
  deepTest('F3 a reload at every state shows the same or the next truth, and sends nothing', async () => {
    const one = await signedIn();
    await one.page.goto('/exchange/USD/EUR');
    await one.control('user.amount typed', 'give').fill('120,50');
    await one.page.reload();
    await expect.poll(() => one.control('user.amount typed', 'give').inputValue()).toMatch(/^120[.,]50?$/);
    await one.control('user.submitted').click();
    await heading(one, 'operation.reviewing.title').waitFor();
    const id = operationIn(one.page);
    await one.page.reload();
    await heading(one, 'operation.reviewing.title').waitFor();
    expect(operationIn(one.page)).toBe(id);

    await dev('providers', { behaviour: 'hang' });
    const cut = proxy.cutAnswers('POST /api/exchange/confirm/');
    await one.control('user.confirmed').click();
    await cut.happened;
    await one.page.reload();
    await heading(one, 'operation.tracking.title').waitFor();
    await one.page.reload();
    await heading(one, 'operation.tracking.title').waitFor();
    expect([await effects(id), await submitted(), confirms()]).toEqual([1, 1, 1]);
    await expect.poll(() => orders(id)).toEqual([1, 1]);
    await bankCheck(product.db);
  });

  deepTest('F3 a reload of the receipt shows the receipt', async () => {
    const one = await signedIn();
    const id = await review(one);
    await one.control('user.confirmed').click();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    await one.page.reload();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    await one.page.getByText(id).first().waitFor();
    expect(operationIn(one.page)).toBe(id);
    expect([await effects(id), await submitted(), confirms()]).toEqual([1, 1, 1]);
  });

  deepTest('F3 a reload of changed terms shows the new ones as a review, and sends nothing', async () => {
    const one = await signedIn();
    const id = await review(one);
    await dev('market', { src: 'USD', dst: 'EUR', percent: '2.5' });
    await one.control('user.confirmed').click();
    await heading(one, 'operation.terms_changed.title').waitFor();
    const fresh = operationIn(one.page);
    expect(fresh).not.toBe(id);
    await one.page.reload();
    await heading(one, 'operation.reviewing.title').waitFor();
    await one.page.getByText('2.50 USD').first().waitFor();
    expect(operationIn(one.page)).toBe(fresh);
    expect([await effects(id), await effects(fresh), await submitted(), confirms()]).toEqual([0, 0, 0, 1]);
  });

  deepTest('F3 a reload while it is found out goes on asking, and sends nothing', async () => {
    const one = await signedIn();
    const id = await review(one);
    const confirm = proxy.cutAnswers('POST /api/exchange/confirm/');
    const status = proxy.cutAnswers('GET /api/exchange/status/');
    await one.control('user.confirmed').click();
    await confirm.happened;
    await heading(one, 'operation.finding_out.title').waitFor();
    await one.page.reload();
    const unread = heading(one, 'operation.unreadable.title');
    await heading(one, 'operation.resuming.title').or(unread).first().waitFor();
    await unread.waitFor();
    status.stop();
    await one.control('user.asked again').click();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    expect(operationIn(one.page)).toBe(id);
    expect([await effects(id), await submitted(), confirms()]).toEqual([1, 1, 1]);
    await expect.poll(() => orders(id)).toEqual([1, 1]);
    await bankCheck(product.db);
  });

  test('F3 signed out while it is under way, a reload leads through sign-in to the same operation', async () => {
    const one = await signedIn();
    const id = await review(one);
    await dev('providers', { behaviour: 'hang' });
    await one.control('user.confirmed').click();
    await heading(one, 'operation.tracking.title').waitFor();
    await sql`delete from sessions`.execute(product.db);
    await one.page.reload();
    const form = one.control('user.password typed');
    const way = one.page.locator('a[href="/login"]').first();
    await form.or(way).first().waitFor();
    if (!(await form.isVisible())) await way.click();
    await signIn(one);
    await heading(one, 'operation.tracking.title').waitFor();
    expect(operationIn(one.page)).toBe(id);
    expect([await effects(id), await submitted(), confirms()]).toEqual([1, 1, 1]);
    await expect.poll(() => orders(id)).toEqual([1, 1]);
    await bankCheck(product.db);
  });

  deepTest('F3 back from the review keeps what was typed; back from a sent one leaves it running', async () => {
    const one = await signedIn();
    await review(one, '75');
    await one.page.goBack();
    await expect.poll(() => one.control('user.amount typed', 'give').inputValue()).toMatch(/^75/);
    await one.control('user.submitted').click();
    await heading(one, 'operation.reviewing.title').waitFor();
    const id = operationIn(one.page);
    await dev('providers', { behaviour: 'late', delay_ms: 3_000 });
    await one.control('user.confirmed').click();
    await heading(one, 'operation.tracking.title').waitFor();
    await one.page.goBack();
    await one.control('user.left operation opened').click();
    await one.page
      .getByRole('heading', {
        name: new RegExp(`${one.words('operation.tracking.title')}|${one.words('operation.succeeded.exchange')}`),
      })
      .waitFor();
    expect(operationIn(one.page)).toBe(id);
    expect([await effects(id), await submitted(), confirms()]).toEqual([1, 1, 1]);
    await expect.poll(() => orders(id)).toEqual([1, 1]);
  });
});

describe('F3 the session ends in the middle', () => {
  const endSessions = () => sql`delete from sessions`.execute(product.db);

  test('F3 the same person signs in over the review and goes on', async () => {
    const one = await signedIn();
    const id = await review(one);
    await endSessions();
    await one.control('user.confirmed').click();
    await one.control('user.password typed').waitFor();
    expect(await effects(id)).toBe(0);
    await signIn(one);
    await heading(one, 'operation.reviewing.title').waitFor();
    await one.control('user.confirmed').click();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    expect([await effects(id), await submitted()]).toEqual([1, 1]);
    await expect.poll(() => orders(id)).toEqual([1, 1]);
    await bankCheck(product.db);
  });

  test('F3 another person signs in: nothing of the first one shows, not even for a frame', async () => {
    const one = await signedIn();
    const id = await review(one, '4321');
    const number = (await one.control('user.copied').first().getAttribute('data-says-value')) ?? '';
    expect(number).toMatch(/^\d{8}$/);
    const { total, wallets } = await moneyShown(one.page);
    const owned = [total, ...Object.values(wallets)].filter((amount) => /[1-9]/.test(amount));
    expect(owned.length).toBeGreaterThan(4);
    const shown = ['4,321.00', number, id, ...owned];
    const first = (await one.page.locator('body').textContent())?.replaceAll(/\s+/g, ' ') ?? '';
    expect(shown.filter((secret) => !first.includes(secret))).toEqual([]);
    const secrets = [...shown, 'demo@example.com'];
    await endSessions();
    await one.control('user.confirmed').click();
    await one.control('user.password typed').waitFor();
    const drafts = () => one.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    await one.page.evaluate(() => {
      const seen: string[] = [];
      (globalThis as { seen?: string[] }).seen = seen;
      const look = () => `${document.body.innerText}\n${document.body.textContent}`.replaceAll(/\s+/g, ' ');
      new MutationObserver(() => void seen.push(look())).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await signIn(one, 'new@example.com', 'demo-password-2');
    await one.page.waitForURL('**/exchanges');
    await one.page
      .getByText(/0[.,]00/)
      .first()
      .waitFor();
    // From the frame on in which nobody is asked to sign in any more, and until the page of the other one has changed.
    const after = async () => {
      const frames = await one.page.evaluate(() => (globalThis as { seen?: string[] }).seen ?? []);
      const gone = frames.findIndex((text) => !text.includes(one.words('login.password')));
      return gone < 0 ? [] : frames.slice(gone);
    };
    await expect.poll(async () => (await after()).length, { timeout: 15_000 }).toBeGreaterThan(1);
    expect((await after()).filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    expect(await drafts()).not.toMatch(/4321/);
    await one.page.goto(`/exchange/USD/EUR?operation=${id}`);
    await one.control('user.amount typed', 'give').waitFor();
    const text = (await one.page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect([await effects(id), await submitted()]).toEqual([0, 0]);
    expect(await orders(id)).toEqual([0, 0]);
  });
});

describe('F3 terms and time', () => {
  test('F3 changed terms stand beside the old ones and need a new click', async () => {
    const one = await signedIn();
    const id = await review(one);
    await dev('market', { src: 'USD', dst: 'EUR', percent: '2.5' });
    await one.control('user.confirmed').click();
    await heading(one, 'operation.terms_changed.title').waitFor();
    await one.page.getByText('0.50 USD').first().waitFor();
    await one.page.getByText('2.50 USD').first().waitFor();
    const fresh = operationIn(one.page);
    expect(fresh).not.toBe(id);
    expect([await effects(id), await effects(fresh), await submitted()]).toEqual([0, 0, 0]);
    await one.control('user.confirmed').click();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    expect([await effects(id), await effects(fresh), await submitted()]).toEqual([0, 1, 1]);
    await bankCheck(product.db);
  });

  const clocks: [string, number][] = [
    ['an hour fast', 3_600_000],
    ['an hour slow', -3_600_000],
  ];
  test.each(everyNth(clocks, 2))(
    'F3 a browser clock %s changes no countdown, and an expired quote is never submitted',
    async (_, clock) => {
      await dev('quotes', { lifetime_ms: 6_000 });
      const one = await signedIn({ clock });
      const id = await review(one);
      await one.page
        .getByText(/00:0[3-6]/)
        .first()
        .waitFor();
      await heading(one, 'operation.expired.exchange').waitFor();
      expect(await one.page.getByText(/-\d|−\d\d:|00:-/).count()).toBe(0);
      expect([await effects(id), confirms()]).toEqual([0, 0]);
      expect(await orders(id)).toEqual([0, 0]);
    },
  );
});
