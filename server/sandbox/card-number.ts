import { isLuhn } from '../../contract/fields/card-number.ts';
import type { cardToken } from '../providers/sandbox-cards.ts';

type Brand = Parameters<typeof cardToken>[1]['brand'];

const brandOf = (digits: string): Brand | undefined => {
  const four = Number(digits.slice(0, 4));
  if (four >= 2200 && four <= 2204) return /^\d{16,19}$/.test(digits) ? 'mir' : undefined;
  if (digits.startsWith('4')) return /^(\d{13}|\d{16}|\d{19})$/.test(digits) ? 'visa' : undefined;
  const mastercard = (four >= 5100 && four <= 5599) || (four >= 2221 && four <= 2720);
  return mastercard && digits.length === 16 ? 'mastercard' : undefined;
};

/** A card that could be one; nothing where the number is of none. Whoever is paid out to it needs no more of it. */
export const readCard = (number: string): { brand: Brand; digits: string } | undefined => {
  const digits = number.replaceAll(/[\s-]/g, '');
  const brand = /^\d{13,19}$/.test(digits) && isLuhn(digits) ? brandOf(digits) : undefined;
  return brand && { brand, digits };
};
