import * as z from 'zod/mini';

/**
 * What must never stand in a journal. Whole, in part, and however it is written: each is long or odd enough not to
 * come about by chance.
 */
export const secrets = {
  'a password': 'Vorob3y-na-kryshe!',
  'an old password': 'staraya loshad 9 podkov',
  'a weak password': 'zaytseva87',
  'a code of a letter': '493817',
  'a token of a link': 'q7Zt4nXw0RkYbJ2vHsLmPd93uEaGcFoT5iVyKx8BqWM',
  'a token of a session': 'hD5mQx1zKpT8cVbN3wRj7yLsGfA0eUoI2tXqZkYvBnE',
  'a token of remembering': 'Zk81_vQpLw-0sHnXc7TgRbYmDfJu3EaKo9PiWe5VtCq',
  'a card number': '4276 3801 2345 6787',
  'a card number without gaps': '4276380123456787',
  'a card number with points': '4276.3801.2345.6787',
  'a card number with a point behind it': '4276380123456787.',
  'a card number with decimals': '4276 3801 2345 6787,0',
  'an account in a bank': '40817810099910004312',
  'a phone with a plus': '+79165803142',
  'the code of a card': '739',
  'when a card ends': '09/31',
  'who holds a card': 'LUDMILA ZAYTSEVA',
  'a last name in capitals': 'ZAYTSEVA',
  'a whole name as a word': 'ludmila_zaytseva',
  'a passport in one word': 'P1234567',
  'a login with a phone': 'ludmila79165803142',
  'a passport number': '4510 583921',
  'a scan of a document': 'IMG-zaytseva-4471.jpg',
  'a first name': 'Людмила',
  'a last name': 'Зайцева-Ковальская',
  'a birthday': '14.03.1987',
  'an e-mail': 'ludmila.zaytseva@pochta-primer.ru',
  'a phone': '+7 916 580-31-42',
  'a phone without gaps': '79165803142',
  'a bitcoin address': 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'a tron address': 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  'an account elsewhere': 'DE89370400440532013000',
  'a home': 'Казань, ул. Лесная, 17, кв. 43',
  'words to support': 'Мой брат одолжил мне деньги вчера вечером',
  'words of a chat': "Don't tell anyone: meet me at Tverskaya",
  'a name in a messenger': '@ludmila_zz',
  'a place in the network': '203.0.113.77',
} as const;
export type SecretName = keyof typeof secrets;
export const secretNames = Object.keys(secrets) as SecretName[];

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The characters of base64 that are the secret's own, wherever in a longer text it begins. */
const insideBase64 = (text: string): string[] => {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const all = base64(Buffer.concat([Buffer.alloc(before), bytes]));
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return all.slice(first, last);
  });
};
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');
const escaped = (text: string): string =>
  [...text].map((sign) => (sign > '~' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign)).join('');

/** Parts that are long enough to tell: five letters or digits in a row, or eight of any signs. */
function partsOf(text: string): string[] {
  const windows = (signs: string, length: number) =>
    Array.from({ length: Math.max(0, signs.length - length + 1) }, (_, at) => signs.slice(at, at + length));
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return [...windows(text, 8), ...words.flatMap((word) => windows(word, 5))];
}

const kept = new Map<string, string[]>();
/** Every way in which a secret could be written. */
function traces(text: string): string[] {
  const before = kept.get(text);
  if (before) return before;
  // Three digits come about by chance: only as a value of their own.
  const whole = text.length < 5 ? [`"${text}"`, `=${text}`, `/${text}`] : [text];
  const digits = text.replaceAll(/\D/g, '');
  const ways = [
    JSON.stringify(text).slice(1, -1),
    escaped(text),
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    text.toLowerCase(),
    Buffer.from(text).toString('hex'),
    ...(text.length > 5 ? [...insideBase64(text), ...insideBase64(text).map(urlSafe)] : []),
    ...(digits.length >= 6 ? [digits] : []),
  ];
  const all = [...new Set([...whole, ...(text.length < 5 ? [] : ways), ...partsOf(text)])];
  kept.set(text, all);
  return all;
}

/** Secrets that a text holds, each with the way in which it stands there. */
export const found = (text: string, names: readonly SecretName[] = secretNames): string[] => {
  const low = text.toLowerCase();
  return names.flatMap((name) => {
    const trace = traces(secrets[name]).find((each) => text.includes(each) || low.includes(each.toLowerCase()));
    return trace === undefined ? [] : [`${name}: ${trace}`];
  });
};

/** Six digits that stand alone, as a code of a letter does. */
const isCode = (text: string): boolean => /^\d{6}$/.test(text);
const alone = (code: string): RegExp => new RegExp(`(?<!\\d)${code}(?!\\d)`);

/**
 * Which of `planted` (by name) a journal of a real session holds. Its times and amounts have digits enough for five of
 * any kind to come about by chance: of digits alone eight in a row tell, or a whole code.
 */
export function foundInSession(text: string, planted: Readonly<Record<string, string>>): string[] {
  const low = text.toLowerCase();
  const tells = (trace: string) => !/^\d{1,7}$/.test(trace);
  return Object.entries(planted).flatMap(([name, secret]) => {
    if (isCode(secret)) return alone(secret).test(text) ? [`${name}: ${secret}`] : [];
    const trace = traces(secret).find((each) => tells(each) && low.includes(each.toLowerCase()));
    return trace === undefined ? [] : [`${name}: ${trace}`];
  });
}

/** A secret of digits as a number; as many as a double holds. */
export const numberIn = (secret: string): number => Number(secret.replaceAll(/\D/g, '').slice(0, 15));

type Schema = z.core.$ZodType;
type Def = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: readonly Schema[];
  valueType?: Schema;
  entries?: Record<string, string>;
  values?: readonly unknown[];
};

/** Strings that one schema or another asks for. */
const sound = ['1', 'USD', '2026-01-15T12:00:00.000Z', '2026-01-15', 'terms', '12345678', 'a@b.cd', 'q'.repeat(43)];

const takes = (schema: Schema, text: string): boolean => z.core.safeParse(schema, text).success;

/** Everything that a schema lets in, with a secret wherever the schema and `isPlanted` take it as it is. */
export function plant(schema: Schema, secret: string, isPlanted: (key: string) => boolean, at = ''): unknown {
  const inside = (each: Schema, key = at) => plant(each, secret, isPlanted, key);
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, each]) => [key, inside(each, key)]));
    case 'array':
      return [inside(def.element!)];
    case 'optional':
    case 'nullable':
      return inside(def.innerType!);
    case 'union':
      return inside(def.options![0]!);
    case 'record':
      return { [secret]: inside(def.valueType!, 'anything'), field: inside(def.valueType!, 'anything') };
    case 'string':
      return [...(isPlanted(at) ? [secret] : []), ...sound].find((text) => takes(schema, text));
    case 'enum':
      return Object.values(def.entries!)[0];
    case 'literal':
      return def.values![0];
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'unknown':
      return { anything: secret, [secret]: [secret], number: numberIn(secret) };
    default:
      throw new Error(`nobody planted ${def.type}`);
  }
}

/** Names of the fields of a schema. */
export function namesIn(schema: Schema): string[] {
  const def = schema._zod.def as unknown as Def;
  const fields = Object.entries(def.shape ?? {});
  const inside = [def.element, def.innerType, def.valueType, ...(def.options ?? [])];
  return [
    ...fields.flatMap(([name, each]) => [name, ...namesIn(each)]),
    ...inside.flatMap((each) => (each === undefined ? [] : namesIn(each))),
  ];
}

/** Strings that a schema lists. */
export function listedIn(schema: Schema): string[] {
  const def = schema._zod.def as unknown as Def;
  const inside = [...Object.values(def.shape ?? {}), def.element, def.innerType, def.valueType, ...(def.options ?? [])];
  return [...Object.values(def.entries ?? {}), ...inside.flatMap((each) => (each === undefined ? [] : listedIn(each)))];
}
