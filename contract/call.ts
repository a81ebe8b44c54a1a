import type * as z from 'zod/mini';
import type { Basis } from './basis.ts';

type Schema = z.ZodMiniType;

/**
 * One call of section 7 of the specification. `path` holds `:name` for each parameter; a call with `given` takes its path from the server:
 * it is `/api` plus a path that starts with the prefix. `body` is the kind of body the specification names.
 */
export interface CallSpec {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body: 'none' | 'json' | 'form';
  /** Among the fields of its form there may be as many files: then it is multipart, and longer. */
  files?: number;
  basis: Basis;
  /** Why an added call exists, or what was assumed. */
  note?: string;
  given?: string;
  params?: Schema;
  query?: Schema;
  input?: Schema;
  /** Absent: the browser goes to another site with it, and no answer comes back. */
  payload?: Schema;
  /** A good answer is a file to be saved, and no envelope. */
  gives?: 'file';
  /** How long an answer may take, in milliseconds; of a call with `files`, one to a body that holds a file. */
  patience?: number;
  /** A GET whose answer is the house's too, or that changes something: it goes on when its asker leaves, as a POST does. */
  outlives?: boolean;
  /** A GET that changes something, or of which only so many are given in an hour: no answer is no reason to send it again. */
  changes?: boolean;
}

type Part<S extends CallSpec, K extends 'params' | 'query' | 'input', As extends string> = S[K] extends Schema
  ? { [P in As]: z.input<S[K]> }
  : unknown;

/** What the asker gives: `params` for the path, `query`, `body`, and `path` for a call with a given path. */
export type CallInput<S extends CallSpec> = Part<S, 'params', 'params'> &
  Part<S, 'query', 'query'> &
  Part<S, 'input', 'body'> &
  (S['given'] extends string ? { path: string } : unknown);

export type CallPayload<S extends CallSpec> = S['payload'] extends Schema ? z.output<S['payload']> : never;

/** What the asker gets: the payload, the server's time, and this page's time (ms) when the answer came. */
export interface Answer<Payload> {
  payload: Payload;
  now: string;
  at: number;
}

/** Marked as pure, so that a bundle drops the calls of an area that it does not make. */
export const defineCall = /* @__NO_SIDE_EFFECTS__ */ <const S extends CallSpec>(spec: S): S => spec;
