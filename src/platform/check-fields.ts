import type { FieldValue } from '../../contract/fields/problem-of-field.ts';
import type { Field } from '../../contract/payment.ts';

interface Asked {
  fields: Field[];
  values: Record<string, FieldValue>;
}

/** What is wrong with the values of a form, by the names of its fields; the check comes when the first one is wanted. */
export const checkFields = async ({ fields, values }: Asked): Promise<{ fields: Record<string, string> }> => {
  const { problemsOfFields } = await import('../../contract/fields/problem-of-field.ts');
  return { fields: problemsOfFields(fields, values) };
};
