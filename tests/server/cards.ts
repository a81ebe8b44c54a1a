import type { Operation } from '../../contract/operation.ts';
import type { Card, CardDetails } from '../../contract/card.ts';
import { listMail } from '../../server/mail/outbox.ts';
import type { Db } from '../../server/db/db.ts';
import type { Browser, Reply } from './browser.ts';
import { until } from './money.ts';

export const toHome = {
  ...{ offer: 'plastic_eur', holder: 'ANNA KOVAL', country: 'DE', city: 'Berlin', street: 'Lindenstr. 5, 12' },
  ...{ postcode: '10969', phone: '+4915112345678' },
};

export const checkCard = (browser: Browser, ask: Record<string, string> = { offer: 'virtual_eur' }): Promise<Reply> =>
  browser.form('/api/card/order', ask);

/** A check that is answered with an open operation. */
export const checkedCard = async (browser: Browser, ask?: Record<string, string>): Promise<Operation> => {
  const { http, body } = await checkCard(browser, ask);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return body.payload;
};

export const confirmCard = (browser: Browser, { id }: { id: string }): Promise<Reply> =>
  browser.post('/api/card/order/confirm', { card: id });

export const cardDetailsOf = async (browser: Browser, { id }: { id: string }): Promise<CardDetails> =>
  (await browser.get(`/api/card/details/${id}`)).body.payload;

/** Asks until the card stands so. */
export const cardBecomes = async (
  browser: Browser,
  order: { id: string },
  status: Card['status'],
): Promise<CardDetails> => {
  let last: CardDetails | undefined;
  await until(async () => {
    last = await cardDetailsOf(browser, order);
    return last.card?.status === status;
  }, `${order.id} never became ${status}`);
  return last as CardDetails;
};

/** Ordered, confirmed and made. */
export const madeCard = async (browser: Browser, ask?: Record<string, string>): Promise<CardDetails> => {
  const order = await checkedCard(browser, ask);
  const { http, body } = await confirmCard(browser, order);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return await cardBecomes(browser, order, 'active');
};

/** The code of the newest letter before a number is shown. */
export const lookCode = async (db: Db, email: string): Promise<string> => {
  const mails = await listMail(db, email);
  return mails.flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? [])[0] ?? '';
};

/** As the frame of the issuer asks its own origin for what it shows. */
export const lookThrough = async (frame: string, token: unknown, site = 'same-origin'): Promise<Response> =>
  await fetch(`${new URL(frame).origin}/issuer/look`, {
    method: 'POST',
    body: JSON.stringify({ token }),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': site },
  });
