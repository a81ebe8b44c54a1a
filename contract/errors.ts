import * as z from 'zod/mini';

/** Payload of an envelope whose status is `error`. `fields` maps a field's name to a code; `params` fills the words. */
export const failure = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** 409 `terms_changed` carries the complete fresh check, an operation; the asker parses it as the check's payload. */
  fresh: z.optional(z.unknown()),
});
export type Failure = z.infer<typeof failure>;

/**
 * What a caller catches: plain data, so that it can be kept in a journal.
 * `refused`: the server said no, nothing was done. `network`, `late`, `unreadable`, `failed` (5xx): nobody knows.
 * `redirected`: the answer belonged to the house. `aborted`: the asker left.
 */
export interface CallError {
  name: 'CallError';
  kind: 'refused' | 'network' | 'late' | 'unreadable' | 'failed' | 'redirected' | 'aborted';
  code: string;
  message: string;
  /** HTTP status, 0 when there was no answer. */
  statusCode: number;
  fields?: Record<string, string>;
  params?: Record<string, string | number>;
  fresh?: unknown;
  /** Seconds, from Retry-After. */
  retryAfter?: number;
  /** The server's time and this page's time (ms) of the answer, when there was one. */
  now?: string;
  at?: number;
}

export const isCallError = (error: unknown): error is CallError =>
  typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'CallError';

/** What a machine says by itself when nothing was heard in time. */
export const lateError: CallError = {
  name: 'CallError',
  kind: 'late',
  code: 'unavailable',
  message: 'no answer in time',
  statusCode: 0,
};

/** Whatever was thrown, as a `CallError`; what is none is an `internal` that nobody answered. */
export const asCallError = (error: unknown): CallError =>
  isCallError(error)
    ? error
    : {
        name: 'CallError',
        kind: 'failed',
        code: 'internal',
        message: error instanceof Error ? error.message : String(error),
        statusCode: 500,
      };

/** What any error is called towards a person: its message, and a status that says whose fault it was. */
export interface Fault {
  message: string;
  statusCode: number;
}

const isStatus = (value: unknown): value is number => typeof value === 'number' && value >= 400 && value < 600;

/** Whatever was thrown: the first of `statusCode`, `status` and the response's status that tells of an error, else 500. */
export function faultOf(thrown: unknown): Fault {
  const { message, statusCode, status, response } = Object(thrown) as Record<string, unknown>;
  const found = [statusCode, status, (Object(response) as Record<string, unknown>)['status']].find(isStatus);
  const words = [message, thrown].find((each) => typeof each === 'string');
  return { message: (words as string | undefined) ?? '', statusCode: found ?? 500 };
}
