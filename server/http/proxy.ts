import { added } from '../../contract/limits.ts';
import { readBytes } from './read-body.ts';

/** Headers that belong to one connection, or that the two ends set themselves. */
const ownOf = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-authorization',
  'host',
  'content-length',
];
const ownOfAnswer = ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length'];

/**
 * Passes a request on to the server at `origin`. A request from a page of ours says so to that server too: it has
 * been checked here, and to the other side this server is its page.
 * @param ip who asks, as far as this server believes it: the last address that the other one reads.
 * @throws Refusal 413.
 */
export const passOn = async (request: Request, origin: string, ip: string): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ownOf) headers.delete(name);
  if (headers.has('origin')) headers.set('origin', origin);
  const named =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((part) => part.trim()) ?? [];
  if (named.at(-1) !== ip) headers.set('x-forwarded-for', [...named, ip].join(', '));
  const body = request.method === 'POST' ? new Uint8Array(await readBytes(request)) : null;
  try {
    const answer = await fetch(`${origin}${pathname}${search}`, {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(added.answer),
    });
    const passed = new Headers(answer.headers);
    for (const name of ownOfAnswer) passed.delete(name);
    return new Response(answer.body, { status: answer.status, headers: passed });
  } catch {
    return new Response(null, { status: 502 });
  }
};
