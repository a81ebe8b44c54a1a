import type { Operation } from '../../contract/operation.ts';
import type { Customer } from './bank-life.ts';
import type { Browser, Reply } from './browser.ts';
import { factOf, handOver, payTo, press } from './payments.ts';
import { iban, toBank, toBitcoin } from './withdraw.ts';

export const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
export const chance = (percent: number): boolean => Math.random() * 100 < percent;

const sums: Record<string, string[]> = {
  USD: ['10', '12.34', '250', '999.99'],
  EUR: ['10', '11.11', '180.07'],
  JPY: ['1500', '2001', '33333'],
  BTC: ['0.0001', '0.00123457'],
  ETH: ['0.003', '0.010000000000000001'],
};
const codes = Object.keys(sums);

/** One way to move money: what is checked, and how it is confirmed. */
interface Way {
  check(browser: Browser, customer: Customer, method?: string): Promise<Reply>;
  /** `code`: of the letter, where one was asked for. */
  confirm(browser: Browser, id: string, code?: string): Promise<Reply>;
  cancel?: boolean;
  /** Somebody pays what was ordered, outside, in whatever way. @returns the names of the payments that the outside knows of. */
  pay?(server: { url: string }, ordered: Operation): Promise<string[]>;
}

/** At the page of an acquirer: a button, now and then two at once. */
const atPage = async (ordered: Operation): Promise<string[]> => {
  const page = await handOver(ordered);
  const buttons = Array.from({ length: pick([1, 1, 1, 2]) }, () =>
    pick(['pay', 'pay', 'pay', 'decline', 'cancel'] as const),
  );
  const back = await Promise.all(buttons.map((button) => press(page, button)));
  return back.some((place) => place.endsWith('?returned=success')) ? [`page_${ordered.id}`] : [];
};

/** To an address, a memo or a reference: as ordered, another amount, another currency, several times, too late. */
const toPlace = async (server: { url: string }, ordered: Operation): Promise<string[]> => {
  const to = factOf(ordered, 'memo') || factOf(ordered, 'address') || factOf(ordered, 'reference');
  const how = pick([
    {},
    {},
    {},
    {},
    { times: 2 },
    { times: 3 },
    { amount: '0.07' },
    { late: true },
    { amount: '33', currency: 'EUR' },
  ]);
  return (await payTo(server, to, how)).payments;
};
/** The one that is named, else any. */
const chosen = <W extends { fields: { method: string } }>(of: readonly W[], method: string | undefined): W =>
  of.find(({ fields }) => fields.method === method) ?? pick(of);
const deposits = [
  { fields: { method: 'bank_eur_in' }, amounts: ['10', '33.33', '120'] },
  { fields: { method: 'bank_usd_in' }, amounts: ['20', '77.01', '333.33'] },
  { fields: { method: 'bitcoin_btc_in' }, amounts: ['0.0001', '0.00123457'] },
  { fields: { method: 'ethereum_eth_in' }, amounts: ['0.001', '0.010000000000000001'] },
  { fields: { method: 'ton_usdt_in' }, amounts: ['5', '12.345678'] },
  { fields: { method: 'card_usd_in' }, amounts: ['5', '19.99'] },
];
/** The first is to somebody who was paid before; whoever is new needs a code until they were. */
const withdrawals = [
  { fields: toBank, amounts: ['10', '12.34', '77.77'] },
  { fields: toBitcoin, amounts: ['0.001', '0.00123457'] },
  {
    fields: { method: 'phone_rub', side: 'give', phone: '+79165803142', bank: 'sever' },
    amounts: ['100', '1234.56', '3000'],
  },
  {
    fields: { method: 'swift_usd', side: 'give', iban, bic: 'DEUTDEFF', recipient: 'Ann Example' },
    amounts: ['100', '133.33'],
  },
];
const purchases = ['card_usd_btc', 'card_eur_btc', 'card_usd_eth'];

const exchangeAsk = () => {
  const src = pick(codes);
  return { src, dst: pick(codes.filter((code) => code !== src)), side: 'give', amount: pick(sums[src] ?? []) };
};

/** Each way in and out, by its kind: one that nobody went by is tried at the end. */
export const methods = [
  ...deposits.map(({ fields: { method } }) => ({ kind: 'deposit', method })),
  ...withdrawals.map(({ fields: { method } }) => ({ kind: 'withdraw', method })),
];

/** Every kind of operation that a person starts. A new kind is one line here. */
export const ways: Record<string, Way> = {
  exchange: {
    check: (browser) => browser.form('/api/exchange/check', exchangeAsk()),
    confirm: (browser, id) => browser.form(`/api/exchange/confirm/${id}`, { id }),
  },
  exchange_all: {
    check: (browser) =>
      browser.post(`/api/exchange/all/${pick(codes)}`, { wallets: codes.filter(() => chance(60)).concat('KZT') }),
    confirm: (browser, id) => browser.post('/api/exchange/all', { id }),
  },
  transfer: {
    check: (browser, { friends }) => {
      const currency = pick(codes);
      const { number } = pick(friends).person;
      return browser.form('/api/transfer/check', {
        to: chance(50) ? number : `p${number}@example.com`,
        currency,
        side: pick(['give', 'get']),
        amount: pick(['1', '7.77', '120', '150', '0.0005', '0.001', '0.000500000000000007']),
        ...(chance(30) && { comment: 'for tea' }),
      });
    },
    confirm: (browser, id) => browser.form('/api/transfer', { id }),
  },
  withdraw: {
    check: (browser, _, method) => {
      const { fields, amounts } = chosen(withdrawals, method);
      return browser.form('/api/withdraw/check', { ...fields, amount: pick(amounts) });
    },
    confirm: (browser, id, code) =>
      browser.form(`/api/withdraw/form/${id}`, { id, ...(code !== undefined && { code }) }),
    cancel: true,
  },
  deposit: {
    check: (browser, _, method) => {
      const { fields, amounts } = chosen(deposits, method);
      return browser.form('/api/deposit/check', { ...fields, side: pick(['give', 'get']), amount: pick(amounts) });
    },
    confirm: (browser, id) => browser.post('/api/deposit/integration_json', { id }),
    pay: (server, ordered) => (ordered.payment?.hand_over ? atPage(ordered) : toPlace(server, ordered)),
  },
  purchase: {
    check: (browser) => {
      const side = pick(['give', 'get'] as const);
      const amount = side === 'get' ? '0.0051234' : pick(['10', '12.34', '199.99']);
      return browser.form('/api/purchase/check', { method: pick(purchases), side, amount });
    },
    confirm: (browser, id) => browser.post('/api/purchase/integration_json', { id }),
    pay: (_, ordered) => atPage(ordered),
  },
};
