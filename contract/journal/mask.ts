import { added } from '../limits.ts';
import { weaknessOf } from '../password.ts';
import { maskAddress } from './address.ts';
import type { Entry, Heard } from './entry.ts';
import { namesOfFields } from './names.ts';
import { publicWordsOf, type PublicWords } from './public.ts';
import { rules, shape, type Rule } from './strings.ts';

/**
 * What may be written down. Booleans stay, and numbers of few digits; a string stays only under a key, or in the `value` of an event,
 * that stands here, and only if it is of the kind that belongs there, or where the server tells everybody the same (`public.ts`). Any other string keeps its shape (letters become
 * x, digits 0), so that a replay takes the same turns; a password keeps nothing but whether it would do as a new one.
 */
export const keptKeys: Readonly<Partial<Record<keyof typeof rules, string>>> = {
  ownWord: 'why call key flow product',
  knownWord:
    'type brand kind side is variant display theme status reason auth_type label help warnings closed system network event state asker steps msg',
  code: 'code',
  amount:
    'amount fee rate percent minimum maximum available reserve balance held value change_24h sparkline left give get most once day spent highest pending paid',
  currency: 'currency src dst',
  pair: 'pair search',
  id: 'id operation about row replaced_by offer chat notification notification_id client_id thread names',
  handle: 'handle handles',
  account: 'account account_id asked whose',
  time: 'created_at expires_at again_at patient_at requested_at seen_at expected_by updated_at used_at until from submitted_at decided_at ordered_at uploaded_at due',
  moment: 'now at reloadedAt since',
  count: 'seq rev size delay retryAfter',
  language: 'locale lang',
  version: 'fv version own served pairs',
  picture: 'logo logo_url icon_url',
  errorOrField: 'name',
  wordOrField: 'field',
  origin: 'origins rate_listing_url',
};
const addresses = 'path to redirect_url interrupted url form_path submit_path status_path place frame card_frame';

/** What stands for a password: nothing of it, but what is wrong with it as a new one, which is what forms turn on. */
const standIns = {
  required: '',
  too_short: 'xxxxxxxx',
  too_simple: 'x'.repeat(added.passwordShortest),
  too_long: 'x'.repeat(added.passwordLongest + 1),
};
const secret: Rule = (value) => {
  const weakness = weaknessOf(value);
  return weakness === null ? 'a masked secret' : standIns[weakness];
};

/** A drawing of some kilobytes tells nothing afterwards. */
const nothing: Rule = () => '';

const ruleByKey: ReadonlyMap<string, Rule> = new Map([
  ['picture', nothing],
  ['piece', nothing],
  ...Object.entries(keptKeys).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, Rule] => [name, rules[kind as keyof typeof rules]]),
  ),
  ...addresses.split(' ').map((name): [string, Rule] => [name, maskAddress]),
]);

/** Events of a person whose `value` may be written, if it is of this kind. */
export const keptValues: ReadonlyMap<string, Rule> = new Map([
  ['user.language chosen', rules.language],
  ['user.letter language chosen', rules.language],
  ['user.theme chosen', rules.knownWord],
  ['user.amount typed', rules.typedAmount],
  ['user.limit typed', rules.typedAmount],
  ['user.part chosen', rules.part],
  ['user.give chosen', rules.currency],
  ['user.get chosen', rules.currency],
  ['user.pair opened', rules.pair],
  ['user.status chosen', rules.knownWord],
  ['user.currency chosen', rules.currency],
  ['user.from chosen', rules.time],
  ['user.to chosen', rules.time],
  ['user.row opened', rules.id],
  ['user.method chosen', rules.id],
  ['user.offer chosen', rules.id],
  ['user.card opened', rules.id],
  ['user.browser ended', rules.id],
  ['user.order opened', rules.id],
  ['user.order cancelled', rules.id],
  ['user.session opened', rules.id],
  ['user.saved recipient chosen', rules.id],
  ['user.file removed', rules.knownWord],
  ['user.turned', rules.knownWord],
  ['user.document opened', rules.id],
  ['user.notification closed', rules.id],
  ['flow.notification closed', rules.id],
  ['user.hint hidden', rules.knownWord],
  ['user.hint toggled', rules.knownWord],
  ['user.sought', rules.knownWord],
  ['user.file given', rules.handle],
  ['user.attachment removed', rules.handle],
  ['user.file wanted', rules.id],
  ['user.picture opened', rules.id],
  ['user.message retried', rules.id],
  ['user.message dropped', rules.id],
  ['user.message taken back', rules.id],
  ['user.machine chosen', rules.knownWord],
]);

/** Of the number of an account that it is one: a chat begins only by such. */
const numberTyped: Rule = (text) =>
  /^[1-9]\d{7}$/.test(text.replaceAll(/[\s\u00a0-]/g, '')) ? shape(text).replace('0', '1') : shape(text);

/** Events of a person whose `value` is nobody's business; named so that none is forgotten. */
export const maskedValues: ReadonlyMap<string, Rule> = new Map([
  ['user.navigated', maskAddress],
  ['user.followed', maskAddress],
  ['user.copied', shape],
  ['user.email typed', shape],
  ['user.password typed', secret],
  ['user.old password typed', secret],
  ['user.code typed', shape],
  ['user.old code typed', shape],
  ['user.new code typed', shape],
  ['user.recipient typed', numberTyped],
  ['user.recipient chosen', shape],
  ['user.comment typed', shape],
  ['user.message typed', shape],
  ['user.note typed', shape],
  ['user.field filled', shape],
]);

/** What a device keeps of a form is what was typed there: an amount, and which field it stood in. */
const draft = '/draft.read';
/** From this on a number may be a code, a phone or a card: only where it counts or tells the time does it stay. */
const large = 100_000;
const isCounted: ReadonlySet<Rule> = new Set<Rule>([rules.moment, rules.count]);
/** `79165803142` → `10000000000`. */
const sizeOf = (value: number): number => Math.sign(value) * 10 ** Math.floor(Math.log10(Math.abs(value)));

/** Deeper than any answer of the contract. */
const deepest = 40;
interface Key {
  /** As it is written. */
  name: string;
  rule: Rule;
  /** It is written as it is. */
  isKept: boolean;
  /** Strings below are what is wrong with a field. */
  isFields: boolean;
}
const ruleOf = (key: string): Rule => ruleByKey.get(key) ?? (key.toLowerCase().includes('password') ? secret : shape);
function keyOf(name: string): Key {
  const written = namesOfFields.has(name) || ruleByKey.has(name) ? name : shape(name);
  return { name: written, rule: ruleOf(name), isKept: written === name, isFields: name === 'fields' };
}

/** Keys of ours come again and again; somebody else's are not remembered. */
const known = new Map<string, Key>();
const mostKnown = 500;

function knownKey(name: string): Key {
  const kept = known.get(name);
  if (kept) return kept;
  const key = keyOf(name);
  if (known.size < mostKnown && key.isKept) known.set(name, key);
  return key;
}

/**
 * `isFields`: strings below are what is wrong with a field; `told`: what the server tells everybody. Everything that ever
 * happens comes by here, so what needs no mask is given back itself.
 */
function masked(value: unknown, rule: Rule, isFields: boolean, depth: number, told?: PublicWords): unknown {
  if (typeof value === 'string') return rule(value);
  if (typeof value === 'number') return Math.abs(value) < large || isCounted.has(rule) ? value : sizeOf(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return null;
  // A list of fields is a form; what is wrong with fields is told by their names.
  return Array.isArray(value)
    ? maskedList(value, rule, depth, told)
    : maskedFields(value as Record<string, unknown>, isFields, depth, told);
}

function maskedList(value: unknown[], rule: Rule, depth: number, told?: PublicWords): unknown[] {
  let written = value;
  for (let at = 0; at < value.length; at += 1) {
    const before = value[at];
    const each = typeof before === 'string' ? rule(before) : masked(before, rule, false, depth + 1, told);
    if (each === before) continue;
    if (written === value) written = [...value];
    written[at] = each;
  }
  return written;
}

function maskedFields(
  value: Record<string, unknown>,
  isFields: boolean,
  depth: number,
  told?: PublicWords,
): Record<string, unknown> {
  let written = value;
  for (const name in value) {
    const key = knownKey(name);
    const before = value[name];
    const each = maskedField(before, key, isFields, depth, told?.get(name));
    if (each === before && key.isKept) continue;
    if (written === value) written = { ...value };
    if (!key.isKept) delete written[name];
    written[key.name] = each;
  }
  return written;
}

function maskedField(before: unknown, key: Key, isFields: boolean, depth: number, told?: PublicWords | Rule): unknown {
  if (typeof before === 'string') {
    if (typeof told === 'function') return told(before);
    return isFields ? rules.code(before) : key.rule(before);
  }
  return masked(before, key.rule, key.isFields, depth + 1, typeof told === 'function' ? undefined : told);
}

const ruleOfEvent = (type: string): Rule =>
  keptValues.get(type) ?? maskedValues.get(type) ?? (type.includes('password') ? secret : shape);

function maskEvent(event: Heard, told?: PublicWords): Heard {
  const written: Heard = { type: event.type };
  for (const name of Object.keys(event)) {
    if (name === 'type' || name === '__proto__') continue;
    const value: unknown = event[name];
    const key = knownKey(name);
    if (name !== 'value') written[key.name] = maskedField(value, key, false, 0, told?.get(name));
    else written[name] = masked(value, typeof value === 'string' ? ruleOfEvent(event.type) : shape, false, 1);
  }
  return written;
}

function maskDraft(event: Heard): Heard {
  const written = maskEvent(event);
  const kept = withAmount(event['data'], written['data']);
  return kept === written['data'] ? written : { ...written, data: kept };
}

/** The typed amount of a draft stands in it alone, or beside what else was filled in. */
function withAmount(draft: unknown, written: unknown): unknown {
  const { text, entry } = Object(draft) as { text?: unknown; entry?: unknown };
  if (typeof text === 'string') return { ...(written as object), text: rules.typedAmount(text) };
  if (typeof entry !== 'object' || entry === null) return written;
  return { ...(written as object), entry: withAmount(entry, (written as { entry?: unknown }).entry) };
}

/** What may be written of an entry. */
export function maskEntry(entry: Entry): Entry {
  const { t, k } = entry;
  if (k === 'start') return { t, k, input: maskValue(entry.input), version: entry.version };
  const { to, event } = entry;
  if (k !== 'leaf') return { t, k, to, event: maskEvent(event) };
  return { t, k, to, event: to.endsWith(draft) ? maskDraft(event) : maskEvent(event, publicWordsOf(entry)) };
}

/** Plain data with every string that is not allowed masked; the same once more changes nothing. */
export const maskValue = (value: unknown, key = ''): unknown => masked(value, ruleOf(key), key === 'fields', 0);
