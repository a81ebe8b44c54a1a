import { Subject, type Observable } from 'rxjs';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { headers } from '../../contract/envelope.ts';
import { added } from '../../contract/limits.ts';
import { callBody, patienceOf } from './call-body.ts';
import { callError } from './call-error.ts';
import { callUrl, type LooseInput } from './call-url.ts';
import { readEnvelope, type Raw } from './read-envelope.ts';
import { readJson } from './read-json.ts';
import type { Send } from './send-with-progress.ts';

/**
 * An answer as it came: `seq` is the request's number, in the order of sending; `issued` is the highest number given by
 * then; `said` is the revision that the request named; `at` is this page's time in ms.
 */
export interface ReadAnswer {
  seq: number;
  issued: number;
  said: number;
  call: string;
  statusCode: number;
  body: unknown;
  at: number;
}

/** The revision that the page has applied, and the account that it believes in. */
export interface Held {
  rev: number;
  account: string | null;
}

export interface Transport {
  /**
   * Sends one call, once; what only reads, and finds no line because it has just come back, until that line carries or is new no
   * more. Resolves with its payload; rejects with a `CallError` and nothing else. The answer's news have been published by then.
   */
  sendCall: (spec: CallSpec, input: LooseInput | undefined, signal: AbortSignal) => Promise<Answer<unknown>>;
  /** Every answer that is JSON, whatever it says. */
  responses$: Observable<ReadAnswer>;
  /** The highest number that was given to a request. */
  issued: () => number;
}

interface Options {
  held: () => Held;
  /** The language that the page shows. */
  language: () => string;
  now?: () => number;
  /** The origin in front of every path; empty in a browser. */
  origin?: string;
  /** What sends a call that brings nothing else along; `fetch` unless told. */
  by?: Send;
  /** Whether the device has only just got its line back, which may not carry yet. */
  isLineNew?: () => boolean;
}

const onlyReads = ({ method, changes }: CallSpec): boolean => method === 'GET' && !changes;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const readRetryAfter = (response: Response, at: number): number | undefined => {
  const value = response.headers.get('retry-after');
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - at) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
};

export const createTransport = ({
  held,
  language,
  now = Date.now,
  origin = '',
  by,
  isLineNew = () => false,
}: Options): Transport => {
  const responses = new Subject<ReadAnswer>();
  let lastSeq = 0;

  const ask = (
    spec: CallSpec,
    url: string,
    input: LooseInput,
    { signal, rev, account }: Held & { signal: AbortSignal },
  ): Promise<Response> => {
    const { body, contentType } = callBody(spec, input.body);
    return (input.by ?? by ?? fetch)(origin + url, {
      method: spec.method,
      headers: {
        accept: 'application/json',
        [headers.rev]: String(rev),
        [headers.locale]: language(),
        ...(account === null ? {} : { [headers.account]: account }),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body }),
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
    });
  };

  /**
   * Sends and reads, whoever has left meanwhile; then settles with what came, and publishes it in the same turn: whoever asked
   * hears of it right behind the news, and a screen that shows both is drawn once. Rejects with `network` or `late`.
   */
  const fetchAnswer = async (
    spec: CallSpec,
    url: string,
    input: LooseInput,
    who: { signal: AbortSignal; settle: (raw: Raw) => void },
  ): Promise<void> => {
    const { signal, settle } = who;
    const seq = ++lastSeq;
    const known = held();
    const patience = AbortSignal.timeout(patienceOf(spec, input.body));
    const outlives = spec.outlives ?? spec.method === 'POST';
    let raw: Raw;
    try {
      const response = await ask(spec, url, input, {
        ...known,
        signal: outlives ? patience : AbortSignal.any([signal, patience]),
      });
      const at = now();
      raw = {
        statusCode: response.status,
        at,
        retryAfter: readRetryAfter(response, at),
        body: await readJson(response),
      };
    } catch (error) {
      const kind = patience.aborted || (error as Error).name === 'TimeoutError' ? 'late' : 'network';
      if (kind === 'network' && onlyReads(spec) && isLineNew()) {
        await pause(added.newLinePause);
        if (!signal.aborted) return fetchAnswer(spec, url, input, who);
      }
      throw callError({ kind, code: kind });
    }
    settle(raw);
    if (raw.body !== undefined) {
      responses.next({
        seq,
        issued: lastSeq,
        said: known.rev,
        call: spec.name,
        statusCode: raw.statusCode,
        body: raw.body,
        at: raw.at,
      });
    }
  };

  const sendCall: Transport['sendCall'] = (spec, input = {}, signal) =>
    new Promise((resolve, reject) => {
      const url = callUrl(spec, input);
      if (url === undefined)
        throw callError({ kind: 'refused', code: 'bad_request', message: 'the path is not one of ours' });
      const leave = () => reject(callError({ kind: 'aborted', code: 'aborted' }));
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle = (raw: Raw) => {
        const outcome = readEnvelope(spec, raw);
        if (outcome.ok) resolve({ payload: outcome.payload, now: outcome.now, at: raw.at });
        else reject(outcome.error);
      };
      fetchAnswer(spec, url, input, { signal, settle }).catch(reject);
    });

  return { sendCall, responses$: responses.asObservable(), issued: () => lastSeq };
};
