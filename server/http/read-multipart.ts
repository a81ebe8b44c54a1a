import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Hold } from './file-turns.ts';
import { Refusal } from './refusal.ts';

/** Fields that a form may have, files among them: more is none of ours, and each is work. */
export const mostFields = 200;

const bad = (): Refusal => new Refusal(400, 'bad_request');

/**
 * The fields of a form with files, read as it comes: what is held of a body are its fields and files alone. Room for the length
 * that it says it has is taken before any of it is read.
 * @throws Refusal 413 beyond `longest` bytes, 400 for what is no such form or has too many fields, and what `hold` says.
 */
export const readMultipart = async (
  request: Request,
  longest: number,
  hold?: Hold,
): Promise<[name: string, value: unknown][]> => {
  let held = Number(request.headers.get('content-length') ?? 0);
  if (held > longest) throw new Refusal(413, 'too_large');
  hold?.(held);
  const entries: [string, unknown][] = [];
  const form = openForm(request.headers.get('content-type') ?? '', longest);
  let trouble: Error | undefined;
  const all = new Promise<void>((resolve) => {
    const end = (): void => {
      trouble ??= bad();
      resolve();
    };
    form.on('field', (name, value, isNameCut, isCut) => {
      if (isNameCut || isCut) end();
      entries.push([name, value]);
    });
    form.on('file', (name, content, fileName, _encoding, type) => {
      const parts: Buffer<ArrayBuffer>[] = [];
      const at = entries.push([name, undefined]) - 1;
      content.on('data', (part: Buffer<ArrayBuffer>) => parts.push(part));
      content.on('end', () => (entries[at] = [name, new File(parts, fileName, { type })]));
      content.on('error', end);
    });
    form.on('partsLimit', end).on('fieldsLimit', end).on('filesLimit', end).on('error', end);
    form.on('finish', resolve);
  });
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > longest) throw new Refusal(413, 'too_large');
    if (size > held) {
      hold?.(size - held);
      held = size;
    }
    // What is no form is read to its end all the same: whoever sends hears an answer, and not a line that broke.
    if (!trouble) form.write(part);
  }
  form.end();
  await all;
  if (trouble) throw trouble;
  return entries;
};

const openForm = (type: string, longest: number): BusboyInstance => {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { parts: mostFields, fieldSize: longest },
      // Its folders are part of a name until whoever keeps it decides.
      preservePath: true,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    throw bad();
  }
};
