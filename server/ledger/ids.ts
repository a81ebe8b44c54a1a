import { randomBytes, randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O, U, so that nothing is read for something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 20 characters, 100 random bits. */
export const newOperationId = (): string => Array.from(randomBytes(20), (byte) => alphabet[byte & 31]).join('');

/** What can be an operation's id at all; anything else is not looked up. */
export const isOperationId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{20,32}$/.test(text);

/** Twelve digits that name a wallet to its owner. */
export const newWalletNumber = (): string =>
  [randomInt(1_000_000), randomInt(1_000_000)].map((half) => String(half).padStart(6, '0')).join('');
