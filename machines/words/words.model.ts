import { defineModel } from '../model.ts';
import { answered, failures, refused } from '../operation/operation.samples.ts';
import { wordsMachine } from './words.machine.ts';
import { wordsOfLanguage } from './words.samples.ts';

export default defineModel({
  name: 'words',
  title: { en: 'Words of the server in another language', ru: 'Слова сервера на другом языке' },
  machine: wordsMachine,
  inputs: { 'beside a list': undefined },
  events: {
    'words.wanted': [{ asked: { query: {} } }],
    'words.wanted later': [{ asked: { query: {} }, delay: 60_000 }],
  },
  outcomes: {
    reworded: {
      done: { 'the same in other words': answered({ items: [] }) },
      error: { refused: refused('not_found', 404), ...failures },
    },
  },
  eventWords: {
    ...wordsOfLanguage,
    'words.wanted later': { en: 'other words are wanted in a while', ru: 'другие слова понадобятся позже' },
  },
  states: {
    resting: { title: { en: 'The words are those of the language', ru: 'Слова на выбранном языке' } },
    'put off': { title: { en: 'They change in a while', ru: 'Скоро изменятся сами' } },
    reading: { title: { en: 'The words are read again', ru: 'Слова читаются заново' } },
    missed: { title: { en: 'The words did not come', ru: 'Слова не пришли' } },
  },
});
