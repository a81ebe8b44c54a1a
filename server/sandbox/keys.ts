import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/db.ts';

/** The sandbox's secret, made at its first use: one for all processes on a database. */
export const sandboxKey = async (db: Db): Promise<string> => {
  const read = () => db.selectFrom('sandbox_keys').select('value').where('name', '=', 'main').executeTakeFirst();
  const known = await read();
  if (known) return known.value;
  await db
    .insertInto('sandbox_keys')
    .values({ name: 'main', value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read())?.value ?? '';
};

/** Keyed by the purpose as well: what is signed for one is worth nothing for another. */
export const keyed = (
  key: string,
  purpose: 'callback' | 'card' | 'issued' | 'token' | 'address' | 'memo' | 'telegram',
  text: string,
): Buffer => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();

export const isSigned = (key: string, body: string, signature: string): boolean => {
  const right = keyed(key, 'callback', body);
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : '', 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
};
