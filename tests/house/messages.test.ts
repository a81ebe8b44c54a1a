import { dirname, join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../contract/error-codes.ts';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { isIn } from '../../contract/message-parts.ts';
import { pictureBounds } from '../../contract/verification.ts';
import type { MessagePart } from '../../contract/calls/page.ts';
import { flows } from '../../machines/root/flows.ts';
import { partFor } from '../../src/app/part-for.ts';
import { parsedHouse, type Parsed } from './source.ts';

const catalogue: Record<'ru' | 'en', Record<string, string>> = { ru, en };
const keys = Object.keys(ru);
const plural = /_(zero|one|two|few|many|other)$/;
const bases = new Set(keys.map((key) => key.replace(plural, '')));

const code = (): Parsed[] => parsedHouse().filter(({ file }) => /^(contract|machines|src|server)\//.test(file));

const parameters = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name ?? '').toSorted();

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** `error.*` as a pattern; a template without words of its own says nothing. */
const pattern = (text: string) =>
  /[a-z]{3}/.test(text) ? new RegExp(`^${escaped(text).replaceAll('*', '.+')}$`) : undefined;

/** What the code asks the catalogue for by name: `t('…')`, a toast's `msg`, a model's `message`. */
const asked = ({ file, calls, given }: Parsed): string[] => [
  ...calls.filter(({ name }) => /(^|\.)t$/.test(name)).flatMap(({ strings }) => strings.slice(0, 1)),
  ...given
    .filter(({ text }) => !text.includes(' '))
    .filter(
      ({ key }) =>
        key === 'i18nKey' ||
        (key === 'msg' && file.startsWith('machines/')) ||
        (key === 'message' && file.endsWith('.model.ts')),
    )
    .map(({ text }) => text),
];

/** For when there are no messages to read. */
const speakForThemselves = ['src/app/error-page.tsx'];

describe('B3 messages', () => {
  test('B3 both languages have the same keys, in order', () => {
    expect(Object.keys(en)).toEqual(keys);
    expect(keys).toEqual(keys.toSorted());
  });

  test('D3 nothing is exclaimed', () => {
    const texts = Object.entries(catalogue).flatMap(([language, its]) =>
      Object.entries(its).map(([key, text]) => `${language} ${key}: ${text}`),
    );
    expect(texts.filter((text) => text.includes('!'))).toEqual([]);
  });

  test('B3 what is said of somebody fits a woman and a man', () => {
    const ofMen = /Приглашён|Зарегистрирован|\{\{name\}\} [а-яё]+л(ся)?(?=\s|$)/;
    expect(Object.entries(ru).filter(([, text]) => ofMen.test(text))).toEqual([]);
  });

  test('B3 no sentence ends twice', () => {
    for (const messages of [ru, en])
      expect(Object.entries(messages).filter(([, text]) => /[.,;:?](?:\s*[.,;])/.test(text))).toEqual([]);
  });

  test('B3 a number and its unit never part at the end of a line', () => {
    const parted =
      /(?:\d|\{\{(?:amount|minutes|n|percent|rate)\}\}) (?:%|(?:мин|с|МБ|MB|min|s)(?![\p{L}])|\{\{(?:currency|to)\}\})|–\{\{to\}\} /u;
    const texts = [ru, en].flatMap((messages) => Object.values<string>(messages));
    expect(texts.filter((text) => parted.test(text))).toEqual([]);
  });

  test('B3 what is said of a range fits each of its ends: no one form of a word does', () => {
    const declined = /–\{\{to\}\}\s[а-яё]+(?![а-яё.])/u;
    expect(Object.entries(ru).filter(([, text]) => declined.test(text))).toEqual([]);
  });

  test('B3 how large a picture may be is said as its bounds have it', () => {
    const { most, longest, bytes } = pictureBounds;
    const inPasses = bytes / 3 / 2;
    for (const [locale, messages] of Object.entries(catalogue)) {
      const number = new Intl.NumberFormat(locale);
      for (const bound of [most / 1e6, inPasses / 1e6, longest])
        expect(messages['error.picture_large']).toContain(number.format(bound));
    }
  });

  test('B3 what is said of a session, a check and a file is so of everybody who reads it', () => {
    // Passwords outlive no session, and no Telegram outlives another password; the check comes after many letters too; the file has what was chosen and what went out.
    const said: [key: string, of: Record<'ru' | 'en', RegExp>][] = [
      ['session.lost', { en: /except passwords/, ru: /кроме паролей/ }],
      ['puzzle.text', { en: /^(?!.*failed)/, ru: /^(?!.*неудачн)/ }],
      [
        'change_password.text',
        { en: /Telegram, if you have it, will be turned off/, ru: /Telegram, если он есть, отключится/ },
      ],
      [
        'change_password.changed.text',
        { en: /Telegram, if you had it, is off/, ru: /Telegram, если он был, отключён/ },
      ],
      ['settings.export.text', { en: /which e-mails you get and which were sent/, ru: /настройки писем.*какие.*ушли/ }],
    ];
    const untrue = (['ru', 'en'] as const).flatMap((language) =>
      said
        .filter(([key, of]) => !of[language].test(catalogue[language][key] ?? ''))
        .map(([key]) => `${language} ${key}`),
    );
    expect(untrue).toEqual([]);
  });

  test('B3 what comes by e-mail is no letter: letters are what is typed', () => {
    expect(
      Object.values<string>(en).filter((text) => /\bletters? (?:may|with|that|from|was|is|comes?|went)\b/i.test(text)),
    ).toEqual([]);
  });

  test('B3 both languages fill in the same parameters', () => {
    const differing = keys.filter((key) => {
      const [inRu, inEn] = [parameters(catalogue.ru[key] ?? ''), parameters(catalogue.en[key] ?? '')];
      // A plural form may say "one" in words.
      const drop = (names: string[]) => (plural.test(key) ? names.filter((name) => name !== 'count') : names);
      return drop(inRu).join() !== drop(inEn).join();
    });
    expect(differing).toEqual([]);
  });

  test('B3 no message is empty, and a plural has every form', () => {
    expect(keys.filter((key) => catalogue.ru[key]?.trim() === '' || catalogue.en[key]?.trim() === '')).toEqual([]);
    const plurals = [...bases].filter((base) => !keys.includes(base));
    const needed = ['one', 'few', 'many', 'other'];
    expect(plurals.filter((base) => needed.some((form) => !keys.includes(`${base}_${form}`)))).toEqual([]);
  });

  test('B3 each error code has words', () => {
    expect(errorCodes.filter((errorCode) => !keys.includes(`error.${errorCode}`))).toEqual([]);
  });

  test('B3 what the code asks for is there', () => {
    const missing = code().flatMap((parsed) =>
      asked(parsed)
        .filter((text) => {
          if (!text.includes('*')) return !bases.has(text) && !keys.includes(text);
          const matches = pattern(text);
          return matches ? !keys.some((key) => matches.test(key)) : false;
        })
        .map((text) => `${parsed.file}: ${text}`),
    );
    expect(missing).toEqual([]);
  });

  test('B3 a page says nothing that its part of the messages has not', () => {
    const parsed = new Map(parsedHouse().map((each) => [each.file, each]));
    const ofFlow = (file: string) => {
      const name = /^(?:machines\/flows|src\/features)\/([^/]+)\/\1[.](?:machine|view)[.]tsx?$/.exec(file)?.[1];
      return flows.find((flow) => flow.name === name)?.name;
    };
    /** Every module that a page may load which has no more than this part: it does not pass into a flow that takes another. */
    const reached = (roots: readonly string[], mayEnter: (part: MessagePart) => boolean): Set<string> => {
      const found = new Set<string>();
      const next = [...roots];
      for (let file = next.pop(); file !== undefined; file = next.pop()) {
        const each = parsed.get(file);
        const flow = ofFlow(file);
        if (!each || found.has(file) || (flow && !roots.includes(file) && !mayEnter(partFor(flow)))) continue;
        found.add(file);
        const here = file;
        next.push(...each.imports.filter(({ typeOnly }) => !typeOnly).map(({ from }) => join(dirname(here), from)));
      }
      return found;
    };
    const saidIn = (files: ReadonlySet<string>): string[] =>
      [...files].flatMap((file) => {
        const texts = parsed.get(file)!.strings;
        const templates = texts.filter((text) => /^[a-z][\w-]*\.(.*\.)?\*/.test(text)).map(pattern);
        return keys.filter(
          (key) =>
            texts.includes(key.replace(plural, '')) || texts.includes(key) || templates.some((one) => one?.test(key)),
        );
      });
    const page = reached(['src/main.tsx'], (part) => part === 'page');
    const visitor = reached(['src/main.tsx'], (part) => part !== 'rest');
    // What was looked at is worth looking at.
    expect(page.has('src/features/exchange/exchange.view.tsx')).toBe(true);
    expect(page.has('src/features/card/card.view.tsx')).toBe(false);
    expect(visitor.has('src/features/login/login.view.tsx')).toBe(true);
    const onAnyPage = new Set(saidIn(page));
    const groups = Map.groupBy(keys.filter(isIn.page), (key) => key.split('.', 1)[0]!);
    expect(
      [...groups].filter(([, its]) => !its.some((key) => onAnyPage.has(key))).map(([group]) => group),
      'no page begins with what is said so: add each to `ofSomeScreens` in contract/message-parts.ts',
    ).toEqual([]);
    const missing = (part: MessagePart, files: ReadonlySet<string>) => [
      ...new Set(saidIn(files).filter((key) => !isIn[part](key))),
    ];
    expect(missing('page', page)).toEqual([]);
    expect(missing('visitor', visitor)).toEqual([]);
    expect(
      keys.filter((key) => !isIn.page(key) && !isIn.rest(key) && !/^(notification|mail|refused)[.]/.test(key)),
    ).toEqual([]);
  });

  test('B3 each message is used', () => {
    const strings = new Set(code().flatMap((parsed) => parsed.strings));
    // Only a template that names a whole group, like `error.*`, speaks for keys that stand nowhere else.
    const patterns = [...strings].filter((text) => /^[a-z][\w-]*\.(.*\.)?\*/.test(text)).map(pattern);
    const unused = keys.filter((key) => {
      const base = key.replace(plural, '');
      return !strings.has(key) && !strings.has(base) && !patterns.some((matches) => matches?.test(key));
    });
    expect(unused).toEqual([]);
  });

  test('B3 no screen has words of its own', () => {
    const spoken = parsedHouse()
      .filter(({ file }) => file.startsWith('src/') && !speakForThemselves.includes(file))
      .flatMap(({ file, words }) => words.map((text) => `${file}: ${text}`));
    expect(spoken).toEqual([]);
  });
});
