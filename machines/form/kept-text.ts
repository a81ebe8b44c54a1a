import { hasCardNumber } from '../../contract/fields/card-number.ts';
import type { FieldKind } from '../../contract/payment.ts';

/** What reads as a value of its kind, whatever its digits add up to. */
const shapes: Partial<Record<FieldKind, RegExp>> = {
  iban: /^[a-z]{2}[\s-]?(?:\d[\s-]?){2}(?:[a-z\d][\s-]?){0,30}$/i,
  phone: /^\+[\s().-]*(?:\d[\s().-]*){1,15}$/,
  crypto_address: /^(?=.*[a-z])[\w-]{26,}$/i,
};

/**
 * Whether a device may keep what stands in a field: never the number of a card, in whichever it stands. One in ten of the longer
 * rows of digits would pass for one, so that an IBAN, a phone or an address is known by its shape.
 */
export const mayKeep = (kind: FieldKind | undefined, text: string): boolean =>
  !hasCardNumber(text) || (kind !== undefined && shapes[kind]?.test(text.trim()) === true);
