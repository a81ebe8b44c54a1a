import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** 19 MiB, two passes, one lane: about 40 ms. Kept in each hash, so that they can be raised later. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const tagLength = 32;

const run = async (password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> =>
  await derive('argon2id', { message: password.normalize('NFC'), nonce, memory, passes, parallelism, tagLength });

/** `argon2id$v=19$m=19456,t=2,p=1$salt$hash`, salt and hash in base64url. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await run(password, salt, cost);
  const { memory, passes, parallelism } = cost;
  return [
    'argon2id',
    'v=19',
    `m=${memory},t=${passes},p=${parallelism}`,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$');
};

/** What an address without a password is compared with: the same work, and never a match. */
const nobody = `argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$`;

/** Whether the password is the one of `stored`; takes as long when there is none. */
export const verifyPassword = async (password: string, stored: string | undefined): Promise<boolean> => {
  const [, , costs, salt, expected] = (stored ?? nobody).split('$');
  const read = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(costs ?? '');
  if (!read || salt === undefined || expected === undefined) throw new Error('a stored password is unreadable');
  const [memory, passes, parallelism] = [Number(read[1]), Number(read[2]), Number(read[3])];
  const hash = await run(password, Buffer.from(salt, 'base64url'), { memory, passes, parallelism });
  const wanted = Buffer.from(expected, 'base64url');
  return wanted.length === hash.length && timingSafeEqual(wanted, hash);
};
