import * as z from 'zod/mini';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { Refusal } from './refusal.ts';

/**
 * A form with files has no other field: a file that nobody expects would pass for one that was sent. One whose fields are
 * described elsewhere says itself what the others may be.
 */
export const closed = (schema: z.ZodMiniType): z.ZodMiniType =>
  schema instanceof z.ZodMiniObject && schema.def.catchall === undefined ? z.strictObject(schema.shape) : schema;

/** @throws Refusal 422 `invalid` with one code a field: the first thing that is wrong with it; `too_many_files`. */
export const checkInput = (schema: z.ZodMiniType, data: unknown): unknown => {
  const parsed = schema.safeParse(data, { reportInput: true });
  if (!parsed.success) {
    const fields: Record<string, ErrorCode> = {};
    const params: Record<string, number> = {};
    for (const issue of parsed.error.issues) {
      const oneTooMany = issue.code === 'unrecognized_keys' && issue.keys.find((key) => /^file\d+$/.test(key));
      if (oneTooMany) throw new Refusal(422, 'too_many_files', { fields: { [oneTooMany]: 'too_many_files' } });
      const code = codeOf(issue);
      fields[String(issue.path[0] ?? 'body')] ??= code;
      if (code === 'too_short' && issue.code === 'too_small') params['minimum'] = Number(issue.minimum);
    }
    throw new Refusal(422, 'invalid', { fields, ...(Object.keys(params).length > 0 && { params }) });
  }
  const broken = fieldWithNul(parsed.data);
  if (broken !== undefined) throw new Refusal(422, 'invalid', { fields: { [broken]: 'bad_format' } });
  return parsed.data;
};

type Issue = z.core.$ZodIssue;

const codeOf = (issue: Issue): ErrorCode => {
  if (issue.input === undefined || issue.input === '') return 'required';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'too_long';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'too_short';
  if (issue.code === 'invalid_format' && issue.path.at(-1) === 'email') return 'bad_email';
  return 'malformed';
};

/** Which field has one; `body` where that is a name, or there are none. */
const fieldWithNul = (data: unknown): string | undefined => {
  if (!holdsNul(data)) return undefined;
  const [name = 'body'] = Object.entries(Object(data) as object).find(([, value]) => holdsNul(value)) ?? [];
  return holdsNul(name) ? 'body' : name;
};

/** PostgreSQL text has no NUL character. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([key, part]) => holdsNul(key) || holdsNul(part));
