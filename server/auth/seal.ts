import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const keyOf = (token: string): Buffer => createHash('sha256').update(`seal ${token}`).digest();

/** Seals a short text by a token that the database does not hold: only who has the token can read it. */
export const seal = (text: string, token: string): Buffer => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

export const unseal = (sealed: Buffer, token: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
};
