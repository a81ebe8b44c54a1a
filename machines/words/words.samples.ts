import type { Words } from '../model.ts';

/** The other language, for the models of whoever shows words of the server. */
export const otherLanguage = { 'house.language': [{ locale: 'en' }] };

export const wordsOfLanguage: Record<string, Words> = {
  'house.language': { en: 'the language has changed', ru: 'язык сменился' },
  'words.read': { en: 'the words of the language are here', ru: 'слова нового языка получены' },
  'words.wanted': { en: 'the words of the language are wanted', ru: 'нужны слова нового языка' },
};
