import leave from '../../machines/flows/exchange-leave/exchange-leave.model.ts';
import { says } from '../../machines/form/sights.ts';
import { heading } from '../tools/product.ts';
import { defineStage, type Scene } from './stage.ts';

const typed = { type: 'user.amount typed', side: 'give', value: '100' };
const toTheList = ({ one }: Scene) => one.page.locator('a[href="/exchanges"]').first().click();
const gone = { absent: { message: 'exchange_leave.amount' } };

export default defineStage({
  model: leave,
  ways: {
    'an amount was typed': {
      input: 'an amount was typed',
      as: 'demo@example.com',
      at: '/exchange/USD/BTC',
      does: [typed, toTheList],
    },
    'on the review': {
      input: 'on the review',
      as: 'demo@example.com',
      at: '/exchange/USD/BTC',
      does: [
        typed,
        { type: 'user.submitted' },
        ({ one }) => heading(one, 'operation.reviewing.title').waitFor(),
        toTheList,
      ],
      ends: {
        stayed: {
          shows: () => [gone, ...says('operation.reviewing.title')],
          address: /^\/exchange\/USD\/BTC\?operation=/,
          money: 'none',
        },
      },
    },
  },
  ends: {
    left: { shows: () => [gone, ...says('exchanges.title')], address: /^\/exchanges$/, money: 'none' },
    stayed: { shows: () => [gone, ...says('exchange.submit')], address: /^\/exchange\/USD\/BTC$/, money: 'none' },
  },
});
