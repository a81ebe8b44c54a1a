import type { Operation } from '../../contract/operation.ts';
import type { Db } from '../../server/db/db.ts';
import type { PaymentNews } from '../../server/providers/news.ts';
import { keyed, sandboxKey } from '../../server/sandbox/keys.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import type { Browser, Reply } from './browser.ts';
import { until } from './money.ts';

export const byBank = { method: 'bank_eur_in', side: 'give', amount: '100' };
export const byBitcoin = { method: 'bitcoin_btc_in', side: 'give', amount: '0.01' };
export const byCard = { method: 'card_eur_in', side: 'give', amount: '100' };
export const bitcoinByCard = { method: 'card_usd_btc', side: 'give', amount: '100' };

type Kind = 'deposit' | 'purchase';

const expectOk = ({ http, body }: Reply): Operation => {
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return body.payload;
};

export const checkPayment = (browser: Browser, kind: Kind, ask: Record<string, string>): Promise<Reply> =>
  browser.form(`/api/${kind}/check`, ask);

export const submitPayment = (browser: Browser, { kind, id }: Pick<Operation, 'kind' | 'id'>): Promise<Reply> =>
  browser.post(`/api/${kind}/integration_json`, { id });

export const checkedPayment = async (browser: Browser, kind: Kind, ask: Record<string, string>): Promise<Operation> =>
  expectOk(await checkPayment(browser, kind, ask));

/** Checked and confirmed: it can be paid. */
export const ordered = async (browser: Browser, kind: Kind, ask: Record<string, string>): Promise<Operation> =>
  expectOk(await submitPayment(browser, await checkedPayment(browser, kind, ask)));

/** Its status, by the path that was issued for it. */
export const askedByPath = (browser: Browser, url: string): Promise<Reply> =>
  browser.post('/api/deposit/integration_json/check', { url });

export const paymentOf = async (browser: Browser, { status_path: url }: Operation): Promise<Operation> =>
  expectOk(await askedByPath(browser, url ?? ''));

export const paymentBecomes = async (
  browser: Browser,
  operation: Operation,
  status: Operation['status'],
): Promise<Operation> => {
  let last: Operation | undefined;
  await until(async () => {
    last = await paymentOf(browser, operation);
    return last.status === status;
  }, `${operation.id} never became ${status}`);
  return last as Operation;
};

/** What is copied to pay it. */
export const factOf = ({ payment }: Operation, label: 'address' | 'reference' | 'memo'): string =>
  payment?.facts.find((fact) => fact.label === label)?.text ?? '';

interface Site {
  url: string;
}

/** Pays an address or a reference, as the tool for developers does. */
export const payTo = async (
  { url }: Site,
  to: string,
  how: { amount?: string; currency?: string; times?: number; late?: boolean } = {},
): Promise<{ http: number; operation: string; payments: string[] }> => {
  const response = await fetch(`${url}/dev/pay`, {
    method: 'POST',
    body: JSON.stringify({ to, ...how }),
    headers: { 'content-type': 'application/json' },
  });
  return { http: response.status, ...((await response.json()) as { operation: string; payments: string[] }) };
};

/** Hands over to the pay page as a form of ours does. @returns the address of the order's page. */
export const handOver = async ({ payment }: Operation): Promise<string> => {
  const { url, fields } = payment?.hand_over ?? { url: '', fields: {} };
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '', url).href;
};

/** Presses a button of the pay page. @returns where the browser is sent. */
export const press = async (page: string, answer: 'pay' | 'decline' | 'cancel'): Promise<string> => {
  const response = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ answer }),
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });
  return response.headers.get('location') ?? `${response.status}`;
};

/** A callback as the sandbox would send it; `signature` in place of the right one. */
export const callBack = async (
  { url, db }: Site & { db: Db },
  news: Partial<PaymentNews>,
  signature?: string,
): Promise<{ http: number; counted: boolean }> => {
  const body = JSON.stringify(news);
  const right = keyed(await sandboxKey(db), 'callback', body).toString('hex');
  const response = await fetch(`${url}/provider/sandbox`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': signature ?? right },
  });
  return { http: response.status, ...((await response.json()) as { counted: boolean }) };
};

/** How the outside behaves towards somebody; it is sure of the money at once unless a delay is given. */
export const outside = (
  db: Db,
  whom: string,
  behaviour: 'settle' | 'fail' | 'hang' | 'twice' | 'late' | 'callback' | 'never' = 'settle',
  delay = 0,
): Promise<void> => tellSandbox(db, 'provider', { behaviour, delay_ms: delay }, whom);

/** The time in which it can be paid is over, by the database's clock. */
export const payTimeOver = async (db: Db, { id }: { id: string }): Promise<void> => {
  await db.updateTable('operations').set({ payment_until: '2026-01-01T00:00:00Z' }).where('id', '=', id).execute();
};
