import { expect, test } from 'vitest';
import en from '../../contract/messages/en.json' with { type: 'json' };
import { whomOf } from '../../contract/whom.ts';
import type { Fact } from '../../contract/operation.ts';
import { sampleCardPayment } from '../../machines/bank-card/bank-card.samples.ts';
import { sampleIncoming, sampleTransfer, sampleWithdrawal } from '../../machines/operation/operation.samples.ts';
import { wordsOf } from '../../machines/operation/operation.words.ts';

const exact = true;
const method: Fact = { label: 'method', text: 'Some way' };
const comment: Fact = { label: 'comment', text: 'rent' };

test.for<[string, Fact[], string]>([
  [
    'an account at a bank',
    [
      { label: 'recipient', text: 'Maria Orlova' },
      { label: 'iban', text: 'DE89370400440532013000', exact },
      { label: 'bic', text: 'COBADEFFXXX', exact },
    ],
    'Maria Orlova •• 3000',
  ],
  [
    'a phone',
    [
      { label: 'phone', text: '+79211234567', exact },
      { label: 'bank', text: 'A Bank' },
    ],
    '•• 4567 A Bank',
  ],
  [
    'what a card has paid',
    [
      { label: 'merchant', text: 'Book shop' },
      { label: 'card', text: 'Visa •• 4242' },
    ],
    'Book shop',
  ],
  ['a card', [{ label: 'card', text: 'Visa •• 4242' }], 'Visa •• 4242'],
  [
    'an address',
    [
      { label: 'network', text: 'Ethereum' },
      { label: 'address', text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', exact },
    ],
    '0x5aAe…eAed',
  ],
  ['nobody', [], ''],
])('F6 %s is recognised in one line, its number is not told', ([, facts, whom]) => {
  expect(whomOf([method, ...facts, comment])).toBe(whom);
});

test('R9 a row of each kind with somebody on the other side names them', () => {
  for (const operation of [sampleWithdrawal, sampleTransfer, sampleIncoming])
    expect(whomOf(operation('completed').facts ?? [])).not.toBe('');
});

test('R9 what a card has paid is called by a name of its own', () => {
  const names: Record<string, string> = en;
  const called = [sampleCardPayment(), sampleWithdrawal('completed')].map((one) => names[wordsOf.name(one)]);
  expect(called).toEqual(['Card payment', 'Withdrawal']);
});
