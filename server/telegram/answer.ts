import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { added } from '../../contract/limits.ts';

/** Who has agreed at Telegram. */
export interface TelegramPerson {
  id: string;
  name: string;
  /** When, in seconds since 1970, as Telegram says. */
  at: number;
  /** What makes this answer different from every other one. */
  mark: Buffer;
}

type Fields = ReadonlyMap<string, string>;

const longestName = 64;
/** Clocks differ. */
const ahead = 30;

/** `#tgAuthResult=` is followed by JSON in base64url. */
const readFields = (text: string): Fields | undefined => {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(unpacked(new URLSearchParams(text).get('tgAuthResult') ?? ''))) {
    const plain = typeof value === 'number' ? String(value) : value;
    // A line of its own could pass for another field.
    const isPlain = typeof plain === 'string' && !/\p{Cc}/u.test(plain) && /^[a-z_]{1,32}$/.test(name);
    if (!isPlain) return undefined;
    fields.set(name, plain);
  }
  return fields;
};

const unpacked = (packed: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(Buffer.from(packed, 'base64url').toString('utf8'))) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** `name=value` of every field, in the order of the names, keyed by the token's hash: as Telegram describes it. */
export const signatureOf = (fields: Fields, token: string): Buffer => {
  const lines = [...fields].filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`);
  const key = createHash('sha256').update(token).digest();
  return createHmac('sha256', key).update(lines.toSorted().join('\n')).digest();
};

/** Who has agreed, if Telegram has signed it with this bot's token; undefined for anything else. */
export const readAnswer = (text: string, token: string): TelegramPerson | undefined => {
  const fields = readFields(text);
  if (!fields) return undefined;
  const hash = fields.get('hash') ?? '';
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(hash) ? hash : '', 'hex');
  const right = signatureOf(fields, token);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const [id, at] = [fields.get('id') ?? '', fields.get('auth_date') ?? ''];
  if (!/^[1-9]\d{0,15}$/.test(id) || !/^\d{1,11}$/.test(at)) return undefined;
  const name = [fields.get('first_name'), fields.get('last_name')].filter(Boolean).join(' ');
  return { id, name: name.slice(0, longestName), at: Number(at), mark: createHash('sha256').update(right).digest() };
};

/** Whether it was given just now; `now` is the time of the database. */
export const isFresh = ({ at }: TelegramPerson, now: string): boolean => {
  const age = Date.parse(now) / 1000 - at;
  return age <= added.telegramFresh / 1000 && age >= -ahead;
};
