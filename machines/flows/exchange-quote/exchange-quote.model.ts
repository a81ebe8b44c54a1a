import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import type { FlowInput, QuoteChange } from '../../root/events.ts';
import { exchangeQuoteMachine } from './exchange-quote.machine.ts';

const money = (amount: string, currency: string) => ({ amount, currency });
const change: QuoteChange = {
  shown: {
    give: money('947.5', 'USD'),
    get: money('0.01', 'BTC'),
    fee: money('4.74', 'USD'),
    rate: '0.00001060715346',
  },
  fresh: {
    give: money('947.5', 'USD'),
    get: money('0.00999', 'BTC'),
    fee: money('4.74', 'USD'),
    rate: '0.0000105965463',
  },
  scale: { give: 2, get: 8 },
};

/** Both, line by line. */
function compared(snapshot: AnyMachineSnapshot): Sight[] {
  const { change: told } = snapshot.context as { change: QuoteChange | undefined };
  if (!told) return [];
  const { shown, fresh, scale } = told;
  const rates = [shown, fresh].map(({ give, get, rate }): Sight => ({
    message: 'ui.rate.about',
    params: { from: give.currency, rate: { rate }, to: get.currency },
  }));
  return [
    { amount: shown.give, scale: scale.give },
    { amount: shown.get, scale: scale.get },
    { amount: shown.fee, scale: scale.give },
    { amount: fresh.give, scale: scale.give },
    { amount: fresh.get, scale: scale.get, approximate: true },
    { amount: fresh.fee, scale: scale.give, approximate: true },
    ...rates,
  ];
}

const input: FlowInput = {
  place: samplePlace('exchange-src-dst', '/exchange/USD/BTC?give=100', { src: 'USD', dst: 'BTC' }, { give: '100' }),
  account: 'A-1001',
  site: null,
  email: null,
  over: true,
  about: { change },
};

export default defineModel({
  name: 'exchange-quote',
  title: { en: 'A quote that changed', ru: 'Курс изменился' },
  machine: exchangeQuoteMachine,
  view: 'exchange-quote/exchange-quote',
  inputs: { 'after sign-in': input },
  events: { 'user.confirmed': [{}], 'user.another pair wanted': [{}] },
  outcomes: {},
  eventWords: {
    'user.confirmed': { en: 'go on', ru: 'продолжите' },
    'user.another pair wanted': { en: 'go for another pair', ru: 'перейдите к другой паре' },
  },
  states: {
    comparing: {
      title: { en: 'What was shown beside what it is now', ru: 'Что было показано и что теперь' },
      sees: (snapshot) => [
        ...says('exchange_quote.text', 'exchange_quote.go_on', 'exchange_quote.another'),
        ...says('exchange_quote.shown', 'exchange_quote.fresh'),
        ...compared(snapshot),
      ],
    },
    'going on': { title: { en: 'Goes on', ru: 'Продолжение' }, unseen: 'the house has closed the modal by then' },
    'choosing another': {
      title: { en: 'Goes for another', ru: 'Выбор другого обмена' },
      unseen: 'the house has closed the modal by then',
    },
  },
});
