import type { DescribedForm, Field, PaymentMethod } from '../../contract/payment.ts';
import type { Fact, Operation, OperationStatus } from '../../contract/operation.ts';
import { samplePlace } from '../form/exchange.samples.ts';
import type { Asked, Outcomes } from '../model.ts';
import {
  answered,
  btc,
  eur,
  failures,
  now,
  refused,
  sampleDeposit,
  sampleOperation,
  samplePurchase,
  sampleWithdrawal,
  usd,
} from '../operation/operation.samples.ts';
import type { Place } from '../root/events.ts';
import type { PaymentKind } from './payment.context.ts';

/** Sample data that models of deposits, withdrawals and purchases share. */
const method = (kind: PaymentKind, id: string, more: Partial<PaymentMethod>): PaymentMethod => ({
  id,
  name: 'Bitcoin',
  logo: '/currencies/btc.svg',
  system: 'crypto',
  give: btc,
  get: btc,
  minimum: '0.00100000',
  maximum: '2.00000000',
  fee: { percent: '0', minimum: '0.00020000' },
  minutes: { from: 10, to: 60 },
  needs_verification: false,
  form_path: `/${kind}/form/${id}`,
  ...more,
});

const inEuro = {
  name: 'SEPA',
  logo: '/currencies/eur.svg',
  system: 'bank',
  give: eur,
  get: eur,
  minimum: '5.00',
  maximum: '20000.00',
  fee: { percent: '0.2', minimum: '0.50' },
} as const;

/** One that is open, and free for a deposit; one with a rate for a purchase, one that is not for everybody, one that rests. */
export const sampleMethods = (kind: PaymentKind): PaymentMethod[] => [
  kind === 'purchase'
    ? method(kind, 'card_usd', {
        name: 'Visa, Mastercard',
        logo: '/currencies/usd.svg',
        system: 'card',
        give: usd,
        minimum: '10.00',
        maximum: '5000.00',
        fee: { percent: '2.5', minimum: '0.50' },
        minutes: { from: 1, to: 5 },
        network: 'bitcoin',
        needs_verification: true,
      })
    : method(kind, 'bitcoin_btc', {
        network: 'bitcoin',
        ...(kind === 'deposit' ? { fee: { percent: '0', minimum: '0' } } : {}),
      }),
  method(kind, 'bank_eur', { ...inEuro, needs_verification: true, closed: 'unverified' }),
  method(kind, 'bank_usd', {
    ...inEuro,
    ...{ give: usd, get: usd, fee: { percent: '0.2', minimum: '0' }, closed: 'paused' as const },
  }),
];

const address: Field = {
  name: 'address',
  kind: 'crypto_address',
  label: 'address',
  help: 'address',
  required: true,
  network: 'bitcoin',
};
const email: Field = { name: 'email', kind: 'email', label: 'email', required: true };

export const openMethod = (kind: PaymentKind): PaymentMethod => sampleMethods(kind)[0]!;

/** What each flow asks for. */
export const sampleForm = (kind: PaymentKind): DescribedForm => ({
  method: openMethod(kind),
  fields: { withdraw: [address], deposit: [], purchase: [email] }[kind],
  rate: kind === 'purchase' ? '0.00001061306533' : '1',
  ...(kind === 'withdraw' ? { available: '0.25000000' } : {}),
  ...(kind === 'purchase' ? { reserve: '2.50000000' } : {}),
});

/** A form with every kind of field, and somebody to whom money went before. */
export const wholeForm: DescribedForm = {
  method: method('withdraw', 'bank_eur', { ...inEuro, fee: { percent: '0.2', minimum: '0.50' } }),
  rate: '1',
  available: '900.00',
  card_frame: 'https://pay.example.com/card',
  fields: [
    {
      name: 'recipient',
      kind: 'text',
      label: 'recipient',
      help: 'recipient',
      required: true,
      shortest: 2,
      longest: 70,
    },
    { name: 'iban', kind: 'iban', label: 'iban', help: 'iban', required: true },
    { name: 'invoice', kind: 'amount', label: 'invoice', required: false },
    { name: 'phone', kind: 'phone', label: 'phone', help: 'phone', required: false },
    email,
    address,
    {
      name: 'bank',
      kind: 'select',
      label: 'bank',
      required: false,
      options: [
        { value: 'one', label: 'First Bank' },
        { value: 'two', label: 'Second Bank' },
      ],
    },
    { name: 'card', kind: 'card', label: 'card', help: 'card', required: true },
    {
      name: 'document',
      kind: 'file',
      label: 'document',
      help: 'document',
      required: false,
      accept: ['image/png', 'application/pdf'],
      longest: 10_000_000,
    },
    { name: 'comment', kind: 'comment', label: 'comment', required: false, longest: 140 },
  ],
  recipients: [
    {
      id: 'opsample0000000000021',
      name: 'Ada Lovelace',
      values: { recipient: 'Ada Lovelace', iban: 'GB82WEST12345698765432', card: 'tok_Sample0Token0000' },
      used_at: '2026-01-10T12:00:00.000Z',
    },
  ],
};

/** Orders that nobody has paid yet, each where it stands. */
export const unpaid = (kind: PaymentKind): Operation[] => {
  const sample = kind === 'purchase' ? samplePurchase : sampleDeposit;
  const { id } = sample('open');
  const { id: way } = openMethod(kind);
  return [sample('awaiting_payment', { place: `/${kind}/form/${way}/${id}` }), sample('processing')];
};

/** The form of the path that was asked for. */
export const formAsked = ({ input }: Asked) => {
  const [, kind = ''] = ((input as { path?: string } | undefined)?.path ?? '').split('/');
  return answered(sampleForm(kind as PaymentKind));
};

/** Where a flow stands: the choice, the form of a method, an operation of it. */
export const placeOf = (kind: PaymentKind, method = '', operation = '', query: Record<string, string> = {}): Place =>
  method === ''
    ? samplePlace(kind, `/${kind}`, {}, query)
    : samplePlace(
        `${kind}-form-id-form`,
        `/${kind}/form/${method}${operation && `/${operation}`}`,
        { id: method, ...(operation ? { form: operation } : {}) },
        query,
      );
export const inputAt = (place: Place) => ({
  place,
  account: 'A-1001',
  site: { logo_url: '/logo.svg', auth_type: 'password', origins: ['https://pay.example.com'] },
  email: null,
});

const invoice: Fact = {
  label: 'document',
  text: 'invoice.pdf',
  file: { id: 'opsample0000000000003', field: 'invoice', size: 120_000 },
};

/** To somebody who had money before: nothing is asked for besides. */
const knownRecipient = (status: OperationStatus, changes: Partial<Operation> = {}): Operation => {
  const { second_step: _step, warnings: _warnings, ...operation } = sampleWithdrawal(status, changes);
  return operation;
};
/** One of another day, that a document was given to: the form of the samples asks for none. */
const withDocument = (operation: Operation): Operation =>
  operation.kind === 'withdraw' ? { ...operation, facts: [...(operation.facts ?? []), invoice] } : operation;

/** On a page of its provider, under a number that may be asked for there. */
const withReference = (status: OperationStatus, changes: Partial<Operation> = {}): Operation => {
  const operation = samplePurchase(status, changes);
  const { payment } = operation;
  return payment
    ? { ...operation, payment: { ...payment, facts: [{ label: 'reference', text: '4815162342', exact: true }] } }
    : operation;
};

const samplesOf = { withdraw: knownRecipient, deposit: sampleDeposit, purchase: withReference };
export const sampleOf = (kind: PaymentKind) => samplesOf[kind];

/** Money that came too late stands in a deposit of its own. */
export const paidLate = { 'paid late': { reason: 'payment_late', replaced_by: 'opsample0000000000009' } };

const notConfirmed = {
  ...{ status: 'failed', reason: 'payment_not_confirmed' },
  timeline: [...sampleOperation('processing', { kind: 'purchase' }).timeline, { status: 'failed', at: now }],
} satisfies Partial<Operation>;
/** Its payment came, and was not confirmed afterwards; then perhaps another one, which is credited elsewhere. */
export const unconfirmed = {
  'paid, and not confirmed': notConfirmed,
  'paid twice, and not confirmed once': { ...notConfirmed, replaced_by: 'opsample0000000000009' },
} satisfies Record<string, Partial<Operation>>;

/** What the operation of a flow may become. */
const statuses = (kind: PaymentKind, more: Record<string, Partial<Operation>> = {}) => {
  const told = (status: OperationStatus, changes: Partial<Operation> = {}) => answered(sampleOf(kind)(status, changes));
  return {
    open: told('open'),
    'under way': told(kind === 'withdraw' ? 'processing' : 'awaiting_payment'),
    completed: told('completed'),
    failed: told('failed'),
    cancelled: told('cancelled'),
    expired: told('expired'),
    ...Object.fromEntries(Object.entries(more).map(([name, changes]) => [name, told('expired', changes)])),
  };
};

/** What was put into the fields that each flow asks for. */
const textsFor = (kind: PaymentKind): Record<string, string> =>
  Object.fromEntries(
    sampleForm(kind).fields.map(({ name }) => [
      name,
      { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', email: 'grace@example.com' }[name] ?? '',
    ]),
  );

/** What the check of the fields says: of those that are needed, which nobody has filled. */
const emptyOnes = ({ input }: Asked) => {
  const { fields, values } = input as { fields: Field[]; values: Record<string, string> };
  const empty = fields.filter(({ name, required }) => required && !values[name]);
  return { fields: Object.fromEntries(empty.map(({ name }) => [name, 'required'])) };
};

interface Named {
  methods: string;
  form: string;
  submit: string;
  status: string;
}

/** What is paid in takes nothing out of a wallet: there may be too many orders of it. */
const tooManyUnpaid = (kind: PaymentKind) =>
  refused('too_many_unpaid', 409, { params: { most: kind === 'deposit' ? 5 : 3 } });

const draftFor = (kind: PaymentKind) => ({ side: 'get', text: '0,04', byHand: true, values: textsFor(kind) });

/** How the calls of a flow may end, by their names; those of its parts are told whole by their own models. */
export const outcomesOf = (
  kind: PaymentKind,
  { methods, form, submit, status }: Named,
  more: Record<string, Partial<Operation>> = {},
): Record<string, Outcomes> => ({
  [methods]: {
    done: { 'the methods': answered({ items: sampleMethods(kind) }), 'an answer of another shape': answered(null) },
  },
  [form]: { done: { 'the form': formAsked } },
  'draft.read': {
    done: {
      'a draft': draftFor(kind),
      'a draft that was confirmed': { ...draftFor(kind), operation: sampleOf(kind)('open').id },
      'no draft': null,
    },
  },
  'fields.check': { done: { 'whether a field is empty': emptyOnes } },
  'payment.check': {
    done: { 'the terms': answered(sampleOf(kind)('open')), 'an answer of another shape': answered(null) },
    error: {
      ...(kind === 'withdraw'
        ? {
            'wrong in a field': refused('invalid', 422, {
              fields: { amount: 'below_minimum', address: 'bad_address' },
            }),
          }
        : { 'too many are unpaid': tooManyUnpaid(kind) }),
      'the one before was sent after all': refused('already_submitted', 409),
      network: failures.network,
    },
  },
  [submit]: {
    done: { 'under way': statuses(kind)['under way'] },
    error: {
      refused:
        kind === 'withdraw'
          ? refused('insufficient_funds', 409, { params: { available: '0.02', currency: openMethod(kind).give.code } })
          : tooManyUnpaid(kind),
      ...(kind === 'purchase' && {
        'terms changed': refused('terms_changed', 409, {
          fresh: sampleOf(kind)('open', { id: 'opsample0000000000015' }),
        }),
      }),
      network: failures.network,
    },
  },
  [status]: { done: statuses(kind, more) },
  'operation.cancel': { done: { cancelled: answered(sampleOf(kind)('cancelled')) } },
  'operation.read': {
    done: Object.fromEntries(
      Object.entries(statuses(kind, more)).map(([name, { payload }]) => [name, answered(withDocument(payload))]),
    ),
    error: { absent: failures.absent },
  },
});
