import type { Answer } from '../../contract/call.ts';
import type { CallError } from '../../contract/errors.ts';
import type { Currency } from '../../contract/money.ts';
import type { Operation, OperationStatus } from '../../contract/operation.ts';

/** Sample data that models share: one moment, a few currencies, an operation in any status. */
export const now = '2026-01-15T12:00:00.000Z';
export const at = Date.parse(now);
const later = (seconds: number) => new Date(at + seconds * 1000).toISOString();

export const usd: Currency = { code: 'USD', name: 'US dollar', logo: '/currencies/usd.svg', scale: 2, kind: 'fiat' };
export const btc: Currency = { code: 'BTC', name: 'Bitcoin', logo: '/currencies/btc.svg', scale: 8, kind: 'crypto' };
export const eur: Currency = { code: 'EUR', name: 'Euro', logo: '/currencies/eur.svg', scale: 2, kind: 'fiat' };

const before: Record<OperationStatus, OperationStatus[]> = {
  open: [],
  awaiting_payment: ['open'],
  processing: ['open'],
  completed: ['open', 'processing'],
  failed: ['open', 'processing'],
  cancelled: ['open', 'processing'],
  expired: ['open'],
};

/** An exchange of 100 USD into BTC, in the given status. */
export const sampleOperation = (status: OperationStatus, changes: Partial<Operation> = {}): Operation => ({
  id: 'opsample0000000000001',
  kind: 'exchange',
  status,
  terms: {
    give: { amount: '100.00', currency: 'USD' },
    get: { amount: '0.00105600', currency: 'BTC' },
    fee: { amount: '0.50', currency: 'USD' },
    rate: '0.00001061306533',
  },
  give_currency: usd,
  get_currency: btc,
  asked: { side: 'give', amount: '100' },
  created_at: now,
  expires_at: later(60),
  submit_path: '/exchange/confirm/opsample0000000000001',
  timeline: [...before[status], status].map((step, index) => ({ status: step, at: later(index * 2 - 5) })),
  ...(status === 'processing' ? { expected_by: later(15) } : {}),
  ...(status === 'failed' ? { reason: 'provider_declined' } : {}),
  ...(status === 'expired' ? { reason: 'quote_expired' } : {}),
  ...(status === 'cancelled' ? { reason: 'cancelled_by_house' } : {}),
  ...changes,
});

export const answered = <Payload>(payload: Payload): Answer<Payload> => ({ payload, now, at });

const error = (
  kind: CallError['kind'],
  code: string,
  statusCode: number,
  more: Partial<CallError> = {},
): CallError => ({
  name: 'CallError',
  kind,
  code,
  message: code,
  statusCode,
  ...more,
});

/** How any call may fail. `refused` is given the code and status that fit the call. */
export const failures = {
  network: error('network', 'unavailable', 0),
  late: error('late', 'unavailable', 0),
  unreadable: error('unreadable', 'unavailable', 200),
  broken: error('failed', 'internal', 500),
  'session lost': error('refused', 'no_session', 401, { now, at }),
  absent: error('refused', 'not_found', 404, { now, at }),
};
export const refused = (code: string, statusCode: number, more: Partial<CallError> = {}): CallError =>
  error('refused', code, statusCode, { now, at, ...more });
