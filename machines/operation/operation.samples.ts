import type { Answer } from '../../contract/call.ts';
import type { CallError } from '../../contract/errors.ts';
import type { Currency } from '../../contract/money.ts';
import type { Fact, Operation, OperationStatus } from '../../contract/operation.ts';

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
/** What is paid in waits for that before anything else, and ends so where it does not come. */
const beforeOfOrders: typeof before = {
  open: [],
  awaiting_payment: ['open'],
  processing: ['open', 'awaiting_payment'],
  completed: ['open', 'awaiting_payment', 'processing'],
  failed: ['open', 'awaiting_payment'],
  cancelled: ['open', 'awaiting_payment'],
  expired: ['open', 'awaiting_payment'],
};

const isOrdered = (kind?: Operation['kind']): boolean => kind === 'deposit' || kind === 'purchase';

/** The way up to a status. */
const courseTo = (status: OperationStatus, kind?: Operation['kind']): OperationStatus[] => [
  ...(isOrdered(kind) ? beforeOfOrders : before)[status],
  status,
];

const declined: Partial<Record<Operation['kind'], string>> = {
  deposit: 'payment_declined',
  purchase: 'payment_declined',
  withdraw: 'payout_declined',
  card_order: 'issuer_declined',
};
const cancelledByPerson: readonly Operation['kind'][] = ['deposit', 'withdraw', 'purchase', 'card_order'];

/** Why it ended so, as the server says it of this kind. */
const reasonFor = (status: OperationStatus, kind: Operation['kind'] = 'exchange'): Pick<Operation, 'reason'> => {
  if (status === 'failed') return { reason: declined[kind] ?? 'provider_declined' };
  if (status === 'expired') return { reason: isOrdered(kind) ? 'not_paid' : 'quote_expired' };
  if (status !== 'cancelled') return {};
  return { reason: cancelledByPerson.includes(kind) ? 'cancelled_by_person' : 'cancelled_by_house' };
};

/** Both sides are one amount of one currency: `none` is the fee, in its decimals. */
export const atPar = (amount: string, currency: string, none: string): Operation['terms'] => ({
  give: { amount, currency },
  get: { amount, currency },
  fee: { amount: none, currency },
  rate: '1',
});

/** What ends one before its time. */
const cutShort: readonly (string | undefined)[] = ['terms_changed', 'replaced'];
/** When it reached each status of its way, in seconds from now. What is over had all its time. */
const secondsOf = (status: OperationStatus, { kind, reason }: Partial<Operation>): number[] => {
  if (status === 'open') return [0];
  const course = courseTo(status, kind).map((_, index) => index * 2 - 5);
  if (status !== 'expired' || cutShort.includes(reason)) return course;
  return course.map((seconds, index) => (index === course.length - 1 ? seconds : seconds - 1_800));
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
  created_at: later(secondsOf(status, changes)[0] ?? 0),
  expires_at: later(60),
  submit_path: '/exchange/confirm/opsample0000000000001',
  timeline: courseTo(status, changes.kind).map((step, index) => ({
    status: step,
    at: later(secondsOf(status, changes)[index] ?? 0),
  })),
  ...(status === 'processing' ? { expected_by: later(15) } : {}),
  ...reasonFor(status, changes.kind),
  ...changes,
});

/** The other way round: bitcoins into dollars. */
export const sampleSale = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleOperation(status, {
    terms: {
      give: { amount: '0.00105600', currency: 'BTC' },
      get: { amount: '98.50', currency: 'USD' },
      fee: { amount: '0.00000528', currency: 'BTC' },
      rate: '93745.24',
    },
    give_currency: btc,
    get_currency: usd,
    asked: { side: 'give', amount: '0.001056' },
    ...changes,
  });

/** To somebody new: the address is shown whole, and a code by e-mail is asked for. */
export const sampleWithdrawal = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleOperation(status, {
    id: 'opsample0000000000003',
    kind: 'withdraw',
    terms: {
      give: { amount: '0.05000000', currency: 'BTC' },
      get: { amount: '0.04980000', currency: 'BTC' },
      fee: { amount: '0.00020000', currency: 'BTC' },
      rate: '1',
    },
    give_currency: btc,
    get_currency: btc,
    expires_at: later(600),
    status_path: '/withdraw/status/opsample0000000000003',
    facts: [
      { label: 'method', text: 'Bitcoin' },
      { label: 'address', text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', exact: true },
    ],
    ...(status === 'open'
      ? {
          values: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
          warnings: ['first_use', 'look_alike'],
          second_step: { sent_to: 'd•••@example.com', tries_left: 5, again_at: now },
        }
      : {}),
    ...(status === 'processing' ? { cancellable: true } : {}),
    ...changes,
  });

/** Paid by hand, to an address that holds for half an hour. */
export const sampleDeposit = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleOperation(status, {
    id: 'opsample0000000000004',
    kind: 'deposit',
    terms: atPar('0.01000000', 'BTC', '0.00000000'),
    give_currency: btc,
    get_currency: btc,
    expires_at: later(600),
    status_path: '/deposit/integration/sample',
    facts: [{ label: 'method', text: 'Bitcoin' }],
    ...(status === 'awaiting_payment'
      ? {
          cancellable: true,
          payment: {
            until: later(1_800),
            facts: [
              { label: 'network', text: 'Bitcoin' },
              { label: 'address', text: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', exact: true },
              { label: 'memo', text: '4815162342', exact: true },
            ],
            qr: 'bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.01',
          },
        }
      : {}),
    ...changes,
  });

/** By bank, for as many days as a transfer takes. */
export const sampleBankDeposit = (changes: Partial<Operation> = {}): Operation =>
  sampleDeposit('awaiting_payment', {
    terms: atPar('200.00', 'EUR', '0.00'),
    give_currency: eur,
    get_currency: eur,
    asked: { side: 'give', amount: '200' },
    facts: [{ label: 'method', text: 'SEPA' }],
    payment: {
      until: later(3 * 86_400),
      facts: [
        { label: 'recipient', text: 'Statera Payments' },
        { label: 'iban', text: 'DE02120300000000202051', exact: true },
        { label: 'bic', text: 'BYLADEM1001', exact: true },
        { label: 'reference', text: '4815162342', exact: true },
      ],
    },
    ...changes,
  });

/** What came by itself: nobody opened it, and its course begins with the payment. */
export const cameByItself = (...statuses: ('processing' | 'failed')[]): Pick<Operation, 'timeline'> => ({
  timeline: statuses.map((status, index) => ({ status, at: later(index * 2 - 5) })),
});

/** More than was ordered, from somebody unverified. */
export const sampleHeld = (changes: Partial<Operation> = {}): Operation => {
  const { expected_by: _none, ...held } = sampleDeposit('processing', {
    reason: 'needs_verification',
    place: '/deposit/form/received/opsample0000000000004',
    ...cameByItself('processing'),
    ...changes,
  });
  return held;
};

/** Paid on a page of its provider. */
export const samplePurchase = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleOperation(status, {
    id: 'opsample0000000000005',
    kind: 'purchase',
    terms: {
      give: { amount: '100.00', currency: 'USD' },
      get: { amount: '0.00103477', currency: 'BTC' },
      fee: { amount: '2.50', currency: 'USD' },
      rate: '0.00001061306533',
    },
    status_path: '/deposit/integration/other',
    facts: [{ label: 'method', text: 'Visa, Mastercard' }],
    ...(status === 'open' ? { values: { email: 'grace@example.com' } } : {}),
    ...(status === 'awaiting_payment'
      ? {
          cancellable: true,
          payment: {
            until: later(900),
            facts: [],
            hand_over: { url: 'https://pay.example.com/start', fields: { order: 'sample' } },
          },
        }
      : {}),
    ...changes,
  });

const euros = {
  give: { amount: '90.00', currency: 'EUR' },
  get: { amount: '0.00104146', currency: 'BTC' },
  fee: { amount: '0.45', currency: 'EUR' },
  rate: '0.00001163',
};

/** For somebody who was invited: held, then paid by the house. */
export const sampleBonus = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleOperation(status, {
    id: 'opsample0000000000031',
    kind: 'bonus',
    terms: atPar('5.00', 'USD', '0.00'),
    give_currency: usd,
    get_currency: usd,
    place: '/referral',
    facts: [{ label: 'bonus', text: 'm•••@e•••.com, whom you invited, has verified their identity' }],
    ...changes,
  });

/** How the two lines stand: of what is under way one has arrived. */
const ofLines: Record<OperationStatus, [OperationStatus, OperationStatus]> = {
  open: ['open', 'open'],
  awaiting_payment: ['open', 'open'],
  processing: ['completed', 'processing'],
  completed: ['completed', 'completed'],
  failed: ['failed', 'failed'],
  cancelled: ['cancelled', 'cancelled'],
  expired: ['expired', 'expired'],
};

/** Two wallets at once. */
export const sampleExchangeAll = (status: OperationStatus, changes: Partial<Operation> = {}): Operation => {
  const { give_currency, get_currency, terms } = sampleOperation('open');
  const line = { give_currency, get_currency, terms };
  const inEuros = { ...line, give_currency: eur, terms: euros };
  const [one, other] = ofLines[status];
  return sampleOperation(status, {
    id: 'opsample0000000000006',
    kind: 'exchange_all',
    terms: atPar('0.00209746', 'BTC', '0.00000000'),
    give_currency: btc,
    get_currency: btc,
    lines: [
      { ...line, id: 'opsample0000000000007', status: one, ...reasonFor(one) },
      { ...inEuros, id: 'opsample0000000000008', status: other, ...reasonFor(other) },
    ],
    ...changes,
  });
};

/** The second of them was turned away: the terms are those of the line that has not failed. */
export const sampleSomeFailed = (): Operation => {
  const { lines = [] } = sampleExchangeAll('completed');
  return sampleExchangeAll('completed', {
    terms: atPar('0.00105600', 'BTC', '0.00000000'),
    reason: 'some_failed',
    lines: lines.map((line, index) => (index === 0 ? line : { ...line, status: 'failed', ...reasonFor('failed') })),
  });
};

/** Fresh terms of the same: one wallet gives less than before, and the other takes no part any more. */
export const sampleFewer = (changes: Partial<Operation>): Operation => {
  const { terms, lines = [] } = sampleExchangeAll('open');
  const brought = { amount: '0.00104538', currency: 'BTC' };
  const less = { give: { amount: '99.00', currency: 'USD' }, get: brought };
  return sampleExchangeAll('open', {
    terms: { ...terms, give: brought, get: brought },
    lines: lines
      .slice(0, 1)
      .map((line) => ({ ...line, id: 'opsample0000000000027', terms: { ...line.terms, ...less } })),
    ...changes,
  });
};

/** To whom a transfer goes, as it was typed, and what is said with it. */
export const factsOfTransfer = (typed: string, comment = ''): Fact[] => [
  { label: 'recipient', text: 'A••• B•••' },
  { label: 'typed', text: typed, exact: true },
  ...(comment === '' ? [] : [{ label: 'comment' as const, text: comment }]),
];

/** Ten dollars to somebody new, whose name is masked. */
export const sampleTransfer = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleOperation(status, {
    id: 'opsample0000000000009',
    kind: 'transfer',
    terms: {
      give: { amount: '10.00', currency: 'USD' },
      get: { amount: '9.90', currency: 'USD' },
      fee: { amount: '0.10', currency: 'USD' },
      rate: '1',
    },
    give_currency: usd,
    get_currency: usd,
    asked: { side: 'give', amount: '10' },
    expires_at: later(120),
    submit_path: '/transfer',
    status_path: '/transfer/status/opsample0000000000009',
    place: '/transfer?operation=opsample0000000000009',
    facts: factsOfTransfer('A-2002', 'Lunch'),
    ...(status === 'open' && changes.incoming !== true ? { warnings: ['first_use'] } : {}),
    ...changes,
  });

/** The same, as whoever got it sees it. */
export const sampleIncoming = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleTransfer(status, {
    id: 'opsample0000000000010',
    incoming: true,
    place: '/transfer?operation=opsample0000000000010',
    facts: [
      { label: 'from', text: 'D••• E•••' },
      { label: 'comment', text: 'Lunch' },
    ],
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
