import type { Field } from '../../contract/payment.ts';
import { documentField } from '../payments/documents.ts';
import type { Method } from '../payments/methods.ts';
import { phoneBanks } from './banks.ts';

/** Letters of names, in any script, with what stands between them; the longest that a transfer between banks takes. */
const holder: Field = {
  name: 'recipient',
  kind: 'text',
  label: 'recipient',
  help: 'recipient',
  required: true,
  shortest: 2,
  longest: 70,
  pattern: String.raw`\p{L}[\p{L}\p{M}\p{N} .,'’&()\/-]*`,
};
/** A wire takes no other letters than these. */
const latinHolder: Field = {
  ...holder,
  help: 'recipient_latin',
  pattern: String.raw`[A-Za-z][A-Za-z0-9 .,'’&()\/-]*`,
};
const iban: Field = { name: 'iban', kind: 'iban', label: 'iban', help: 'iban', required: true };
/** As ISO 9362 writes one: bank, country, place, and a branch where there is one. */
const bic: Field = {
  name: 'bic',
  kind: 'text',
  label: 'bic',
  help: 'bic',
  required: true,
  capitals: true,
  pattern: '[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?',
};
const phone: Field = { name: 'phone', kind: 'phone', label: 'phone', help: 'phone', required: true };
const bank: Field = { name: 'bank', kind: 'select', label: 'bank', required: true, options: phoneBanks };
const comment: Field = { name: 'comment', kind: 'comment', label: 'comment', required: false, longest: 140 };
const card: Field = { name: 'card', kind: 'card', label: 'card', help: 'card', required: true };

/** What a way out asks for. */
export const fieldsOf = ({ row }: Pick<Method, 'row'>): Field[] => {
  if (row.sent_by === 'phone') return [phone, bank, comment];
  if (row.sent_by === 'wire') return [iban, bic, latinHolder, documentField('invoice', 'invoice'), comment];
  if (row.system === 'bank') return [iban, holder, comment];
  if (row.system === 'card') return [card];
  const network = row.network === null ? {} : { network: row.network };
  return [{ name: 'address', kind: 'crypto_address', label: 'address', help: 'address', required: true, ...network }];
};
