import type { Operation } from '../../contract/operation.ts';
import type { Browser, Reply } from './browser.ts';
import { until } from './money.ts';

export const emailOf = ({ number }: { number: string }): string => `p${number}@example.com`;

export const checkTransfer = (browser: Browser, ask: Record<string, string>): Promise<Reply> =>
  browser.form('/api/transfer/check', { currency: 'USD', side: 'give', amount: '100', ...ask });

/** A check that is answered with an open operation. */
export const checkedTransfer = async (browser: Browser, ask: Record<string, string>): Promise<Operation> => {
  const { http, body } = await checkTransfer(browser, ask);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return body.payload;
};

export const send = (browser: Browser, { id }: { id: string }): Promise<Reply> => browser.form('/api/transfer', { id });

/** An operation of any kind, as it is now. */
export const readOperation = async (browser: Browser, { id }: { id: string }): Promise<Operation> =>
  (await browser.get(`/api/operation/read/${id}`)).body.payload;

/** Asks until the operation, of any kind, has this status. */
export const endsAs = async (
  browser: Browser,
  operation: { id: string },
  status: Operation['status'],
): Promise<Operation> => {
  let last: Operation | undefined;
  await until(async () => {
    last = await readOperation(browser, operation);
    return last?.status === status;
  }, `${operation.id} never became ${status}`);
  return last as Operation;
};

/** Checked, confirmed and arrived. */
export const transferred = async (browser: Browser, ask: Record<string, string>): Promise<Operation> => {
  const operation = await checkedTransfer(browser, ask);
  const { http, body } = await send(browser, operation);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return await endsAs(browser, operation, 'completed');
};
