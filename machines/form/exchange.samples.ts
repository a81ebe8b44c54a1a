import type { ExchangeForm } from '../../contract/calls/exchange-form.ts';
import type { ExchangePair } from '../../contract/calls/exchange.ts';
import type { Currency } from '../../contract/money.ts';
import type { Asked } from '../model.ts';
import { answered, btc, eur, usd } from '../operation/operation.samples.ts';
import type { Place } from '../root/events.ts';

/** Sample data that models of exchanges share. EUR is only bought: the way back does not exist. */
const pair = (src: Currency, dst: Currency, rate: string, reserve: string, change_24h: string): ExchangePair => ({
  src,
  dst,
  rate,
  change_24h,
  sparkline: [rate, rate],
  ...(src.kind === 'crypto'
    ? { minimum: '0.00010000', maximum: '1.00000000' }
    : { minimum: '10.00', maximum: '10000.00' }),
  reserve,
  form_path: `/exchange/form/${src.code}/${dst.code}`,
});

export const samplePairs: ExchangePair[] = [
  pair(usd, btc, '0.00001061306533', '2.50000000', '1.24'),
  pair(usd, eur, '0.91250000', '50000.00', '-0.31'),
  pair(btc, usd, '94021.18', '150000.00', '-1.20'),
];

export const sampleForm: ExchangeForm = {
  src: usd,
  dst: btc,
  rate: '0.00001061306533',
  fee: { percent: '0.5', minimum: '0.50' },
  minimum: '10.00',
  maximum: '10000.00',
  reserve: '2.50000000',
  available: '1250.40',
};

/** The way back, so that swapped sides have a form too. */
const wayBack: ExchangeForm = {
  src: btc,
  dst: usd,
  rate: '94021.18',
  fee: { percent: '0.5', minimum: '0.00001000' },
  minimum: '0.00010000',
  maximum: '1.00000000',
  reserve: '150000.00',
  available: '0.25000000',
};

/** Answers that fit the question: the pair of the search, the form of the path. */
export const pairAsked = ({ input }: Asked) => {
  const { search } = (input as { query: { search?: string } }).query;
  return answered({ items: samplePairs.filter(({ src, dst }) => !search || search === `${src.code}/${dst.code}`) });
};
export const formAsked = ({ input }: Asked) =>
  answered((input as { path: string }).path.endsWith('/BTC/USD') ? wayBack : sampleForm);
export const emptyWalletAsked = (asked: Asked) => answered({ ...formAsked(asked).payload, available: '0' });

/** What a port says when the browser keeps nothing. */
export const storageClosed = { name: 'PortError', code: 'storage_blocked', message: 'no storage' };

export const samplePlace = (
  name: string,
  path: string,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
): Place => ({
  name,
  params,
  query,
  path,
});
