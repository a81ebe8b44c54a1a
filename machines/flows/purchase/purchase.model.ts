import { defineModel } from '../../model.ts';
import { answered } from '../../operation/operation.samples.ts';
import {
  inputAt,
  outcomesOf,
  paidLate,
  placeOf,
  sampleOf,
  unconfirmed,
  unpaid,
} from '../../payment/payment.samples.ts';
import { paymentCalled, paymentFacet, paymentStates, paymentWords } from '../../payment/payment.sights.ts';
import { purchaseMachine } from './purchase.machine.ts';
import { wallets } from '../../root/house.samples.ts';
import { otherLanguage } from '../../words/words.samples.ts';

const { id } = sampleOf('purchase')('open');

export default defineModel({
  name: 'purchase',
  title: { en: 'Purchase', ru: 'Покупка' },
  machine: purchaseMachine,
  view: 'purchase/purchase',
  inputs: {
    'from the menu': inputAt(placeOf('purchase')),
    'by the address of a form': inputAt(placeOf('purchase', 'card_usd')),
    'by the address of an operation': inputAt(placeOf('purchase', 'card_usd', id)),
    'back from the payment page': inputAt(placeOf('purchase', 'card_usd', id, { returned: 'success' })),
    'back from the payment page without paying': inputAt(
      placeOf('purchase', 'card_usd', id, { returned: 'cancelled' }),
    ),
  },
  events: {
    'user.order opened': [{ value: id }],
    'user.handed over': [{}],
    'user.replacement opened': [{}],
    'user.copied': [{ value: '4815162342' }],
    'user.currency chosen': [{ value: 'EUR' }],
    'user.method chosen': [{ value: 'card_usd' }],
    'user.amount typed': [{ side: 'give', value: '100' }],
    'user.field filled': [{ field: 'email', value: 'grace@example.com' }],
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
      { place: placeOf('purchase') },
      { place: placeOf('purchase', 'card_usd') },
      { place: placeOf('purchase', 'card_usd', 'opsample0000000000009') },
      { place: placeOf('purchase', 'bank_eur') },
    ],
  },
  outcomes: {
    'operation.in_progress': {
      done: { 'none is unpaid': answered({ items: [] }), 'one is unpaid': answered({ items: unpaid('purchase') }) },
    },
    'page.hand over': { done: { 'back from the payment page': null } },
    ...outcomesOf(
      'purchase',
      {
        methods: 'purchase.ps',
        form: 'purchase.form',
        submit: 'purchase.integration_json',
        status: 'deposit.integration_json_check',
      },
      { ...paidLate, ...unconfirmed },
    ),
  },
  mayRepeat: { 'deposit.integration_json_check': 'it reads how the operation stands and moves nothing' },
  moments: 20_000,
  facet: paymentFacet,
  called: paymentCalled,
  eventWords: paymentWords,
  states: paymentStates,
});
