import { beforeAll, describe, expect, test } from 'vitest';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { currencyName } from '../../src/i18n/currency.ts';
import { changeLanguage, startI18n } from '../../src/i18n/i18n.ts';

beforeAll(async () => {
  await startI18n('ru', ru);
});

describe('B3 names of currencies', () => {
  test('B3 follow the language, whatever language the list came in', async () => {
    const names = (locale: string) =>
      ['USD', 'BTC', 'ETH', 'USDT'].map((code) => currencyName({ code, name: 'from the server' }, locale));
    await changeLanguage('ru', ru);
    expect(names('ru')).toEqual(['доллар США', 'биткоин', 'эфир', 'Tether']);
    await changeLanguage('en', en);
    expect(names('en')).toEqual(['US Dollar', 'Bitcoin', 'Ether', 'Tether']);
  });

  test('B3 one that nobody here knows is called what the server calls it', () => {
    expect(currencyName({ code: 'QQQ', name: 'Coin of Q' }, 'en')).toBe('Coin of Q');
    expect(currencyName({ code: 'POINTS', name: 'Points' }, 'en')).toBe('Points');
  });
});
