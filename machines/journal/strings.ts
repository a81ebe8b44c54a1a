import { isPartOfAddress, knownWords } from './words.ts';

/** Makes of a string what may be written of it. What is written stays as it is the next time. */
export type Rule = (text: string) => string;

/** Longer texts are for reading, and no machine turns on what stands behind. */
const longest = 1_000;

const isLetter = /\p{L}/u;
const isDigit = /\p{N}/u;

const shapeOf = (sign: string): string => {
  if (isLetter.test(sign)) return 'x';
  if (isDigit.test(sign)) return '0';
  if (/\s/.test(sign)) return ' ';
  return /[@._-]/.test(sign) ? sign : 'x';
};
/** By the number of an ASCII sign. */
const ascii = Array.from({ length: 128 }, (_, code) => shapeOf(String.fromCharCode(code)));

/** Letters become x, digits 0, and the rest is what parts a sentence or an address. */
export const shape: Rule = (text) => {
  let written = '';
  const end = Math.min(text.length, longest);
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    written += code < 128 ? ascii[code] : shapeOf(text.charAt(at));
  }
  return written;
};

const when =
  (isKept: (text: string) => boolean): Rule =>
  (text) =>
    isKept(text) ? text : shape(text);
const like = (pattern: RegExp): Rule => when((text) => pattern.test(text));

/** 13 to 19 digits, in groups or not, whose last one checks the others: the number of a payment card, in any field. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const counted = at % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

const [plus, minus, comma, point] = [43, 45, 44, 46];
const partings: ReadonlySet<number> = new Set([..."' \u00a0\u202f’"].map((sign) => sign.charCodeAt(0)));

/**
 * How an amount is written: with a point or a comma, as a whole number, or not at all. Digits with what may part them; a
 * sign only before them. Most of what answers hold is amounts, so no pattern is tried.
 */
function kindOfAmount(text: string): 'none' | 'whole' | 'parted' {
  if (text.length > 40) return 'none';
  let kind: 'whole' | 'parted' = 'whole';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) continue;
    if (code === point || code === comma) kind = 'parted';
    else if (!(at === 0 && (code === minus || code === plus)) && !partings.has(code)) return 'none';
  }
  return kind;
}

/** An amount, as typed or in plain notation; what could not be read as one cannot be read afterwards either. */
const amount: Rule = (text) => {
  const kind = kindOfAmount(text);
  if (kind === 'parted') return text;
  if (kind === 'none') return kindOfAmount(shape(text)) === 'none' ? shape(text) : 'x';
  // As large as it was.
  return text.length >= 13 && isCardNumber(text) ? `1${shape(text.slice(1))}` : text;
};

const currencyCode = /^[A-Z][A-Z0-9]{1,9}$/;
/** Of an operation; and the two forms of it in samples. */
const opaque = /^[0-9A-HJKMNP-TV-Z]{20}$|^[a-z]+\d{10,19}$/;

export const isCurrency = (text: string): boolean => currencyCode.test(text);
/** What the server makes, or a word of an address: texts of the site are named by one. */
export const isId = (text: string): boolean => opaque.test(text) || isPartOfAddress(text);

/** The kinds of strings that may be written as they are, and only where they are of their kind. */
export const rules = {
  /** Where only the code itself speaks. */
  ownWord: like(/^[a-z][\w .-]{0,79}$/i),
  knownWord: when((text) => knownWords.has(text)),
  code: when((text) => knownWords.has(text) || isCurrency(text)),
  amount,
  part: like(/^(?:\d\d|all)$/),
  currency: when(isCurrency),
  /** `USD/BTC`, `USD/`, `/BTC`. */
  pair: like(/^(?:[A-Z][A-Z0-9]{1,9})?(?:\/(?:[A-Z][A-Z0-9]{1,9})?)?$/),
  id: when(isId),
  account: like(/^(?:\d{8}|[A-Z]-\d{4})$/),
  time: like(/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/),
  language: like(/^[a-z]{2}(?:-[A-Z]{2})?$/),
  /** A short hash, or two: `aaaa→bbbb`. */
  version: like(/^[\da-z.]{0,12}(?:→[\da-z.]{0,12})?$/),
  picture: like(/^\/(?:api\/icons\/|currencies\/)?[a-z0-9-]{1,20}\.svg$/),
  errorName: like(/^(?:Call|Port|Type|Range|Syntax|Reference|DOM|Abort)?(?:Error|Exception)$|^NotWired$/),
  origin: like(/^https:\/\/[a-z0-9.-]{1,100}(?::\d{1,5})?\/?$/),
} satisfies Record<string, Rule>;
