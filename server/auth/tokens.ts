import { hash, randomBytes } from 'node:crypto';

/** 256 bits, 43 characters that need no escaping anywhere. The database holds `hashToken` of it and never itself. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** What a cookie may hold: anything else is no token of ours and is not looked up. */
export const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text);
