import { request as askPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as askSafely } from 'node:https';
import { Readable } from 'node:stream';
import { longestOf, mediaType, multipart, outlivesAt, patienceAt, uploadAt } from './calls-at.ts';
import { readBytes } from './read-body.ts';
import { Refusal } from './refusal.ts';

/** Headers that belong to one connection, or that the two ends set themselves. */
const ownOf = [
  'connection',
  'proxy-connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-authorization',
  'host',
  'expect',
  'content-length',
];
const ownOfAnswer = ['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade'];

/** Those, and the ones that the header `Connection` names. */
const ownWith = (own: string[], connection: string | null | undefined): Set<string> =>
  new Set([...own, ...(connection ?? '').split(',').map((name) => name.trim().toLowerCase())]);

/** Whom a request was passed on by: random names, which no asker knows. */
const passedBy = 'x-passed-by';

/** Whether the server of that name has passed this request on before. */
export const comesAgain = ({ headers }: Request, name: string): boolean =>
  (headers.get(passedBy) ?? '').split(', ').includes(name);

interface Way {
  /** Where it goes. */
  to: string;
  /** What this server calls itself to those behind it, so that it knows a request that comes back. */
  name: string;
  /** Who asks, as far as this server believes it: the last address that the other one reads. */
  ip: string;
  /** The address that people see, where one is published: then the other server is told the same one. */
  publicUrl: string | undefined;
  /** How long the beginning of an answer is waited for, in ms; as the contract says for its call, if not told. */
  patience?: number;
  /** Told why there was no answer, or no whole one, where that is no fault of the asker. */
  report: (error: unknown) => void;
}

/** Whoever asked is gone: there is nobody to answer. */
export class AskerLeft extends Error {
  override name = 'AskerLeft';
}

/** How a request goes on: its length in bytes, where it is known, and what sends its body. */
interface Body {
  length: string | undefined;
  /** Ends `asking`, or gives it up where the body ends in another way; `fail` says why. */
  send: (asking: ClientRequest, fail: (error: Error) => void) => void;
}

/** Words: read first, so that the other server waits for nobody. @throws Refusal 413. */
const wordsOf = async (request: Request): Promise<Body> => {
  const bytes = await readBytes(request);
  return { length: String(bytes.length), send: (asking) => void asking.end(bytes) };
};

/** A form with files: as it comes, so that it lies nowhere here. @throws Refusal 413 where its length is told. */
const filesOf = (incoming: IncomingMessage, longest: number): Body => {
  const { 'content-length': length } = incoming.headers;
  if (Number(length ?? 0) > longest) throw new Refusal(413, 'too_large');
  return {
    length,
    send(asking, fail) {
      let size = 0;
      const stop = (error: Error): void => {
        incoming.unpipe(asking).off('data', count);
        fail(error);
      };
      const count = (part: Buffer): void => {
        size += part.length;
        if (size > longest) stop(new Refusal(413, 'too_large'));
      };
      const gone = (): void => {
        if (!incoming.readableEnded) stop(new AskerLeft('the request broke off'));
      };
      incoming.on('data', count).on('error', gone).on('close', gone).pipe(asking);
      if (incoming.destroyed) gone();
      // It answers before it has all: the rest is of no use to it.
      asking.on('response', () => void incoming.unpipe(asking).off('data', count).off('close', gone));
    },
  };
};

const bodyOf = async (request: Request, incoming: IncomingMessage, path: string): Promise<Body> => {
  if (request.method !== 'POST') return { length: undefined, send: (asking) => void asking.end() };
  const isForm = mediaType(request.headers.get('content-type')) === multipart;
  const upload = isForm ? uploadAt(path) : undefined;
  return upload ? filesOf(incoming, longestOf(upload, multipart)) : await wordsOf(request);
};

const headersOf = (request: Request, way: Way, length: string | undefined): Headers => {
  const { to, ip, publicUrl } = way;
  const headers = new Headers(request.headers);
  const own = ownWith(ownOf, headers.get('connection'));
  for (const name of [...headers.keys()]) if (own.has(name)) headers.delete(name);
  if (length !== undefined) headers.set('content-length', length);
  if (publicUrl === undefined && headers.has('origin')) headers.set('origin', to);
  const named =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((part) => part.trim()) ?? [];
  if (named.at(-1) !== ip) headers.set('x-forwarded-for', [...named, ip].join(', '));
  headers.append(passedBy, way.name);
  return headers;
};

interface Question {
  method: string;
  headers: Headers;
  body: Body;
  patience: number;
  /** Aborts when nobody waits for the answer any more; absent where it has an effect besides, which nobody is to cut short. */
  left: AbortSignal | undefined;
}

/** The beginning of the answer. Rejects when none comes in time, or with what the body says. */
const ask = (url: URL, { method, headers, body, patience, left }: Question): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? askSafely : askPlain;
    const asking = begin(url, { method, headers: Object.fromEntries(headers) });
    const leave = (): void => fail(new AskerLeft('nobody waits for the answer'));
    const fail = (error: Error): void => {
      clearTimeout(late);
      left?.removeEventListener('abort', leave);
      reject(error);
      asking.destroy();
    };
    const late = setTimeout(() => fail(new Error('no answer in time')), patience);
    asking.on('error', fail).on('response', (answer) => {
      clearTimeout(late);
      answer.on('close', () => {
        left?.removeEventListener('abort', leave);
        asking.destroy();
      });
      resolve(answer);
    });
    left?.addEventListener('abort', leave);
    if (left?.aborted) leave();
    else body.send(asking, fail);
  });

/** Statuses of which nothing but headers comes. */
const bare = [204, 205, 304];

const passedBack = (answer: IncomingMessage, method: string): Response => {
  const headers = new Headers();
  const own = ownWith(ownOfAnswer, answer.headers.connection);
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of own.has(name) ? [] : (values ?? [])) headers.append(name, value);
  const status = answer.statusCode ?? 502;
  if (method === 'HEAD' || bare.includes(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers });
};

/**
 * Passes a request on. One from a page of ours says so to the other server too: it has been checked here. With a
 * published address both know it, and the page's own word stays; without one, this server is the other one's page. Files go on as they
 * come, and answers come back as they come: only the beginning of an answer has a time. A question whose asker leaves is
 * given up there too; what may change something, or outlives its asker by the contract, goes on to its end.
 * @throws Refusal 413, 502; AskerLeft.
 */
export const passOn = async (request: Request, incoming: IncomingMessage, way: Way): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const body = await bodyOf(request, incoming, pathname);
  const headers = headersOf(request, way, body.length);
  const patience = way.patience ?? patienceAt(method, pathname, mediaType(request.headers.get('content-type')));
  const left = outlivesAt(method, pathname) ? undefined : request.signal;
  const question = { method, headers, body, patience, left };
  try {
    const answer = await ask(new URL(`${way.to}${pathname}${search}`), question);
    answer.on('error', (error) => left?.aborted === true || way.report(error));
    return passedBack(answer, method);
  } catch (error) {
    if (error instanceof Refusal || error instanceof AskerLeft) throw error;
    way.report(error);
    throw new Refusal(502, 'unavailable');
  }
};
