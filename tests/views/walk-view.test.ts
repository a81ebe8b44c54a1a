import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Model } from '../../machines/model.ts';
import { findPaths } from '../../machines/paths/search.ts';
import type { View } from '../../stories/views.ts';
import toy from '../paths/toy/toy.model.ts';
import { moneyText, numberText, percentText, rateText } from '../../scripts/paths/amounts.ts';
import { messageText } from '../../scripts/paths/sight-words.ts';
import { unseen } from '../tools/sights.ts';
import { toyView, type Slips } from './toy/toy.view.tsx';
import { walkView } from './walk-view.tsx';

const sees = () => [{ message: 'error.network' }, { amount: { amount: '1234.5', currency: 'USD' }, scale: 2 }];
const model: Model = {
  ...toy,
  states: Object.fromEntries(Object.entries(toy.states).map(([state, words]) => [state, { ...words, sees }])),
};
const { paths } = findPaths(model, { without: new Set(Object.keys(model.unreachable ?? {})) });

const walkAll = async (slips?: Slips): Promise<void> => {
  await page.viewport(800, 600);
  for (const path of paths) await walkView(model, toyView(slips) as unknown as View, path);
};

describe('a view that keeps to its machine', () => {
  test('D4 is walked along every path', async () => {
    await expect(walkAll()).resolves.toBeUndefined();
  });
});

describe('a view that does not is told by name', () => {
  test.each<[string, Slips, string]>([
    ['a text that is missing', { wordless: true }, 'not on the screen'],
    ['a promise shown as an estimate', { approximate: true }, 'not on the screen: 1,234.50 USD'],
    ['a button that cannot be pressed', { stuck: true }, 'no control says {"type":"user.asked"}'],
    ['a button that can be pressed too early', { eager: true }, 'a control says user.asked, which cannot happen'],
    ['a control that says nothing', { silent: true }, 'no control says {"type":"user.asked"}'],
    ['a control that says something else', { wrong: true }, 'machines..context.word: "sesame!", not "sesame"'],
    ['a page wider than its window', { wide: true }, 'px too wide'],
    ['a message that nobody wrote', { unknown: true }, 'no message ru: toy.no such key'],
    ['a complaint on the console', { loud: true }, 'the page complains: a complaint'],
  ])('D4 %s', async (_what, slips, fault) => {
    await expect(walkAll(slips)).rejects.toThrow(fault);
  });
});

describe('what must be seen', () => {
  test('B3 amounts are written as each language writes them', () => {
    expect(numberText('-1234567.5', 2, 'ru')).toBe('\u22121 234 567,50');
    expect(numberText('0.00000001', 8, 'en')).toBe('0.00000001');
    expect(numberText('1000', 0, 'en')).toBe('1,000');
    expect(moneyText({ amount: '12', currency: 'USD' }, 2, 'ru', true)).toBe('≈ 12,00 USD');
    expect(rateText('0.00001061306533', 'en')).toBe('0.0000106131');
    expect(rateText('0.00001061306533', 'ru', true)).toBe('0,00001061306533');
    expect(rateText('94021.18', 'en')).toBe('94,021.2');
    expect(percentText('0.50', 'ru')).toBe('0,5 %');
  });

  test('D4 an amount is not found inside a longer one, nor behind a sign that it has not', () => {
    const sight = [{ amount: { amount: '100', currency: 'USD' }, scale: 2 }];
    const onScreen = (text: string) => unseen(sight, { text, fields: [], pressed: [] }, 'ru').length === 0;
    expect(onScreen('отдаёте 100,00\u00a0USD сейчас')).toBe(true);
    expect(onScreen('1\u00a0100,00\u00a0USD')).toBe(false);
    const small = [{ amount: { amount: '0.01', currency: 'BTC' }, scale: 8 }];
    expect(unseen(small, { text: '12:30 0.01 BTC', fields: [], pressed: [] }, 'en')).toEqual([]);
    expect(onScreen('\u2212100,00 USD')).toBe(false);
    expect(onScreen('≈\u00a0100,00 USD')).toBe(false);
    expect(unseen(sight, { text: 'USD', fields: ['100,00'], pressed: [] }, 'ru')).toEqual([]);
  });

  test('D4 only the one control that must be pressed is, and what must not be there is not', () => {
    const missing = (pressed: string[], text = '') =>
      unseen(
        [
          { pressed: 'user.language chosen', value: 'en' },
          { absent: { amount: { amount: '100', currency: 'USD' }, scale: 2 } },
        ],
        { text, fields: [], pressed },
        'en',
      );
    expect(missing(['user.language chosen=en', 'user.theme chosen=dark'])).toEqual([]);
    expect(missing(['user.language chosen=ru'])).toEqual(['user.language chosen=en']);
    expect(missing(['user.language chosen=ru', 'user.language chosen=en'])).toEqual(['user.language chosen=en']);
    expect(missing(['user.language chosen=en'], '100.00 USD')).toEqual(['no 100.00 USD']);
  });

  test('D4 a message without what fills it is a fault of the model', () => {
    expect(() => messageText({ message: 'error.below_minimum' }, 'ru')).toThrow('wants');
  });
});
