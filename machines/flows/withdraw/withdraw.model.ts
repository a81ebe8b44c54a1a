import { defineModel } from '../../model.ts';
import { inputAt, outcomesOf, placeOf, sampleOf } from '../../payment/payment.samples.ts';
import { paymentCalled, paymentFacet, paymentStates, paymentWords } from '../../payment/payment.sights.ts';
import { withdrawMachine } from './withdraw.machine.ts';
import { wallets } from '../../root/house.samples.ts';
import { otherLanguage } from '../../words/words.samples.ts';

const { id } = sampleOf('withdraw')('open');

export default defineModel({
  name: 'withdraw',
  title: { en: 'Withdrawal', ru: 'Вывод средств' },
  machine: withdrawMachine,
  view: 'withdraw/withdraw',
  inputs: {
    'from the menu': inputAt(placeOf('withdraw')),
    'with a choice that is narrowed': inputAt(placeOf('withdraw', '', '', { currency: 'EUR' })),
    'by the address of a form': inputAt(placeOf('withdraw', 'bitcoin_btc')),
    'by the address of an operation': inputAt(placeOf('withdraw', 'bitcoin_btc', id)),
  },
  events: {
    'user.currency chosen': [{ value: 'EUR' }],
    'user.method chosen': [{ value: 'bitcoin_btc' }],
    'user.amount typed': [{ side: 'give', value: '0,05' }],
    'user.field filled': [{ field: 'address', value: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    'user.submitted': [{}],
    'user.another method wanted': [{}],
    'user.confirmed': [{}],
    'user.cancelled': [{}],
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
      { place: placeOf('withdraw') },
      { place: placeOf('withdraw', 'bitcoin_btc') },
      { place: placeOf('withdraw', 'bitcoin_btc', 'opsample0000000000009') },
      { place: placeOf('withdraw', 'bank_eur') },
    ],
  },
  outcomes: {
    ...outcomesOf('withdraw', {
      methods: 'withdraw.ps',
      form: 'withdraw.form',
      submit: 'withdraw.submit',
      status: 'withdraw.status',
    }),
  },
  moments: 20_000,
  facet: paymentFacet,
  unreachable: {
    'guard another one took its place | true': 'it is asked of money that comes alone',
    'guard another one took its place | false': 'it is asked of money that comes alone',
    'guard it may be repeated | true': 'it is asked of money that comes alone',
    'guard it may be repeated | false': 'it is asked of money that comes alone',
  },
  called: paymentCalled,
  eventWords: paymentWords,
  states: paymentStates,
});
