import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32, bech32m, hex, utf8 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tonAddress } from '../../contract/fields/address.ts';
import { canonicalValue, problemOfField, problemsOfFields } from '../../contract/fields/problem-of-field.ts';
import type { Field, FieldKind, Network } from '../../contract/payment.ts';

const field = (kind: FieldKind, more: Partial<Field> = {}): Field => ({
  name: 'field',
  kind,
  label: 'field',
  required: true,
  ...more,
});
const address = (network: Network) => field('crypto_address', { network });
const ofAddress = (network: Network, text: string) => problemOfField(address(network), text);

describe('F6 an address', () => {
  // BIP 173, BIP 350, EIP 55 and addresses that everybody knows.
  test.each<[Network, string, string | null]>([
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', null],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', null],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', null],
    ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', null],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', null],
    ['bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'wrong_network'],
    ['bitcoin', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'wrong_network'],
    ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'wrong_network'],
    ['bitcoin', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'wrong_network'],
    ['bitcoin', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wrong_network'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'bad_address'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'bad_address'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'bad_address'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'bad_address'],
    ['bitcoin', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'bad_address'],
    ['bitcoin', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'bad_address'],
    ['bitcoin', 'bc1gmk9yu', 'bad_address'],
    ['bitcoin', 'bc1qW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bad_address'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', null],
    ['ethereum', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', null],
    ['ethereum', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', null],
    ['ethereum', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', null],
    ['ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', null],
    ['ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', null],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'bad_address'],
    ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'bad_address'],
    ['ethereum', '0x0000000000000000000000000000000000000000', 'bad_address'],
    ['ethereum', 'vitalik.eth', 'bad_address'],
    ['ethereum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'wrong_network'],
    ['ethereum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'wrong_network'],
  ])('F6 of %s: %s is %s', (network, text, problem) => {
    expect(ofAddress(network, text)).toBe(problem);
    expect(ofAddress(network, ` ${text}\n`)).toBe(problem);
  });

  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const base58 = base58check(sha256);
  const bitcoin = fc.oneof(
    fc.tuple(fc.constantFrom(0, 5), bytes(20)).map(([version, hash]) => base58.encode(Uint8Array.of(version, ...hash))),
    fc
      .constantFrom(20, 32)
      .chain(bytes)
      .map((program) => bech32.encode('bc', [0, ...bech32.toWords(program)])),
    bytes(32).map((program) => bech32m.encode('bc', [1, ...bech32m.toWords(program)])),
  );
  const checksummed = (raw: Uint8Array) => {
    const digits = hex.encode(raw);
    const hash = keccak_256(utf8.decode(digits));
    const high = (at: number) => ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 8;
    return `0x${[...digits].map((digit, at) => (high(at) ? digit.toUpperCase() : digit)).join('')}`;
  };
  const ethereum = bytes(20)
    .filter((raw) => raw.some(Boolean))
    .map(checksummed);

  test('F6 whatever a network can write is taken there, and told apart on the other', () => {
    fc.assert(
      fc.property(bitcoin, ethereum, (one, other) => {
        expect([ofAddress('bitcoin', one), ofAddress('ethereum', one)]).toEqual([null, 'wrong_network']);
        expect([ofAddress('ethereum', other), ofAddress('bitcoin', other)]).toEqual([null, 'wrong_network']);
      }),
    );
  });

  test('F6 one character changed is never an address again', () => {
    const character = fc.constantFrom(...'0123456789abcdefghjkmnpqrstuvwxyzABCDEFGH');
    fc.assert(
      fc.property(bitcoin, fc.nat(), character, (text, at, other) => {
        const place = at % text.length;
        fc.pre(text[place]?.toLowerCase() !== other.toLowerCase());
        const changed = text.slice(0, place) + other + text.slice(place + 1);
        expect(ofAddress('bitcoin', changed)).not.toBe(null);
      }),
    );
    fc.assert(
      fc.property(ethereum, fc.nat({ max: 39 }), (text, at) => {
        const letter = text[at + 2] ?? '';
        const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        fc.pre(swapped !== letter && /[a-f]/.test(text.slice(2)) && /[A-F]/.test(text.slice(2)));
        const changed = text.slice(0, at + 2) + swapped + text.slice(at + 3);
        // One letter of each case alone: changed, all of them have one case, and a checksum is no more.
        fc.pre(/[a-f]/.test(changed.slice(2)) && /[A-F]/.test(changed.slice(2)));
        expect(ofAddress('ethereum', changed)).toBe('bad_address');
      }),
    );
  });

  test('F6 every spelling of one address is kept as one', () => {
    fc.assert(
      fc.property(ethereum, (text) => {
        const one = (written: string) => canonicalValue(address('ethereum'), written);
        expect([one(text), one(text.toLowerCase()), one(`0x${text.slice(2).toUpperCase()}`)]).toEqual([
          text,
          text,
          text,
        ]);
      }),
    );
    const upper = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
    expect(canonicalValue(address('bitcoin'), ` ${upper} `)).toBe(upper.toLowerCase());
    expect(canonicalValue(address('bitcoin'), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    );
  });

  test('F6 a TON address is one address in both alphabets of base64', () => {
    const accounts = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(tonAddress);
    fc.assert(
      fc.property(accounts, (usual) => {
        const other = usual.replaceAll('-', '+').replaceAll('_', '/');
        expect(problemOfField(address('ton'), other)).toBe(null);
        expect([canonicalValue(address('ton'), other), canonicalValue(address('ton'), usual)]).toEqual([usual, usual]);
      }),
    );
  });
});

describe('F6 the other kinds', () => {
  const options = [{ value: 'salary', label: 'salary' }];
  test.each<[FieldKind, Partial<Field>, string, string | null]>([
    ['iban', {}, 'DE89 3704 0044 0532 0130 00', null],
    ['iban', {}, 'gb82\u00a0west\u00a01234\u00a05698\u00a07654\u00a032', null],
    ['iban', {}, 'DE89 3704\u200b 0044 0532 0130 00\ufeff', null],
    ['iban', {}, 'DE89370400440532013001', 'bad_iban'],
    ['iban', {}, 'DE89 3704 0044 0532 0130', 'bad_iban'],
    ['iban', {}, 'XX89370400440532013000', 'bad_iban'],
    ['phone', {}, '+44 20 7946 0958', null],
    ['phone', {}, '+7 (912) 345-67-89', null],
    ['phone', {}, '\u202a+44 20 7946\u20110958\u202c', null],
    ['phone', {}, '020 7946 0958', 'bad_phone'],
    ['phone', {}, '+44 20 7946 0958 ext. 12', 'bad_phone'],
    ['phone', {}, '+44 20 7946 0958;ext=12', 'bad_phone'],
    ['phone', {}, '+44 20 7946 0958 #12', 'bad_phone'],
    ['phone', {}, '+44 20 7946 0958 or my sister', 'bad_phone'],
    ['phone', {}, '+44 20', 'bad_phone'],
    ['phone', {}, '+1 000 000 0000', 'bad_phone'],
    ['email', {}, 'a@b.example', null],
    ['email', {}, 'a@b', 'bad_email'],
    ['email', {}, 'ж@почта.example', null],
    ['email', {}, 'a@b.example\u200b', 'bad_email'],
    ['email', {}, '\u202aa@b.example\u202c', 'bad_email'],
    ['select', { options }, 'salary', null],
    ['select', { options }, 'gift', 'not_an_option'],
    ['select', {}, 'salary', 'not_an_option'],
    ['card', {}, 'tok_0123456789abcdef', null],
    ['card', {}, '4242 4242 4242 4242', 'bad_card'],
    ['amount', {}, '12.50', null],
    ['amount', {}, '12,50', 'malformed'],
    ['amount', {}, '0.00', 'not_positive'],
    ['amount', {}, '-1', 'not_positive'],
    ['text', { shortest: 2, longest: 5 }, 'Ann', null],
    ['text', { shortest: 2 }, 'A', 'too_short'],
    ['text', { longest: 3 }, '😀😀😀', null],
    ['text', { longest: 3 }, 'four', 'too_long'],
    ['text', { pattern: '[A-Z]+|x' }, 'AB', null],
    ['text', { pattern: '[A-Z]+|x' }, 'xA', 'bad_format'],
    ['text', { capitals: true, pattern: '[A-Z]{4}' }, 'deut', null],
    ['text', { capitals: true, pattern: '[A-Z]{4}' }, 'de\u0131t', 'bad_format'],
    ['text', { pattern: '[A-Z]{4}' }, 'deut', 'bad_format'],
    ['text', {}, 'An\u202en', 'bad_format'],
    ['text', {}, 'one\ntwo', 'bad_format'],
    ['comment', {}, 'one\r\ntwo', null],
    ['comment', { longest: 140 }, 'x'.repeat(141), 'too_long'],
    ['file', {}, 'a text', 'bad_file'],
  ])('F6 %s %j: “%s” is %s', (kind, more, value, problem) => {
    expect(problemOfField(field(kind, more), value)).toBe(problem);
  });

  test('F6 a file is told by its kind and size', () => {
    const picture = field('file', { accept: ['image/png'], longest: 10 });
    expect(problemOfField(picture, { type: 'image/png', size: 10 })).toBe(null);
    expect(problemOfField(picture, { type: 'image/png', size: 11 })).toBe('bad_file');
    expect(problemOfField(picture, { type: 'image/png', size: 0 })).toBe('bad_file');
    expect(problemOfField(picture, { type: 'text/html', size: 1 })).toBe('bad_file');
    expect(problemOfField(field('text'), { type: 'image/png', size: 1 })).toBe('bad_format');
  });

  test('F6 nothing is wrong only where something is needed, and no value breaks a check', () => {
    const kinds: FieldKind[] = [
      'text',
      'amount',
      'select',
      'phone',
      'card',
      'iban',
      'crypto_address',
      'email',
      'comment',
      'file',
    ];
    for (const kind of kinds)
      for (const empty of [undefined, '', '  ']) {
        expect(problemOfField(field(kind), empty)).toBe(kind === 'select' ? 'not_an_option' : 'required');
        expect(problemOfField(field(kind, { required: false }), empty)).toBe(null);
      }
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom<Network>('bitcoin', 'ethereum'),
        fc.string({ unit: 'binary' }),
        (kind, network, text) => {
          const problem = problemOfField(field(kind, { network }), text);
          if (problem === null)
            expect(problemOfField(field(kind, { network }), canonicalValue({ kind }, text))).toBe(null);
        },
      ),
    );
  });

  test('F6 a form is sent when none of its fields is wrong', () => {
    const fields = [
      field('iban', { name: 'iban' }),
      field('text', { name: 'name' }),
      field('comment', { name: 'comment', required: false }),
    ];
    expect(problemsOfFields(fields, { iban: 'DE89370400440532013000', name: 'Ann' })).toEqual({});
    expect(problemsOfFields(fields, { iban: 'DE1' })).toEqual({ iban: 'bad_iban', name: 'required' });
    expect(canonicalValue(field('iban'), 'de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
    expect(canonicalValue(field('phone'), '+44 20 7946 0958')).toBe('+442079460958');
    expect(canonicalValue(field('iban'), '\u2068DE89 3704 0044 0532 0130 00\u2069')).toBe('DE89370400440532013000');
    expect(canonicalValue(field('phone'), '\u202a+44 20 7946\u20110958\u202c')).toBe('+442079460958');
  });

  test('F6 a pattern that is none checks nothing', () => {
    expect(problemOfField(field('text', { pattern: '(' }), 'Ann')).toBe(null);
  });
});

describe('a card number in a text', () => {
  const comment: Field = { name: 'comment', kind: 'comment', label: 'comment', required: false };
  test.each([
    '4242 4242 4242 4242',
    '4242424242424242',
    'pay 4242-4242-4242-4242!',
    'Карта\n4242.4242.4242.4242',
    '5555555555554444',
    '2200000000000004',
    '4111 1111 1111 1111 12/26',
    '4111111111111111 12/27 123',
    'pay 4111-1111-1111-1111 12.27',
    '4242424242424242 1227 731',
    '5555555555554444 123',
    '12/26 5555 5555 5555 4444',
    '1 4242 4242 4242 4242',
    'scan_4242_4242_4242_4242.jpg',
  ])('F6 F9 %j is refused', (text) => expect(problemOfField(comment, text)).toBe('card_number'));
  test('F6 F7 an address of mail that is one is refused as one', () =>
    expect(problemOfField({ ...comment, kind: 'email' }, '4242.4242.4242.4242@example.com')).toBe('card_number'));
  test.each([
    '4242 4242 4242 4241',
    '4242',
    '42424242424242424242',
    'invoice 1234567890123',
    '12/2035, 4242',
    '+44 20 7946 0958',
    '4242 4242 4242 4241 12/26',
  ])('F6 F9 %j is none', (text) => expect(problemOfField(comment, text)).toBeNull());
});
