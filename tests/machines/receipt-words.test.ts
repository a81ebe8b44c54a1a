import { describe, expect, test } from 'vitest';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import type { Operation, OperationStatus } from '../../contract/operation.ts';
import { sampleOperation } from '../../machines/operation/operation.samples.ts';
import { fateOf, wordsOf } from '../../machines/operation/operation.words.ts';

type Kind = Operation['kind'];

/** An operation with this life behind it. */
const ended = (kind: Kind, life: OperationStatus[], changes: Partial<Operation> = {}): Operation =>
  sampleOperation(life.at(-1) ?? 'open', {
    kind,
    timeline: life.map((status, at) => ({ status, at: `2026-01-15T12:00:0${at}.000Z` })),
    ...changes,
  });

const words: Record<string, string>[] = [en, ru];
/** What a receipt may claim, as both languages say it. */
const claims = {
  back: [/is back/, /вернулись/],
  stayed: [/stayed in your wallet/, /остались на кошельк/],
  nothingCame: [/nothing came/, /ничего не поступило/],
  apart: [/separate deposit/, /отдельным пополнением/],
  nothingToPay: [/nothing to pay/, /платить ничего не нужно/],
  done: [/^Done/, /^Готово/],
  partly: [/in part/, /частично/],
  none: [/did not happen/, /не состоялась/],
} as const;
type Claim = keyof typeof claims;

const sent: OperationStatus[] = ['open', 'processing'];
const ordered: OperationStatus[] = ['open', 'awaiting_payment'];
const id = 'opsample0000000000002';

/** Each way in which an operation can end, and what is true of its money then. */
const ends: [string, Operation, Claim, ReturnType<typeof fateOf>][] = [
  ...(['exchange', 'exchange_all', 'withdraw', 'transfer'] as const).flatMap((kind): typeof ends => [
    [`${kind} completed`, ended(kind, [...sent, 'completed']), 'done', 'arrived'],
    [`${kind} failed`, ended(kind, [...sent, 'failed']), 'back', 'returned'],
    [
      `${kind} taken back on its way`,
      ended(kind, [...sent, 'cancelled'], { reason: 'cancelled_by_person' }),
      'back',
      'returned',
    ],
    [
      `${kind} cancelled before its confirm`,
      ended(kind, ['open', 'cancelled'], { reason: 'cancelled_by_person' }),
      'stayed',
      'stayed',
    ],
    [`${kind} out of time`, ended(kind, ['open', 'expired'], { reason: 'quote_expired' }), 'stayed', 'stayed'],
    [
      `${kind} replaced by fresh terms`,
      ended(kind, ['open', 'expired'], { reason: 'terms_changed', replaced_by: id }),
      'stayed',
      'stayed',
    ],
  ]),
  [
    'withdrawal after five wrong codes',
    ended('withdraw', ['open', 'cancelled'], { reason: 'too_many_codes' }),
    'stayed',
    'stayed',
  ],
  [
    'exchange of all of which a part failed',
    ended('exchange_all', [...sent, 'completed'], { reason: 'some_failed' }),
    'partly',
    'arrived',
  ],
  ...(['deposit', 'purchase'] as const).flatMap((kind): typeof ends => [
    [`${kind} completed`, ended(kind, [...ordered, 'processing', 'completed']), 'done', 'arrived'],
    [
      `${kind} that was declined`,
      ended(kind, [...ordered, 'failed'], { reason: 'payment_declined' }),
      'nothingCame',
      'stayed',
    ],
    [
      `${kind} whose payment came and was not confirmed`,
      ended(kind, [...ordered, 'processing', 'failed'], { reason: 'payment_not_confirmed' }),
      'nothingCame',
      'returned',
    ],
    [
      `${kind} taken back`,
      ended(kind, [...ordered, 'cancelled'], { reason: 'cancelled_by_person' }),
      'nothingCame',
      'stayed',
    ],
    [`${kind} out of time before its confirm`, ended(kind, ['open', 'expired']), 'nothingToPay', 'stayed'],
    [
      `${kind} replaced by fresh terms`,
      ended(kind, ['open', 'expired'], { reason: 'terms_changed', replaced_by: id }),
      'nothingToPay',
      'stayed',
    ],
    [
      `${kind} of another amount`,
      ended(kind, [...ordered, 'cancelled'], { reason: 'wrong_amount' }),
      'apart',
      'stayed',
    ],
    [`${kind} paid late`, ended(kind, [...ordered, 'expired'], { reason: 'payment_late' }), 'apart', 'stayed'],
    [
      `${kind} paid in time and heard of late`,
      ended(kind, [...ordered, 'expired'], { reason: 'heard_late', replaced_by: id }),
      'apart',
      'stayed',
    ],
    [
      `${kind} taken back and paid after all`,
      ended(kind, [...ordered, 'cancelled'], { reason: 'cancelled_by_person', replaced_by: id }),
      'apart',
      'stayed',
    ],
    [
      `${kind} declined and paid after all`,
      ended(kind, [...ordered, 'failed'], { reason: 'heard_late', replaced_by: id }),
      'apart',
      'stayed',
    ],
  ]),
  [
    'deposit that nobody paid',
    ended('deposit', [...ordered, 'expired'], { reason: 'not_paid' }),
    'nothingCame',
    'stayed',
  ],
  ['purchase that nobody paid', ended('purchase', [...ordered, 'expired'], { reason: 'not_paid' }), 'none', 'stayed'],
];

describe('the title of a receipt', () => {
  test.each(ends)('F4 F6 F7 F8 says what became of the money: %s', (_, operation, claim, fate) => {
    const key = wordsOf.ended(operation);
    const told = words.map((catalogue) => catalogue[key] ?? '');
    expect(told.map((text) => text.length > 0)).toEqual([true, true]);
    claims[claim].forEach((pattern, at) => expect(told[at]).toMatch(pattern));
    expect(fateOf(operation)).toBe(fate);
    // What came is never said not to have come, nor the other way round.
    if (claim === 'apart') claims.nothingCame.forEach((pattern, at) => expect(told[at]).not.toMatch(pattern));
    for (const catalogue of claim === 'apart' ? words : [])
      expect(catalogue[wordsOf.reason(operation)]).not.toMatch(
        /no money|не списаны|Try again|Попробуйте|nothing was credited|ничего не зачислено|Do not pay again|Не платите/,
      );
    // Why it stands apart its reason says: what was paid as ordered may have been heard of late, or taken back before.
    if (claim === 'apart') for (const text of told) expect(text).not.toMatch(/match|не так|late|срок/);
  });

  test('F7 F8 whoever has paid is not told that no money was taken, and not to pay once more', () => {
    const [english = '', russian = ''] = words.map((catalogue) => catalogue['operation.reason.payment_not_confirmed']);
    expect([english, russian]).toEqual([
      expect.stringMatching(/had come.*Do not pay again/),
      expect.stringMatching(/пришёл.*Не платите ещё раз/),
    ]);
    for (const told of [english, russian]) expect(told).not.toMatch(/no money|не списаны|Try again|Попробуйте/);
  });

  test('F7 F8 what came beside a payment that was not confirmed is told of, and not counted: it may be that payment, said again', () => {
    const life: OperationStatus[] = [...ordered, 'processing', 'failed'];
    const both = ended('deposit', life, { reason: 'payment_not_confirmed', replaced_by: id });
    const [english = '', russian = ''] = words.map((catalogue) => catalogue[wordsOf.reason(both)]);
    expect([english, russian]).toEqual([
      expect.stringMatching(/not confirmed.*separate deposit.*Do not pay again.*paid twice.*support/),
      expect.stringMatching(/не подтверждён.*отдельным пополнением.*Не платите ещё раз.*дважды.*поддержку/),
    ]);
    for (const told of [english, russian]) expect(told).not.toMatch(/\b(one|another|second)\b|один|друго|втор/i);
    expect(words.map((catalogue) => catalogue[wordsOf.ended(both)])).toEqual(
      claims.apart.map((claim) => expect.stringMatching(claim)),
    );
  });

  test('F7 F8 an order that was taken back and paid after all does not say at once that it may be paid and that it was', () => {
    const life: OperationStatus[] = [...ordered, 'cancelled'];
    for (const reason of ['cancelled_by_person', 'cancelled_by_house'] as const) {
      const alone = words.map((catalogue) => catalogue[wordsOf.reason(ended('deposit', life, { reason }))]);
      expect(alone).toEqual([expect.stringMatching(/If you/), expect.stringMatching(/Если вы/)]);
      const both = words.map((all) => all[wordsOf.reason(ended('purchase', life, { reason, replaced_by: id }))]);
      expect(both).toEqual([expect.stringMatching(/is recorded/), expect.stringMatching(/записан /)]);
      for (const told of both) expect(told).not.toMatch(/\b(If|will|you)\b|Если|будет|вами/);
    }
  });

  test('F6 F8 a payment that takes long is not said to be held in a wallet, in which it is not yet', () => {
    for (const kind of ['deposit', 'purchase'] as const)
      for (const catalogue of words) expect(catalogue[wordsOf.slow({ kind })]).not.toMatch(/held|удержан/);
    for (const catalogue of words) {
      expect(catalogue[wordsOf.slow({ kind: 'withdraw' })]).toMatch(/held|удержан/);
      expect(catalogue['operation.reason.taking_longer']).not.toMatch(/held|удержан/);
    }
  });
});
