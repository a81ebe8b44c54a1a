import { expect, test } from 'vitest';
import { eventName } from '../../machines/paths/inside-xstate.ts';
import { hasRussian, phraseIn } from '../../machines/paths/phrases.ts';
import { nodesOf } from '../../machines/paths/universe.ts';
import { arrowWords, eventWords } from '../../machines/paths/words.ts';
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

test('what a chart calls the end of a wait is said in Russian for every model', async () => {
  const bare = [...(await readModels()).values()].flatMap(({ name, machine }) =>
    nodesOf(machine)
      .flatMap((node) => [...node.transitions.keys()].map((type) => eventName(type, node)))
      .filter((event) => event.startsWith('after ') && !hasRussian(event.slice('after '.length)))
      .map((event) => `${name}: ${event}`),
  );
  expect(bare, 'say each in Russian in machines/paths/phrases-of-delays.ts').toEqual([]);
});

test('what a chart does by itself, or hears whatever it is, is told in both languages', () => {
  const told = (event: string) => [arrowWords({}, event, 'en'), arrowWords({}, event, 'ru')];
  expect(told('always')).toEqual(['at once', 'сразу']);
  expect(told('done')).toEqual(['it has ended', 'закончилось']);
  expect(told('snapshot page.life')).toEqual(['page.life says', 'page.life сообщает']);
  expect(told('user.*')).toEqual(['the person: anything', 'человек: что угодно']);
  expect(told('*')).toEqual(['anything else', 'всё остальное']);
  expect(told('operation.confirmed')).toEqual(['operation.confirmed', 'operation.confirmed']);
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
