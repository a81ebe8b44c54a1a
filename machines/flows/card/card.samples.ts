import { cardDeclines, type CardOperation, type Reveal, type RevealAsked } from '../../../contract/card.ts';
import type { Asked, Outcomes } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { sampleCard, sampleOrder } from '../../bank-card/bank-card.samples.ts';
import type { LimitsContext } from './limits.context.ts';

/** Sample data that models of one card share. */
const asked: RevealAsked = {
  sent_to: 'd•••@example.com',
  tries_left: 5,
  expires_at: '2026-01-15T12:10:00.000Z',
  again_at: '2026-01-15T12:00:30.000Z',
};
export const issuer = 'https://pay.example.com';
const reveal: Reveal = { frame: `${issuer}/issuer/card`, token: 'sample-token' };

export const lookOutcomes: Record<string, Outcomes> = {
  'card.ask_reveal': {
    done: { 'a letter was sent': answered(asked) },
    error: { refused: refused('rate_limited', 429, { retryAfter: 3, params: { seconds: 3 } }), ...failures },
  },
  'card.reveal': {
    done: {
      'a look': { ...answered(reveal), at: at + 500 },
      'a look on a page that nobody published': answered({ ...reveal, frame: 'https://pay.example.org/card' }),
    },
    error: {
      'a wrong code': refused('wrong_code', 422, { fields: { code: 'wrong_code' }, params: { left: 3 } }),
      'a wrong code, and no word of tries': refused('wrong_code', 422, { fields: { code: 'wrong_code' } }),
      'it was used': refused('code_used', 409),
      'it has expired': refused('code_expired', 409),
      'too many tries': refused('too_many_tries', 409),
      'no card to show': refused('conflict', 409),
      ...failures,
    },
  },
  'card.tokens': { next: { 'the frame is there': { type: 'port.card frame ready' } } },
};

const cardIn = ({ asker }: Asked, changes: Parameters<typeof sampleCard>[1] = {}) =>
  answered({
    ...sampleOrder('completed'),
    card: sampleCard('active', { ...changes, id: (asker.context as { card: string }).card }),
  });
const typedIn = ({ asker }: Asked) => {
  const { typed } = asker.context as LimitsContext;
  return { once: typed.once.replace(',', '.'), day: typed.day.replace(',', '.') };
};

export const limitsOutcomes: Record<string, Outcomes> = {
  'card.limits': {
    done: { 'they are saved': (each: Asked) => answered(cardIn(each, { limits: typedIn(each) }).payload.card) },
    error: {
      'more than may be': refused('above_maximum', 422, {
        fields: { once: 'above_maximum' },
        params: { maximum: '500.00', currency: 'EUR', scale: 2 },
      }),
      refused: refused('rate_limited', 429, { retryAfter: 3 }),
      ...failures,
    },
  },
};
export const foundLimits: Outcomes = {
  done: {
    'they are as they were': (each: Asked) => cardIn(each),
    'they were saved although the answer was lost': (each: Asked) => cardIn(each, { limits: typedIn(each) }),
    'no card': answered(sampleOrder('processing')),
  },
  error: failures,
};

const paid = (number: number, changes: Partial<CardOperation> = {}): CardOperation => ({
  id: `opsample${String(50 + number).padStart(13, '0')}`,
  // Longer ago than what counts as spent.
  at: '2026-01-13T11:00:00.000Z',
  merchant: 'Book shop',
  amount: { amount: '12.50', currency: 'EUR' },
  status: 'approved',
  ...changes,
});
/** Beyond what the limits of the card were, and what stood in the wallet. */
const beyond: Partial<Record<NonNullable<CardOperation['reason']>, string>> = {
  above_once: '260.00',
  above_day: '190.00',
  insufficient_funds: '180.00',
};
const declined = (number: number, reason: NonNullable<CardOperation['reason']>): CardOperation =>
  paid(number, {
    ...{ status: 'declined', reason, merchant: 'Cafe' },
    amount: { amount: beyond[reason] ?? '12.50', currency: 'EUR' },
  });
/** No page holds a row that is there already; whoever reads them again holds none. */
const held = ({ asker }: Asked): number => (asker.context as { items?: unknown[] }).items?.length ?? 0;
export const operationsOutcomes: Outcomes = {
  done: {
    'payments with more behind them': (each: Asked) =>
      answered({ items: [paid(held(each) + 1), declined(held(each) + 2, 'frozen')], next: 'cursor1' }),
    'the last payments': (each: Asked) =>
      answered({
        items: cardDeclines
          .filter((reason) => reason !== 'frozen')
          .map((reason, at) => declined(held(each) + at + 1, reason)),
        next: null,
      }),
    'no payments': answered({ items: [], next: null }),
  },
  error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), network: failures.network },
};
