import type { Operation } from '../../contract/operation.ts';
import { listMail } from '../../server/mail/outbox.ts';
import type { Db } from '../../server/db/db.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import type { Browser, Reply } from './browser.ts';
import { until } from './money.ts';

export const iban = 'DE89370400440532013000';
export const toBank = { method: 'bank_eur', side: 'give', amount: '100', iban, recipient: 'Ann Example' };
export const bitcoinAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const toBitcoin = { method: 'bitcoin_btc', side: 'give', amount: '0.01', address: bitcoinAddress };

export const checkWithdrawal = (browser: Browser, ask: Record<string, string> = toBank): Promise<Reply> =>
  browser.form('/api/withdraw/check', ask);

/** A check that is answered with an open operation. */
export const checkedWithdrawal = async (browser: Browser, ask?: Record<string, string>): Promise<Operation> => {
  const { http, body } = await checkWithdrawal(browser, ask);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return body.payload;
};

export const confirm = (browser: Browser, { id }: { id: string }, code?: string): Promise<Reply> =>
  browser.form(`/api/withdraw/form/${id}`, { id, ...(code !== undefined && { code }) });

/** The code in the newest letter to somebody. */
export const mailedCode = async (db: Db, number: string): Promise<string> => {
  const mails = await listMail(db, `p${number}@example.com`);
  const [code] = mails.flatMap(({ subject }) => /^\d{6}/.exec(subject)?.[0] ?? []);
  if (code === undefined) throw new Error(`no code was sent to ${number}`);
  return code;
};

/** A code that is not the right one. */
export const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Checked and confirmed with the code of the letter. */
export const withdrawn = async (
  db: Db,
  { number, browser }: { number: string; browser: Browser },
  ask?: Record<string, string>,
): Promise<Operation> => {
  const operation = await checkedWithdrawal(browser, ask);
  const code = operation.second_step && (await mailedCode(db, number));
  const { http, body } = await confirm(browser, operation, code);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return body.payload;
};

export const withdrawalOf = async (browser: Browser, { id }: { id: string }): Promise<Operation> =>
  (await browser.get(`/api/withdraw/status/${id}`)).body.payload;

/** Asks for the status until it is this one. */
export const withdrawalBecomes = async (
  browser: Browser,
  operation: { id: string },
  status: Operation['status'],
): Promise<Operation> => {
  let last: Operation | undefined;
  await until(async () => {
    last = await withdrawalOf(browser, operation);
    return last.status === status;
  }, `${operation.id} never became ${status}`);
  return last as Operation;
};

/** How the provider behaves towards somebody; it sends and settles at once unless told otherwise. */
export const payout = (
  db: Db,
  whom: string,
  behaviour: 'settle' | 'fail' | 'hang' | 'twice' | 'late' | 'callback' = 'settle',
  { pause = 0, delay = 0 } = {},
): Promise<void> => tellSandbox(db, 'provider', { behaviour, delay_ms: delay, pause_ms: pause }, whom);
