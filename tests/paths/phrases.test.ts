import { expect, test } from 'vitest';
import { hasRussian, phraseIn } from '../../machines/paths/phrases.ts';
import { eventWords } from '../../machines/paths/words.ts';
import { readModels } from '../../scripts/paths/models.ts';

test('where a path begins and how a call ends is said in Russian for every model', async () => {
  const bare = [...(await readModels()).values()].flatMap(({ name, inputs, outcomes }) => {
    const ends = Object.values(outcomes).flatMap(({ done, error, next }) =>
      [done, error, next].flatMap((some) => Object.keys(some ?? {})),
    );
    return [...Object.keys(inputs), ...ends]
      .filter((phrase) => !hasRussian(phrase))
      .map((phrase) => `${name}: ${phrase}`);
  });
  expect(bare, 'say each in Russian in machines/paths/phrases.ts, or take a phrase that stands there').toEqual([]);
});

test('codes after each other are told word by word, amounts as they are', () => {
  expect(phraseIn('1250.40 insufficient_funds', 'ru')).toBe('1250.40, денег не хватает');
  expect(phraseIn('1250.40 insufficient_funds', 'en')).toBe('1250.40 insufficient funds');
  expect(phraseIn('card,iban,USD', 'ru')).toBe('карта, IBAN, USD');
  expect(phraseIn('a word of nobody', 'ru')).toBe('a word of nobody');
  expect(phraseIn('Your identity is verified', 'ru')).toBe('Your identity is verified');
});

test('nothing is told where a person puts it in, and of nobody else', () => {
  const model = { eventWords: { 'port.unsent': { en: 'the device tells', ru: 'устройство сообщает' } } };
  expect(eventWords(model, { type: 'port.unsent', count: 0, thread: '' }, 'en')).toBe('the device tells');
  expect(eventWords(model, { type: 'user.typed', value: '' }, 'en')).toBe('the person: typed (“”)');
});
