import * as z from 'zod/mini';
import type { CallSpec } from '../../contract/call.ts';
import { envelope } from '../../contract/envelope.ts';
import { failure, type CallError } from '../../contract/errors.ts';
import { callError } from './call-error.ts';

export interface Raw {
  statusCode: number;
  body: unknown;
  /** Seconds, from Retry-After. */
  retryAfter: number | undefined;
  /** This page's time in ms. */
  at: number;
}

type Outcome = { ok: true; payload: unknown; now: string } | { ok: false; error: CallError };

const no = (raw: Raw, kind: CallError['kind'], code: string, more: Partial<CallError> = {}): Outcome => ({
  ok: false,
  error: callError({
    kind,
    code,
    statusCode: raw.statusCode,
    at: raw.at,
    ...(raw.retryAfter === undefined ? {} : { retryAfter: raw.retryAfter }),
    ...more,
  }),
});

const readFailure = (payload: unknown) => {
  const { success, data } = failure.safeParse(payload);
  if (!success) return undefined;
  const { fields, params, fresh, code, message } = data;
  return {
    code,
    message,
    ...(fields === undefined ? {} : { fields }),
    ...(params === undefined ? {} : { params }),
    ...(fresh === undefined ? {} : { fresh }),
  };
};

/**
 * What an answer means to its asker. An answer that contradicts itself (an error with a good status, a good envelope
 * with a bad one) is unreadable: nobody may conclude from it that nothing was done.
 */
export const readEnvelope = (spec: CallSpec, raw: Raw): Outcome => {
  const parsed = envelope.safeParse(raw.body);
  const said = parsed.success ? parsed.data : undefined;

  if (said?.status === 'redirect') return no(raw, 'redirected', 'redirected', { now: said.now });
  const now = said === undefined ? {} : { now: said.now };
  const refusal = said?.status === 'error' ? readFailure(said.payload) : undefined;
  if (raw.statusCode >= 500) return no(raw, 'failed', refusal?.code ?? 'unavailable', { ...refusal, ...now });
  if (raw.statusCode >= 400 && refusal) return no(raw, 'refused', refusal.code, { ...refusal, ...now });
  if (raw.statusCode >= 200 && raw.statusCode < 300 && said?.status === 'ok') {
    const payload = z.safeParse(spec.payload ?? z.unknown(), said.payload);
    if (payload.success) return { ok: true, payload: payload.data, now: said.now };
  }
  return no(raw, 'unreadable', 'unreadable');
};
