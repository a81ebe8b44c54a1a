import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from './browser-stub.ts';

/** Words of each language; those of Russian come when they are let go. */
const serve = () => {
  const late = Promise.withResolvers<void>();
  const said: Record<string, object> = {
    '/i18n/ru/page': { one: 'один' },
    '/i18n/en': { one: 'one', other: 'other' },
  };
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/i18n/ru')) await late.promise;
    return said[url] ? Response.json(said[url]) : new Response('', { status: 503 });
  });
  return { letGo: late.resolve };
};

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** A page whose first words are on their way, and what it does where it hears of another language. */
const open = async () => {
  const { page } = stubPage();
  page.cookie = 'i18n_redirected=ru';
  const words = await import('../../src/app/words.ts');
  const started = words.startWords('ru', 'page');
  const hear = async () => {
    await words.loadLanguage({ locale: 'en' }, new AbortController().signal);
    words.showLanguage({ locale: 'en' });
  };
  return { ...words, page, started, hear };
};

test('S11 B3 a language that comes before the first words is the one that the page begins in', async () => {
  const { letGo } = serve();
  const { page, started, hear, loadWords } = await open();
  await hear();
  await started;
  const stands = () => [page.documentElement.lang, i18next.language, i18next.t('one'), i18next.t('other')];
  expect(stands()).toEqual(['en', 'en', 'one', 'other']);
  letGo();
  // All of it is there.
  await loadWords('settings');
  expect(stands()).toEqual(['en', 'en', 'one', 'other']);
});

test('S11 B3 what was begun is not begun anew where another piece of the page is asked for again', async () => {
  const { letGo } = serve();
  const { page, started, hear, startWords } = await open();
  letGo();
  await started;
  await hear();
  await startWords('ru', 'page');
  expect([page.documentElement.lang, i18next.language, i18next.t('one')]).toEqual(['en', 'en', 'one']);
});
