import { canonicalValue } from '../../contract/fields/problem-of-field.ts';
import type { Field, PaymentAsk } from '../../contract/payment.ts';
import { valuesOf } from './price.ts';

/** Texts of a form without mistakes in their one spelling; what was left empty is left out. */
export const textsOf = (fields: Field[], ask: PaymentAsk): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(valuesOf(fields, ask))) {
    const field = fields.find((one) => one.name === name);
    if (field && typeof value === 'string' && value.trim() !== '') values[name] = canonicalValue(field, value);
  }
  return values;
};
