import fc from 'fast-check';
import { Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, test } from 'vitest';
import { forgotten, nothingHeld, revOf, scan, type Answered, type Held } from '../../machines/scanner/scan.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import { otherPerson, person, settings, total, visitor, wallets } from '../../machines/root/house.samples.ts';
import { runs } from '../tools/runs.ts';

const unread = { private: 1, support: 2 };
const note = {
  notification_id: 'n1',
  display: 'inner',
  type: 'success',
  title: 't',
  text: 'x',
  buttons: [],
  closable: true,
};
const whole = {
  status: 'redirect',
  now: '2026-01-15T12:00:00.000Z',
  rev: 7,
  payload: { status: '302', redirect_url: '/' },
  notifications: [note],
  unread_msgs: unread,
  total_balance: total,
  wallets,
  user: person,
  locale: 'ru',
  fv: '1.0.0',
  site_settings: settings,
};
const ok = { status: 'ok', now: whole.now, rev: 7, payload: {} };
const answer = (body: unknown, more: Partial<Answered> = {}): Answered => ({
  seq: 1,
  call: 'auth.check',
  statusCode: 200,
  body,
  at: 0,
  ...more,
});
const held = (changes: Partial<Held> = {}): Held => ({ ...nothingHeld, account: person.account_id, ...changes });
const at = (rev: number): Held['revs'] => ({ wallets: rev, total_balance: rev, unread_msgs: rev, notifications: rev });
const types = (result: { signals: { type: string }[] }) => result.signals.map(({ type }) => type);

const order = [
  'signal.site blocked',
  'signal.site open',
  'signal.site_settings',
  'signal.fv',
  'signal.locale',
  'signal.user',
  'signal.wallets',
  'signal.total_balance',
  'signal.unread_msgs',
  'signal.notifications',
  'signal.redirect',
];

describe('scan', () => {
  test('S1 every key becomes its signal, in the fixed order whatever the order in the answer', () => {
    const result = scan(nothingHeld, answer(whole, { seq: 3 }));
    expect(result.signals).toEqual([
      { type: 'signal.site_settings', site_settings: settings, seq: 3 },
      { type: 'signal.fv', fv: '1.0.0', seq: 3 },
      { type: 'signal.locale', locale: 'ru', seq: 3 },
      { type: 'signal.user', user: person, call: 'auth.check', seq: 3 },
      { type: 'signal.wallets', wallets, seq: 3 },
      { type: 'signal.total_balance', total_balance: total, seq: 3 },
      { type: 'signal.unread_msgs', unread_msgs: unread, seq: 3 },
      { type: 'signal.notifications', notifications: [note], now: whole.now, seq: 3 },
      { type: 'signal.redirect', redirect_url: '/', seq: 3 },
    ]);
    expect(result.held).toEqual({ account: 'A-1001', revs: at(7), turn: 3, blocked: null });
  });

  test('S1 a malformed key is told in its place and the rest counts', () => {
    const result = scan(nothingHeld, answer({ ...whole, total_balance: { amount: 5 } }));
    expect(types(result).slice(4, 7)).toEqual(['signal.wallets', 'signal.malformed', 'signal.unread_msgs']);
    expect(result.signals[5]).toMatchObject({ key: 'total_balance', call: 'auth.check' });
    expect(result.held.revs).toEqual({ ...at(7), total_balance: 0 });
    expect(revOf(result.held)).toBe(0);
  });

  test('S1 without a readable user beside them, keys of an account belong to nobody', () => {
    const result = scan(held(), answer({ ...ok, user: { is_authenticated: true }, wallets }));
    expect(types(result)).toEqual(['signal.malformed']);
    expect(types(scan(nothingHeld, answer({ ...ok, wallets })))).toEqual([]);
  });

  test.each([['<html>'], [null], [undefined], [[]], [42]])(
    'S1 S2 a body that is no object (%o) is told and changes nothing',
    (body) => {
      const before = held({ revs: at(3) });
      const result = scan(before, answer(body, { statusCode: 502 }));
      expect(types(result)).toEqual(['signal.malformed']);
      expect(result.held).toBe(before);
    },
  );

  test.each([
    ['higher', 8, ['signal.wallets']],
    ['the same', 7, []],
    ['lower', 6, []],
  ])('S1 a key of %s revision', (_name, rev, expected) => {
    expect(types(scan(held({ revs: at(7) }), answer({ ...ok, rev, wallets })))).toEqual(expected);
  });

  test('S1 a revision that cannot be read orders nothing', () => {
    expect(types(scan(held(), answer({ ...ok, rev: '9', wallets })))).toEqual(['signal.malformed']);
  });

  test('S1 an absent key has not changed, except where the answer is an error', () => {
    expect(revOf(scan(held({ revs: at(5) }), answer({ ...ok, rev: 9, wallets })).held)).toBe(9);
    const refused = { ...ok, status: 'error', rev: 9, payload: { code: 'invalid', message: '' }, wallets };
    expect(scan(held({ revs: at(5) }), answer(refused, { statusCode: 422 })).held.revs).toEqual({
      ...at(5),
      wallets: 9,
    });
  });

  test('S1 another account starts from revision 0, in the same answer', () => {
    const result = scan(held({ revs: at(40) }), answer({ ...ok, rev: 2, user: otherPerson, wallets }));
    expect(types(result)).toEqual(['signal.user', 'signal.wallets']);
    expect(result.held.account).toBe('A-2002');
  });

  test('S1 a server that was set back is believed: an answer below the revision that its request named counts anew', () => {
    const ahead = held({ revs: at(9) });
    const back = scan(ahead, answer({ ...ok, wallets, unread_msgs: unread }, { said: 9 }));
    expect([types(back), back.held.revs]).toEqual([['signal.wallets', 'signal.unread_msgs'], at(7)]);
    const overtaken = scan(ahead, answer({ ...ok, wallets }, { said: 7 }));
    expect([types(overtaken), overtaken.held.revs]).toEqual([[], at(9)]);
    const nobody = scan(ahead, answer({ ...ok, status: 'error', rev: 0 }, { said: 9 }));
    expect(nobody.held.revs).toEqual(at(9));
  });

  test('S1 what was asked before the last sign-in or sign-out no longer counts', () => {
    const { held: now } = scan(nothingHeld, answer({ ...ok, user: person }, { seq: 5, issued: 8 }));
    for (const seq of [4, 6, 8]) {
      const late = answer({ ...ok, rev: 9, user: otherPerson, wallets }, { seq });
      expect(scan(now, late)).toEqual({ held: now, signals: [] });
      expect(scan(now, answer({ ...ok, rev: 0, user: visitor }, { seq })).signals).toEqual([]);
    }
    expect(types(scan(now, answer({ ...ok, rev: 9, wallets }, { seq: 9 })))).toEqual(['signal.wallets']);
  });

  test('S2 the answer of a sign-out counts although another one has told of it before', () => {
    const { held: now } = scan(held(), answer({ ...ok, rev: 0, user: visitor }, { seq: 6, issued: 7 }));
    expect(now).toMatchObject({ account: null, revs: at(0), turn: 7 });
    const late = answer({ ...ok, rev: 0, user: visitor }, { seq: 7, call: 'auth.logout' });
    expect(types(scan(now, late))).toEqual(['signal.user']);
  });

  test('S2 who left without an answer does not come back with one that was asked for before', () => {
    const gone = forgotten(held({ revs: at(7), turn: 1 }), 4);
    const late = answer({ ...ok, user: person, wallets }, { seq: 4, issued: 5, said: 7 });
    expect(scan(gone, late)).toEqual({ held: gone, signals: [] });
    expect(types(scan(gone, answer({ ...ok, rev: 0, user: visitor }, { seq: 5 })))).toEqual(['signal.user']);
    expect(types(scan(gone, answer({ ...ok, user: otherPerson, wallets }, { seq: 5 })))).toEqual([
      'signal.user',
      'signal.wallets',
    ]);
  });

  test('S1 a redirect that is none is malformed', () => {
    expect(scan(held(), answer({ ...ok, status: 'redirect' })).signals).toMatchObject([
      { type: 'signal.malformed', key: 'payload' },
    ]);
  });

  test('S1 S9 blocked by 503 site_blocked alone, open by a later good answer alone', () => {
    const blocked = { ...ok, status: 'error', payload: { code: 'site_blocked', message: '' } };
    const first = scan(held(), answer(blocked, { statusCode: 503, seq: 5 }));
    expect(types(first)).toEqual(['signal.site blocked']);
    expect(
      types(scan(held(), answer({ ...blocked, payload: { code: 'unavailable', message: '' } }, { statusCode: 503 }))),
    ).toEqual([]);
    expect(types(scan(first.held, answer('<html>', { statusCode: 200, seq: 6 })))).toEqual(['signal.malformed']);
    expect(types(scan(first.held, answer(ok, { statusCode: 500, seq: 6 })))).toEqual([]);
    expect(types(scan(first.held, answer(ok, { seq: 4 })))).toEqual([]);
    expect(types(scan(first.held, answer(ok, { seq: 6 })))).toEqual(['signal.site open']);
  });

  const garbage = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
  });
  const oneOf = <T>(...values: T[]) => fc.constantFrom<unknown>(...values);
  const body = fc.record(
    {
      status: fc.oneof(oneOf('ok', 'error', 'redirect'), garbage),
      now: fc.oneof(oneOf(whole.now), garbage),
      rev: fc.oneof(fc.integer({ min: 0, max: 6 }), garbage),
      payload: fc.oneof(oneOf<unknown>(whole.payload, { code: 'site_blocked', message: '' }), garbage),
      user: fc.oneof(oneOf(person, otherPerson, visitor), garbage),
      locale: fc.oneof(oneOf('ru', 'en'), garbage),
      fv: fc.oneof(oneOf('1'), garbage),
      site_settings: fc.oneof(oneOf(settings), garbage),
      wallets: fc.oneof(oneOf(wallets, []), garbage),
      total_balance: fc.oneof(oneOf(total), garbage),
      unread_msgs: fc.oneof(oneOf(unread), garbage),
      notifications: fc.oneof(oneOf([note], []), garbage),
    },
    { requiredKeys: [] },
  );
  const answered: fc.Arbitrary<Answered> = fc.record({
    seq: fc.integer({ min: 1, max: 20 }),
    issued: fc.integer({ min: 1, max: 20 }),
    call: oneOf('auth.check', 'auth.logout') as fc.Arbitrary<string>,
    statusCode: fc.constantFrom(200, 401, 422, 500, 503),
    body: fc.oneof(body, body, garbage),
    at: fc.nat(),
  });

  test('S1 no answer throws; signals keep their order and say nothing that the contract does not know', () => {
    fc.assert(
      fc.property(fc.array(answered, { maxLength: 12 }), (answers) => {
        let now = nothingHeld;
        for (const each of answers) {
          const result = scan(now, each);
          const known = types(result).filter((type) => type !== 'signal.malformed');
          expect(known).toEqual(order.filter((type) => known.includes(type)));
          for (const key of ['wallets', 'total_balance', 'unread_msgs', 'notifications'] as const) {
            const told = known.includes(`signal.${key}`);
            const sameOwner = result.held.account === now.account;
            if (told) expect(result.held.account).not.toBeNull();
            if (told && sameOwner) expect(result.held.revs[key]).toBeGreaterThan(now.revs[key]);
            if (sameOwner) expect(result.held.revs[key]).toBeGreaterThanOrEqual(now.revs[key]);
          }
          if (each.seq <= now.turn) expect(result.held.account).toBe(now.account);
          now = result.held;
        }
      }),
      runs(500),
    );
  });
});

describe('the stream of signals', () => {
  const scheduler = () => new TestScheduler((actual, expected) => expect(actual).toEqual(expected));

  test('D2 S1 each answer at once, in the order of arrival, and rubbish does not end it', () => {
    scheduler().run(({ hot, expectObservable }) => {
      const answers = hot('a---b--c', {
        a: answer({ ...ok, user: person, fv: '1' }, { seq: 1 }),
        b: answer('<html>', { seq: 2, statusCode: 502 }),
        c: answer({ ...ok, rev: 8, wallets }, { seq: 3 }),
      });
      expectObservable(createScanner().signals(answers)).toBe('(fu)m--w', {
        f: { type: 'signal.fv', fv: '1', seq: 1 },
        u: { type: 'signal.user', user: person, call: 'auth.check', seq: 1 },
        m: { type: 'signal.malformed', call: 'auth.check', key: 'body', why: 'not an envelope', seq: 2 },
        w: { type: 'signal.wallets', wallets, seq: 3 },
      });
    });
  });

  test('D2 S1 of two answers that overtake each other the newer one stays', () => {
    scheduler().run(({ hot, expectObservable }) => {
      const answers = hot('u-b-a', {
        u: answer({ ...ok, rev: 1, user: person }, { seq: 1 }),
        a: answer({ ...ok, rev: 4, total_balance: { ...total, amount: '1.00' } }, { seq: 2 }),
        b: answer({ ...ok, rev: 5, total_balance: total }, { seq: 3 }),
      });
      expectObservable(createScanner().signals(answers)).toBe('u-b', {
        u: { type: 'signal.user', user: person, call: 'auth.check', seq: 1 },
        b: { type: 'signal.total_balance', total_balance: total, seq: 3 },
      });
    });
  });

  test('S2 where a session has ended, the page goes on naming whose it is, with nothing held, until they are let go', () => {
    const scanner = createScanner();
    const answers = new Subject<Answered>();
    scanner.signals(answers).subscribe();
    const nobody = (seq: number) => answer({ ...ok, rev: 0, user: visitor }, { seq });
    answers.next(nobody(1));
    expect(scanner.held()).toEqual({ rev: 0, account: null });
    answers.next(answer({ ...whole, status: 'ok' }, { seq: 2 }));
    answers.next(nobody(3));
    expect(scanner.held()).toEqual({ rev: 0, account: 'A-1001' });
    answers.next(answer({ ...ok, user: otherPerson }, { seq: 4 }));
    expect(scanner.held().account).toBe('A-2002');
    answers.next(nobody(5));
    scanner.forget(5);
    expect(scanner.held()).toEqual({ rev: 0, account: null });
  });

  test('D2 what throws while it is read is a signal too, and the page remembers what it holds', () => {
    const scanner = createScanner();
    const answers = new Subject<Answered>();
    const heard: string[] = [];
    scanner.signals(answers).subscribe({ next: ({ type }) => heard.push(type), error: () => heard.push('ended') });
    answers.next(answer({ ...ok, user: person, wallets }));
    answers.next(
      answer({
        get status() {
          throw new Error('no');
        },
      }),
    );
    answers.next(answer({ ...ok, rev: 9, wallets }, { seq: 9 }));
    expect(heard).toEqual(['signal.user', 'signal.wallets', 'signal.malformed', 'signal.wallets']);
    expect(scanner.held()).toEqual({ rev: 9, account: 'A-1001' });
  });
});
