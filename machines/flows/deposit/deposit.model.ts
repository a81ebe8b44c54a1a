import { defineModel } from '../../model.ts';
import { answered, cameByItself } from '../../operation/operation.samples.ts';
import { inputAt, outcomesOf, paidLate, placeOf, sampleOf, unpaid } from '../../payment/payment.samples.ts';
import { paymentCalled, paymentFacet, paymentStates, paymentWords } from '../../payment/payment.sights.ts';
import { depositMachine } from './deposit.machine.ts';
import { wallets } from '../../root/house.samples.ts';
import { otherLanguage } from '../../words/words.samples.ts';

const { id } = sampleOf('deposit')('open');

export default defineModel({
  name: 'deposit',
  title: { en: 'Deposit', ru: 'Пополнение' },
  machine: depositMachine,
  view: 'deposit/deposit',
  inputs: {
    'from the menu': inputAt(placeOf('deposit')),
    'by the address of a form': inputAt(placeOf('deposit', 'bitcoin_btc')),
    'by the address of an operation': inputAt(placeOf('deposit', 'bitcoin_btc', id)),
    'by the address of what came otherwise': inputAt(placeOf('deposit', 'received', id)),
    'back from the payment page': inputAt(placeOf('deposit', 'bitcoin_btc', id, { returned: 'failure' })),
  },
  events: {
    'user.order opened': [{ value: id }],
    'user.copied': [{ value: '4815162342' }],
    'user.replacement opened': [{}],
    'user.currency chosen': [{ value: 'EUR' }],
    'user.method chosen': [{ value: 'bitcoin_btc' }],
    'user.amount typed': [{ side: 'give', value: '0,01' }],
    'user.submitted': [{}],
    'user.another method wanted': [{}],
    'user.confirmed': [{}],
    'user.cancelled': [{}],
    'user.cancel agreed': [{}],
    'user.went back': [{}],
    'user.again': [{}],
    'user.retried': [{}],
    'user.printed': [{}],
    'user.left operation opened': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'signal.wallets': [{ wallets, seq: 2 }],
    'port.online': [{ at: 0 }],
    'house.arrived': [
      { place: placeOf('deposit') },
      { place: placeOf('deposit', 'bitcoin_btc') },
      { place: placeOf('deposit', 'bitcoin_btc', 'opsample0000000000009') },
      { place: placeOf('deposit', 'bank_eur') },
    ],
  },
  outcomes: {
    ...outcomesOf(
      'deposit',
      {
        methods: 'deposit.ps',
        form: 'deposit.form',
        submit: 'deposit.integration_json',
        status: 'deposit.integration_json_check',
      },
      {
        ...paidLate,
        'held, and on its way back': { status: 'failed', reason: 'sent_back', ...cameByItself('processing', 'failed') },
        'come, and not confirmed': {
          ...{ status: 'failed', reason: 'payment_not_confirmed' },
          ...cameByItself('processing', 'failed'),
        },
      },
    ),
    'operation.in_progress': {
      done: { 'none is unpaid': answered({ items: [] }), 'one is unpaid': answered({ items: unpaid('deposit') }) },
    },
  },
  mayRepeat: { 'deposit.integration_json_check': 'it reads how the operation stands and moves nothing' },
  moments: 20_000,
  facet: paymentFacet,
  called: paymentCalled,
  eventWords: paymentWords,
  states: paymentStates,
});
