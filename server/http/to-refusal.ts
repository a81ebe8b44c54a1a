import type { Failure } from '../../contract/errors.ts';
import { onScreen } from '../money/on-screen.ts';
import { Refusal, type RefusalDetails } from './refusal.ts';
import { say } from './words.ts';

type Language = 'ru' | 'en';

/**
 * What a failed call tells. Input that only the database found wrong (class 22) is the asker's fault; a lost
 * connection, a deadlock, a full server or one that is only read (25006) may pass; the rest is ours, and nothing of it is told.
 */
export const toRefusal = (error: unknown, report: (error: unknown) => void): Refusal => {
  if (error instanceof Refusal) return error;
  report(error);
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return new Refusal(500, 'internal');
  if (/^22[0-9A-Z]{3}$/.test(code)) return new Refusal(422, 'invalid');
  if (/^((08|40|53|55|57)[0-9A-Z]{3}|25006)$/.test(code) || /^E[A-Z]+$/.test(code))
    return new Refusal(503, 'unavailable', { retryAfter: 1 });
  return new Refusal(500, 'internal');
};

/** What of the params is an amount; its currency stands beside it. */
const amounts = ['available', 'left', 'maximum', 'minimum', 'reserve'];

/** What fills the words: an amount as a letter writes it, with all decimals that it came with. */
const inWords = (params: RefusalDetails['params'] = {}, locale: Language): typeof params => {
  const { currency: code } = params;
  if (typeof code !== 'string') return params;
  const written = ([name, value]: [string, string | number]): [string, string | number] => {
    if (!amounts.includes(name)) return [name, value];
    const amount = String(value);
    return [name, onScreen(amount, { code, scale: amount.split('.')[1]?.length ?? 0 }, locale)];
  };
  return Object.fromEntries(Object.entries(params).map(written));
};

/** A refusal as the payload of an envelope, in words. `open`: to a question that anybody may ask, and no account has an answer of its own. */
export const toFailure = (refusal: Refusal, locale: Language, open = false) => {
  const { fields, params, fresh } = refusal.details;
  return {
    code: refusal.code,
    message: say(
      locale,
      open && refusal.code === 'not_found' ? 'refused.not_found' : `error.${refusal.code}`,
      inWords(params, locale),
    ),
    ...(fields && { fields }),
    ...(params && { params }),
    ...(fresh !== undefined && { fresh }),
  };
};

/** The envelope of a refusal where nothing else is known: the server's own clock and no news. */
export const bareEnvelope = (payload: Failure) => ({
  status: 'error',
  payload,
  now: new Date().toISOString(),
  rev: 0,
});

export const envelopeHeaders = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
