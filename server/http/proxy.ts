import { added } from '../../contract/limits.ts';
import { readBytes } from './read-body.ts';
import { Refusal } from './refusal.ts';

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

interface Way {
  /** Where it goes. */
  to: string;
  /** Who asks, as far as this server believes it: the last address that the other one reads. */
  ip: string;
  /** The address that people see, where one is published: then the other server is told the same one. */
  publicUrl: string | undefined;
}

/**
 * Passes a request on. One from a page of ours says so to the other server too: it has been checked here. With a
 * published address both know it, and the page's own word stays; without one, this server is the other one's page.
 * @throws Refusal 413, 502.
 */
export const passOn = async (request: Request, { to, ip, publicUrl }: Way): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ownOf) headers.delete(name);
  if (publicUrl === undefined && headers.has('origin')) headers.set('origin', to);
  const named =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((part) => part.trim()) ?? [];
  if (named.at(-1) !== ip) headers.set('x-forwarded-for', [...named, ip].join(', '));
  const body = request.method === 'POST' ? new Uint8Array(await readBytes(request)) : null;
  try {
    const answer = await fetch(`${to}${pathname}${search}`, {
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
    throw new Refusal(502, 'unavailable');
  }
};
