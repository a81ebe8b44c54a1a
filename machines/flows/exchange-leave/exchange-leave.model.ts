import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import type { FlowInput, Leaving } from '../../root/events.ts';
import { exchangeLeaveMachine } from './exchange-leave.machine.ts';

const holdingOf = (snapshot: AnyMachineSnapshot) => (snapshot.context as Leaving).holding;

const input = (holding: Leaving['holding'], back: boolean): FlowInput => ({
  place: samplePlace('exchange-src-dst', '/exchange/USD/BTC', { src: 'USD', dst: 'BTC' }),
  account: 'A-1001',
  site: null,
  email: null,
  over: true,
  about: { leaving: { to: '/exchanges', back, holding } },
});

export default defineModel({
  name: 'exchange-leave',
  title: { en: 'Leaving what is begun', ru: 'Уход от начатого' },
  machine: exchangeLeaveMachine,
  view: 'exchange-leave/exchange-leave',
  inputs: {
    'an amount was typed': input('amount', false),
    'on the review': input('terms', true),
    'on a review that nothing was typed for': input('terms alone', false),
    'a photo was chosen': input('file', false),
  },
  events: { 'user.confirmed': [{}], 'user.dismissed': [{}] },
  outcomes: {},
  facet: holdingOf,
  eventWords: {
    'user.confirmed': { en: 'leave the page', ru: 'уйдите со страницы' },
    'user.dismissed': { en: 'stay', ru: 'останьтесь' },
  },
  states: {
    asking: {
      title: { en: 'Leave, really?', ru: 'Точно уйти?' },
      sees: (snapshot) => [
        ...says('exchange_leave.leave', 'exchange_leave.stay'),
        ...(['amount', 'terms'].includes(holdingOf(snapshot))
          ? says('exchange_leave.amount')
          : [{ absent: { message: 'exchange_leave.amount' } }]),
        ...(['terms', 'terms alone'].includes(holdingOf(snapshot))
          ? says('exchange_leave.terms')
          : [{ absent: { message: 'exchange_leave.terms' } }]),
        ...(holdingOf(snapshot) === 'file'
          ? says('exchange_leave.file')
          : [{ absent: { message: 'exchange_leave.file' } }]),
      ],
    },
    left: { title: { en: 'Left', ru: 'Вы ушли' }, unseen: 'the house has closed the modal by then' },
    stayed: { title: { en: 'Stayed', ru: 'Вы остались' }, unseen: 'the house has closed the modal by then' },
  },
});
