import { namesOfFields } from './names.ts';
import { isPartOfAddress, knownWords, ownWords } from './words.ts';

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
const ascii = Array.from({ length: 128 }, (_, code) => shapeOf(String.fromCharCode(code)).charCodeAt(0));

/** Letters become x, digits 0, and the rest is what parts a sentence or an address. */
export const shape: Rule = (text) => {
  const written: number[] = [];
  const end = Math.min(text.length, longest);
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    written.push(code < 128 ? ascii[code]! : shapeOf(text.charAt(at)).charCodeAt(0));
  }
  // Made at once: JSON is written half as fast as soon as it meets a string that was put together sign by sign.
  return String.fromCharCode(...written);
};

const when =
  (isKept: (text: string) => boolean): Rule =>
  (text) =>
    isKept(text) ? text : shape(text);
const like = (pattern: RegExp): Rule => when((text) => pattern.test(text));

const [plus, minus, comma, point] = [43, 45, 44, 46];
const partings: ReadonlySet<number> = new Set([..."' \u00a0\u202f’"].map((sign) => sign.charCodeAt(0)));
const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;
/**
 * Digits before the decimal separator. More of them without one may be the beginning of a card, a phone, a document:
 * what is typed comes sign by sign. Answers tell yen.
 */
const [mostTyped, mostPlain, mostWhole] = [8, 9, 12];
/** Of what is typed without a parting: the first digits of a card tell the bank alone. */
const mostBegun = 6;

/**
 * Whether a text is an amount (`sound`): one decimal separator at most, groups of three, and not too long. One that is
 * only made of the same signs is `alike`.
 */
function kindOfAmount(text: string, most = mostPlain): 'none' | 'alike' | 'sound' {
  if (text.length > 40) return 'none';
  let isSound = true;
  let isParted = false;
  // Digits before the separator, those of them since the last parting, those behind it, and separators.
  let whole = 0;
  let run = 0;
  let fraction = 0;
  let marks = 0;
  let end = text.length;
  while (end > 0 && partings.has(text.charCodeAt(end - 1))) end -= 1;
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigitCode(code)) {
      if (marks > 0) fraction += 1;
      else {
        whole += 1;
        run += 1;
      }
    } else if (code === point || code === comma) {
      if (marks > 0 || (isParted && run !== 3)) isSound = false;
      marks += 1;
    } else if (partings.has(code)) {
      if (whole === 0 && marks === 0) continue;
      if (marks > 0 || (isParted ? run !== 3 : run > 3)) isSound = false;
      [isParted, run] = [true, 0];
    } else if (at > 0 || (code !== minus && code !== plus)) return 'none';
    else if (code === plus) isSound = false;
  }
  if (isParted && run !== 3) isSound = false;
  return isSound && whole <= (isParted || fraction > 0 ? mostWhole : most) ? 'sound' : 'alike';
}

/** What most of answers is, so no pattern is tried: digits, a point at most, and not too many of them. */
function isPlain(text: string, most: number): boolean {
  const { length } = text;
  if (length > 40) return false;
  let mark = -1;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) continue;
    if (code !== point || mark >= 0) return false;
    mark = at;
  }
  return mark < 0 ? length <= most : mark <= (mark < length - 1 ? mostWhole : most);
}

/** As large and as long as it was: its first digit that counts is 1, and so is the last one behind a separator. */
function sizeOf(text: string): string {
  const first = text.search(/[1-9]/);
  const mark = text.search(/[.,]/);
  const end = text.search(/[1-9][^1-9]*$/);
  const last = mark >= 0 && end > mark ? end : -1;
  return text.replaceAll(/\d/g, (_, at: number) => (at === first || at === last ? '1' : '0'));
}

const amountOf =
  (most: number): Rule =>
  (text) => {
    if (isPlain(text, most)) return text;
    const kind = kindOfAmount(text, most);
    if (kind === 'sound') return text;
    if (kind === 'alike') return sizeOf(text);
    return kindOfAmount(shape(text)) === 'none' ? shape(text) : 'x';
  };

const zeros: Rule = (text) => text.replaceAll(/\d/g, '0');
/** Zeros, and 1 in the place of the last digit that counts: what is too precise stays so. */
const asPrecise: Rule = (text) =>
  text.replace(/^(\d*)[1-9](0*)$/, (_, before: string, after: string) => `${zeros(before)}1${after}`);

/**
 * What is typed comes sign by sign: of the beginning of a card, a phone or a document no more than six digits stay, as of
 * an amount so large; those are mostly round.
 */
const typedAmount: Rule = (text) => {
  const written = amountOf(mostTyped)(text);
  const [, start = '', whole = '', mark = '', fraction = '', end = ''] =
    /^([^\d.,]*)(\d{4,})([.,]?)(\d*)(\D*)$/.exec(written) ?? [];
  if (whole.length + fraction.length <= mostBegun) return written;
  const left = Math.max(0, mostBegun - whole.length);
  return `${start}${whole.slice(0, mostBegun)}${zeros(whole.slice(mostBegun))}${mark}${fraction.slice(0, left)}${asPrecise(fraction.slice(left))}${end}`;
};

/** Shorter than the contract lets one be: a name and a number of a document are as long. */
const currencyCode = /^[A-Z]{2}[A-Z0-9]{0,3}$/;
/** Of an operation, among whose signs are letters where an account in a bank has none or few; and of those in samples. */
const opaque = /^(?=(?:\d*[A-Z]){6})[0-9A-HJKMNP-TV-Z]{20}$|^(?:op|file)sample0{10}\d{3}$/;

export const isCurrency = (text: string): boolean => currencyCode.test(text);
/** What the server makes, or a word of an address: texts of the site are named by one. */
export const isId = (text: string): boolean => opaque.test(text) || isPartOfAddress(text);
/** Of a notification: what it is about, and the id of that. */
const isNews = (text: string): boolean => {
  const [about = '', id = '', count = '', ...rest] = text.split(':');
  return (
    ['deposit', 'house', 'payment', 'verification'].includes(about) &&
    isId(id) &&
    /^\d{0,3}$/.test(count) &&
    rest.length === 0
  );
};

const errorName = /^(?:Call|Port|Type|Range|Syntax|Reference|DOM|Abort)?(?:Error|Exception)$|^NotWired$/;
const time = like(/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/);

/** The kinds of strings that may be written as they are, and only where they are of their kind. */
export const rules = {
  /** Where only the code itself speaks. */
  ownWord: when((text) => ownWords.has(text)),
  knownWord: when((text) => knownWords.has(text)),
  code: when((text) => knownWords.has(text) || isCurrency(text)),
  wordOrField: when((text) => knownWords.has(text) || namesOfFields.has(text)),
  /** In plain notation or as typed; what could not be read as one cannot be read afterwards either. */
  amount: amountOf(mostPlain),
  typedAmount,
  part: like(/^(?:\d\d|all)$/),
  currency: when(isCurrency),
  /** `USD/BTC`, `USD/`, `/BTC`. */
  pair: when((text) => {
    const [src = '', dst = '', ...rest] = text.split('/');
    return rest.length === 0 && [src, dst].every((code) => code === '' || isCurrency(code));
  }),
  id: when((text) => isId(text) || isNews(text)),
  /** Of a file that its page holds: the name of the page, which is random, and a number. Some letters, so that no number of a person is one. */
  handle: like(/^file (?:(?=(?:\d*[a-z]){3})[0-9a-z]{14} )?\d{1,4}$/),
  account: like(/^(?:\d{8}|[A-Z]-\d{4})$/),
  time,
  /** The same, and a number of any length: ms. */
  moment: (text) => time(text),
  /** Of numbers, of any length. */
  count: (text) => shape(text),
  language: like(/^[a-z]{2}(?:-[A-Z]{2})?$/),
  /** A short hash, or two: `JW6sUC1vLDJM→bbbb`; six digits are none. */
  version: like(/^(?!.*[\d.-]{6})[\w.-]{0,12}(?:→[\w.-]{0,12})?$/),
  picture: like(/^\/(?:api\/icons\/|currencies\/|methods\/)?[a-z0-9-]{1,20}\.svg$/),
  /** Of an error; or of a field, which is no person's. */
  errorOrField: when((text) => errorName.test(text) || namesOfFields.has(text)),
  /** A page of this machine stands for a provider's where a server is not in production. */
  origin: like(/^(?:https:\/\/[a-z0-9.-]{1,100}(?::\d{1,5})?|http:\/\/127\.0\.0\.1:\d{1,5})\/?$/),
} satisfies Record<string, Rule>;
