import type { CardKind } from '../../contract/card.ts';
import type { Field } from '../../contract/payment.ts';

/** Countries that cards are sent to. */
const countries = ['AM', 'AT', 'BY', 'DE', 'ES', 'FR', 'GB', 'GE', 'IT', 'KZ', 'NL', 'RU', 'RS', 'TR', 'UZ'];

/** Letters that a machine prints on plastic. */
const holder: Field = {
  name: 'holder',
  kind: 'text',
  label: 'holder',
  help: 'holder',
  required: true,
  shortest: 2,
  longest: 26,
  capitals: true,
  pattern: String.raw`[A-Z][A-Z .'\-]*`,
};
const place = (name: string, longest: number): Field => ({
  name,
  kind: 'text',
  label: name,
  required: true,
  shortest: 2,
  longest,
  pattern: String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’&()\/#№\-]*`,
});
const postcode: Field = {
  name: 'postcode',
  kind: 'text',
  label: 'postcode',
  required: true,
  shortest: 3,
  longest: 10,
  capitals: true,
  pattern: String.raw`[A-Z0-9][A-Z0-9 \-]*`,
};
const phone: Field = { name: 'phone', kind: 'phone', label: 'phone', help: 'delivery_phone', required: true };

const countryField = (locale: 'ru' | 'en'): Field => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const options = countries.map((value) => ({ value, label: names.of(value) ?? value }));
  options.sort((one, other) => one.label.localeCompare(other.label, locale));
  return { name: 'country', kind: 'select', label: 'country', required: true, options };
};

/** What an order asks for: plastic has to be sent somewhere. */
export const fieldsOf = (kind: CardKind, locale: 'ru' | 'en'): Field[] =>
  kind === 'virtual' ? [] : [holder, countryField(locale), place('city', 60), place('street', 100), postcode, phone];

/** `12 Elm Street, Riga, LV-1010, Latvia`: where a card is sent, on one line. */
export const addressLine = (values: Record<string, string>, locale: 'ru' | 'en'): string => {
  const { street = '', city = '', postcode: code = '', country = '' } = values;
  const named = countries.includes(country) ? new Intl.DisplayNames(locale, { type: 'region' }).of(country) : country;
  return [street, city, code, named ?? country].filter((part) => part !== '').join(', ');
};
