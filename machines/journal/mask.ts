import type { AnyEventObject } from 'xstate';
import { added } from '../../contract/limits.ts';
import { weaknessOf } from '../../contract/password.ts';
import type { Entry } from './entry.ts';

/**
 * What may be written down. Numbers and booleans stay; a string stays only under a key, or in the `value` of an event,
 * that stands here. Any other string keeps its shape (letters become x, digits 0), so that a replay takes the same
 * turns; a password keeps nothing but whether it would do as a new one.
 */
const keptKeys = new Set([
  'type',
  'status',
  'kind',
  'side',
  'why',
  'call',
  'key',
  'msg',
  'variant',
  'display',
  'reason',
  'flow',
  'holding',
  'write',
  'row',
  'account',
  'account_id',
  'asked',
  'whose',
  'id',
  'operation',
  'notification_id',
  'auth_type',
  'fv',
  'version',
  'own',
  'served',
  'pair',
  'pairs',
  'product',
  'theme',
  'locale',
  'lang',
  'currency',
  'src',
  'dst',
  'search',
  'cursor',
  'next',
  'page',
  'amount',
  'rate',
  'percent',
  'minimum',
  'maximum',
  'available',
  'reserve',
  'balance',
  'held',
  'value',
  'change_24h',
  'sparkline',
  'left',
  'give',
  'get',
  'from',
  'now',
  'created_at',
  'expires_at',
  'again_at',
  'requested_at',
  'expected_by',
  'at',
]);

/** Addresses: the path stays, of the query only what may stay as a key. */
const addressKeys = new Set([
  'path',
  'to',
  'redirect_url',
  'interrupted',
  'url',
  'logo',
  'logo_url',
  'icon_url',
  'form_path',
  'submit_path',
]);

/** Events of a person whose `value` may be written. */
export const keptValues: ReadonlySet<string> = new Set([
  'user.language chosen',
  'user.theme chosen',
  'user.amount typed',
  'user.part chosen',
  'user.give chosen',
  'user.get chosen',
  'user.pair opened',
  'user.status chosen',
  'user.currency chosen',
  'user.from chosen',
  'user.to chosen',
  'user.row opened',
]);

/** Events of a person whose `value` is nobody's business; named so that none is forgotten. */
export const maskedValues: ReadonlySet<string> = new Set([
  'user.navigated',
  'user.copied',
  'user.email typed',
  'user.password typed',
  'user.old password typed',
  'user.code typed',
]);

/** Ports that never hold a secret: drafts are made of what a person may see again on another day. */
const keptLeaves = new Set(['draft.read']);

export function maskEntry(entry: Entry): Entry {
  if (entry.k === 'start') return { ...entry, input: maskValue(entry.input) };
  const name = entry.to.slice(entry.to.lastIndexOf('/') + 1);
  if (entry.k === 'leaf' && keptLeaves.has(name)) return entry;
  return { ...entry, event: maskEvent(entry.event) };
}

function maskEvent(event: AnyEventObject): AnyEventObject {
  const { value, ...rest } = event;
  const masked = maskValue(rest) as AnyEventObject;
  if (!('value' in event)) return masked;
  if (event.type === 'user.navigated') return { ...masked, value: maskString('path', String(value)) };
  if (typeof value !== 'string') return { ...masked, value: maskValue(value) };
  if (keptValues.has(event.type)) return { ...masked, value };
  return { ...masked, value: event.type.includes('password') ? secret(value) : shape(value) };
}

/** Plain data with every string that is not allowed masked; the same once more changes nothing. */
export function maskValue(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return maskString(key, value);
  if (Array.isArray(value)) return value.map((each) => maskValue(each, key));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.entries(value).map(([name, each]) => [
    name,
    key === 'fields' && typeof each === 'string' ? maskString('code', each) : maskValue(each, name),
  ]);
  return Object.fromEntries(inside);
}

function maskString(key: string, value: string): string {
  if (keptKeys.has(key)) return value;
  if (addressKeys.has(key)) return maskAddress(value);
  if (key.includes('password')) return secret(value);
  // A code of ours or of a currency begins with a letter, a code of a person with a digit.
  if (key === 'code') return /^[A-Za-z][A-Za-z0-9_]*$/.test(value) ? value : shape(value);
  if (key === 'name') return /^[A-Z]\w*Error$/.test(value) ? value : shape(value);
  return shape(value);
}

function maskAddress(address: string): string {
  const at = address.indexOf('?');
  if (at < 0) return address;
  const pairs = address
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return value.length === 0 || keptKeys.has(key) ? pair : `${key}=${shape(value.join('='))}`;
    });
  return `${address.slice(0, at)}?${pairs.join('&')}`;
}

/** What stands for a password: nothing of it, but what is wrong with it as a new one, which is what forms turn on. */
const standIns = {
  required: '',
  too_short: 'xxxxxxxx',
  too_simple: 'x'.repeat(added.passwordShortest),
  too_long: 'x'.repeat(added.passwordLongest + 1),
};
const secret = (value: string): string => {
  const weakness = weaknessOf(value);
  return weakness === null ? 'a masked secret' : standIns[weakness];
};

const shape = (value: string): string =>
  value
    .replaceAll(/\p{L}/gu, 'x')
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/[^x0@._\-\s]/gu, 'x');
