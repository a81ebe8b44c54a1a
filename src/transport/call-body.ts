import type { CallSpec } from '../../contract/call.ts';

interface Encoded {
  body?: BodyInit;
  contentType?: string;
}

const isFile = (value: unknown): value is Blob => value instanceof Blob;

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
