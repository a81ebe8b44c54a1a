import { expect } from 'vitest';
import quote from '../../machines/flows/exchange-quote/exchange-quote.model.ts';
import { says } from '../../machines/form/sights.ts';
import { tell } from '../tools/product.ts';
import { defineStage } from './stage.ts';

const gone = { absent: { message: 'exchange_quote.text' } };

export default defineStage({
  model: quote,
  // Both quotes were worked out while the person signed in.
  wordsOnly: true,
  ways: {
    'after sign-in': {
      input: 'after sign-in',
      at: '/',
      does: [
        { type: 'user.amount typed', side: 'give', value: '250' },
        async ({ one }) => {
          await expect.poll(() => one.control('user.amount typed', 'get').inputValue()).toMatch(/\d/);
        },
        ({ product }) => tell(product, 'market', { src: 'USD', dst: 'EUR', percent: '1.3' }),
        { type: 'user.submitted' },
        { type: 'user.email typed', value: 'demo@example.com' },
        { type: 'user.password typed', value: 'demo-password-1' },
        { type: 'user.submitted' },
      ],
    },
  },
  ends: {
    'going on': { shows: () => [gone, ...says('exchange.submit')], address: /^\/exchange\/USD\/EUR/, money: 'none' },
    'choosing another': { shows: () => [gone, ...says('exchanges.title')], address: /^\/exchanges$/, money: 'none' },
  },
});
