import type { CallSpec } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';

interface Encoded {
  body?: BodyInit;
  contentType?: string;
}

const isFile = (value: unknown): value is Blob => value instanceof Blob;

/** How long an answer to this body may take, in ms: a file goes over a slow line, words never take as long. */
export const patienceOf = (
  { files, patience = added.answer }: CallSpec,
  fields: Record<string, unknown> = {},
): number => (files === undefined || Object.values(fields).some(isFile) ? patience : added.answer);

/** A form without files is urlencoded; with files it is multipart, and the browser writes the boundary. */
export const callBody = (spec: CallSpec, fields: Record<string, unknown> = {}): Encoded => {
  if (spec.body === 'none') return {};
  if (spec.body === 'json') return { body: JSON.stringify(fields), contentType: 'application/json' };

  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  if (entries.some(([, value]) => isFile(value))) {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, isFile(value) ? value : String(value));
    return { body: form };
  }
  const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return { body: form.toString(), contentType: 'application/x-www-form-urlencoded' };
};
