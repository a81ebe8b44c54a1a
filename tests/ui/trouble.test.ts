import { describe, expect, test } from 'vitest';
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { ownMoney, type Trouble } from '../../machines/form/trouble.ts';
import { tellTrouble } from '../../src/i18n/trouble.ts';
import { parsedHouse } from '../house/source.ts';

const messages: Record<string, string> = ru;
const t = (key: string, params: Record<string, string | number> = {}): string =>
  (messages[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]));
const usd = (amount: string) => ({ amount: { amount, currency: 'USD' }, scale: 2 });
const told = (trouble: Trouble, concealed?: boolean) =>
  tellTrouble(trouble, t, 'ru', concealed).replaceAll('\u00a0', ' ');

describe('what went wrong, while balances are hidden', () => {
  const tooLittle: Trouble = { code: 'insufficient_funds', params: { available: usd('1250.00') } };

  test('H3 what the person has is masked, and its currency stays', () => {
    expect(told(tooLittle)).toBe('На кошельке не хватает денег: доступно 1 250,00 USD.');
    expect(told(tooLittle, true)).toBe('На кошельке не хватает денег: доступно •••••• USD.');
    expect(told({ code: 'insufficient_funds', params: { available: '1250.00' } }, true)).not.toMatch(/\d/);
  });

  test('H3 a limit of the house is no secret', () => {
    const limit: Trouble = { code: 'below_minimum', params: { minimum: usd('10.00') } };
    expect(told(limit, true)).toBe(told(limit));
  });

  test('H3 every word about money of one’s own is known as such', () => {
    const names = Object.entries(messages)
      .filter(([key]) => key.startsWith('error.'))
      .flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''));
    const others = ['count', 'left', 'maximum', 'minimum', 'minutes', 'most', 'reserve', 'scale', 'seconds'];
    expect([...new Set(names)].filter((name) => !others.includes(name) && !ownMoney.includes(name))).toEqual([]);
  });

  test('H3 a screen with amounts tells by the hook that masks', () => {
    const views = parsedHouse().filter(({ file }) => file.startsWith('src/features/'));
    const feature = (file: string) => file.split('/')[2] ?? '';
    const withAmounts = new Set(
      views
        .filter(({ imports }) => imports.some(({ from }) => /\/amount\.tsx?$/.test(from)))
        .map(({ file }) => feature(file)),
    );
    expect(withAmounts.size).toBeGreaterThan(3);
    const past = views.filter(
      ({ file, imports }) =>
        withAmounts.has(feature(file)) && imports.some(({ from }) => from.endsWith('i18n/trouble.ts')),
    );
    expect(past.map(({ file }) => file)).toEqual([]);
  });
});

describe('what went wrong, in words', () => {
  test('M5 a code that the page does not know is told as not available, and never by its name', () => {
    expect(told({ code: 'of_a_newer_server', params: { seconds: 90 } })).toBe(messages['error.unavailable']);
  });

  test('M5 a wait of an hour says how long it is, a short one is counted down elsewhere', () => {
    expect(told({ code: 'wait_before_retry', params: { seconds: 3_396 } })).toContain('через 57 мин');
    expect(told({ code: 'wait_before_retry', params: { seconds: 30 } })).toBe(messages['error.wait_before_retry']);
    expect(told({ code: 'wait_before_retry' })).toBe(messages['error.wait_before_retry']);
  });
});
