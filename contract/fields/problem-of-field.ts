import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { email } from '../calls/auth.ts';
import type { ErrorCode } from '../error-codes.ts';
import { decimal } from '../money.ts';
import { cardToken } from '../card-token.ts';
import type { Field, FieldKind } from '../payment.ts';
import { hasUnseen, withoutUnseen } from '../unseen.ts';
import { hasCardNumber } from './card-number.ts';
import { inCapitals } from './capitals.ts';
import { canonicalAddress, problemOfAddress } from './address.ts';
import { lengthOf } from './length.ts';

/** What of a file is looked at. `size` in bytes, `type` a media type. */
export interface FileFacts {
  size: number;
  type: string;
}

/** What may stand in a field: a text, or a file. A card's is the token. */
export type FieldValue = string | FileFacts | undefined;

/** Without the spaces and dashes of a printed one. */
const electronicIban = (text: string): string => electronicFormatIBAN(withoutUnseen(text).replaceAll(/\s/g, '')) ?? '';

/** UTF-16 units beyond which nobody looks what is in a text. */
const longestText = 10_000;

const wholePattern = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return undefined;
  }
};

const problemOfText = (field: Field, typed: string): ErrorCode | null => {
  const text = field.capitals ? inCapitals(typed) : typed;
  if (field.shortest !== undefined && lengthOf(text) < field.shortest) return 'too_short';
  if (field.longest !== undefined && lengthOf(text) > field.longest) return 'too_long';
  if (hasUnseen(text)) return 'bad_format';
  if (hasCardNumber(text)) return 'card_number';
  if (field.pattern !== undefined && wholePattern(field.pattern)?.test(text) === false) return 'bad_format';
  return null;
};

/** A day that there was, `2026-01-31`: the calendar is asked, not only the form. */
const problemOfDate = ({ latest = '9999-12-31' }: Field, text: string): ErrorCode | null => {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
  return isDay && text >= '1900-01-01' && text <= latest ? null : 'bad_date';
};

const problemOfAmount = (text: string): ErrorCode | null => {
  if (!decimal.safeParse(text).success) return 'malformed';
  return /[1-9]/.test(text) && !text.startsWith('-') ? null : 'not_positive';
};

/** An international number and nothing else: what stands behind it, an extension among it, would be lost. */
const isPhone = (typed: string): boolean => {
  const text = withoutUnseen(typed).trim();
  const found = text.startsWith('+') && !/\p{L}/u.test(text) ? parsePhoneNumberFromString(text) : undefined;
  return found !== undefined && found.ext === undefined && found.isValid();
};

/** One check a kind, of a text that is there, without spaces at its ends. */
const checks: Record<Exclude<FieldKind, 'file'>, (field: Field, text: string) => ErrorCode | null> = {
  text: problemOfText,
  comment: (field, text) => problemOfText(field, text.replaceAll(/\r?\n/g, ' ')),
  amount: (_, text) => problemOfAmount(text),
  select: (field, text) => (field.options?.some(({ value }) => value === text) ? null : 'not_an_option'),
  phone: (_, text) => (isPhone(text) ? null : 'bad_phone'),
  card: (_, text) => (cardToken.shape.token.safeParse(text).success ? null : 'bad_card'),
  iban: (_, text) => (isValidIBAN(electronicIban(text)) ? null : 'bad_iban'),
  crypto_address: (field, text) => (field.network ? problemOfAddress(field.network, text) : 'bad_address'),
  date: problemOfDate,
  email: (_, text) => (hasCardNumber(text) ? 'card_number' : email.safeParse(text).success ? null : 'bad_email'),
};

const problemOfFile = (field: Field, file: FileFacts): ErrorCode | null => {
  const taken = field.accept === undefined || field.accept.includes(file.type);
  const fits = file.size > 0 && (field.longest === undefined || file.size <= field.longest);
  return taken && fits ? null : 'bad_file';
};

/** Nothing can be filled into a list: what it asks for is a choice. */
const problemOfNothing = ({ required, kind }: Field): ErrorCode | null => {
  if (!required) return null;
  return kind === 'select' ? 'not_an_option' : 'required';
};

/**
 * What is wrong with a value, as both sides say it; null when nothing is. Spaces at its ends do not count; nothing at all
 * is wrong only where the field is required.
 */
export const problemOfField = (field: Field, value: FieldValue): ErrorCode | null => {
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return problemOfNothing(field);
  if (typeof value !== 'string') return field.kind === 'file' ? problemOfFile(field, value) : 'bad_format';
  if (field.kind === 'file') return 'bad_file';
  return value.length > longestText ? 'too_long' : checks[field.kind](field, value.trim());
};

/** Everything that is wrong with a form, by the names of its fields; empty when it can be sent. */
export const problemsOfFields = (fields: Field[], values: Record<string, FieldValue>): Record<string, ErrorCode> =>
  Object.fromEntries(
    fields
      .map((field) => [field.name, problemOfField(field, values[field.name])] as const)
      .filter((entry): entry is readonly [string, ErrorCode] => entry[1] !== null),
  );

/**
 * One spelling a value, of a text that has no problem: what is compared, kept and shown. An IBAN without spaces in capital
 * letters, a phone as `+442079460958`, an address as its network writes it, a text in capitals where its field says so; of
 * others only the ends are cut.
 */
export const canonicalValue = (field: Pick<Field, 'kind' | 'capitals'>, value: string): string => {
  const text = field.capitals ? inCapitals(value.trim()) : value.trim();
  if (field.kind === 'iban') return electronicIban(text);
  if (field.kind === 'phone') return parsePhoneNumberFromString(withoutUnseen(text))?.number ?? text;
  return field.kind === 'crypto_address' ? canonicalAddress(text) : text;
};
