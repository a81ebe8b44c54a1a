import type { IncomingMessage } from 'node:http';
import type { CallSpec } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';
import type { Hold } from './file-turns.ts';
import { longestOf, mediaType, multipart } from './calls-at.ts';
import { mostFields, readMultipart } from './read-multipart.ts';
import { Refusal } from './refusal.ts';

const urlEncoded = 'application/x-www-form-urlencoded';

/**
 * The body of a call as plain data: what JSON says, or the fields of a form (a name that comes twice is a list).
 * A call without a body in the contract may come with an empty one or with JSON, which nobody reads.
 * @throws Refusal 415, 413, 400, and what `hold` says of a form with files.
 */
export const readBody = async (
  request: Request,
  spec: CallSpec,
  incoming: IncomingMessage,
  hold?: Hold,
): Promise<unknown> => {
  const type = mediaType(request.headers.get('content-type'));
  const longest = longestOf(spec, type);
  if (type === multipart && spec.body === 'form') {
    checkEncoding(request);
    return fieldsOf(await untilItsEnd(readMultipart(request, longest, hold)));
  }
  // What came of one whose asker has left already is read as well: the adapter keeps it.
  const isGone = incoming.destroyed && !incoming.readableEnded;
  // What the server asks itself comes over no line.
  const isOwn = !('headers' in incoming);
  const bytes = await (isGone || isOwn ? readBytes(request, longest) : untilItsEnd(readIncoming(incoming, longest)));
  if (bytes.length === 0 && spec.input === undefined) return undefined;
  checkEncoding(request);
  if (type !== (spec.body === 'form' ? urlEncoded : 'application/json')) throw new Refusal(415, 'unsupported_media');
  return spec.body === 'form' ? fieldsOf(new URLSearchParams(text(bytes))) : readJson(bytes);
};

const checkEncoding = ({ headers }: Request): void => {
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') throw new Refusal(415, 'unsupported_media');
};

/** What was read, if its asker sent it to the end: one who left is no failure of ours. @throws Refusal 400. */
const untilItsEnd = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading;
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ECONNRESET' ? new Refusal(400, 'bad_request') : error;
  }
};

/** Stops reading at the limit, whatever Content-Length says. @throws Refusal 413, 400. */
export const readBytes = async (request: Request, longest = added.bodyBytes): Promise<Buffer> =>
  await untilItsEnd(readStream(request, longest));

const readStream = async (request: Request, longest: number): Promise<Buffer> => {
  if (Number(request.headers.get('content-length') ?? 0) > longest) throw new Refusal(413, 'too_large');
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > longest) throw new Refusal(413, 'too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** The same, as the socket brings it: a stream of the web for a few bytes costs more than all that is done with them. */
const readIncoming = async (incoming: IncomingMessage, longest: number): Promise<Buffer> => {
  if (Number(incoming.headers['content-length'] ?? 0) > longest) throw new Refusal(413, 'too_large');
  return await new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const end = (act: () => void): void => {
      incoming.off('data', hear).off('end', all).off('error', broke).off('close', gone);
      act();
    };
    const hear = (part: Buffer): void => {
      size += part.length;
      parts.push(part);
      if (size <= longest) return;
      incoming.pause();
      end(() => reject(new Refusal(413, 'too_large')));
    };
    const all = (): void => end(() => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
    const broke = (error: Error): void => end(() => reject(error));
    const gone = (): void => broke(Object.assign(new Error('the request broke off'), { code: 'ECONNRESET' }));
    incoming.on('data', hear).on('end', all).on('error', broke).on('close', gone);
    // It may have ended before anybody listened.
    if (incoming.readableEnded) all();
  });
};

const text = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'bad_request');
  }
};

const readJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(text(bytes));
  } catch {
    throw new Refusal(400, 'bad_request');
  }
};

/** Fields by their names; one that comes twice is a list. @throws Refusal 400 for too many. */
export const fieldsOf = (entries: Iterable<[string, unknown]>): Record<string, unknown> => {
  const fields = new Map<string, unknown[]>();
  let count = 0;
  for (const [name, value] of entries) {
    if (++count > mostFields) throw new Refusal(400, 'bad_request');
    const known = fields.get(name);
    if (known) known.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
};
