import { decoded, isOwnPath, splitPath } from '../address.ts';
import { isCurrency, isId, rules, shape, type Rule } from './strings.ts';
import { isPartOfAddress } from './words.ts';

/** What is wished for is written as 1; anything else is nobody's wish. */
const wish: Rule = (text) => (text === '1' ? text : shape(text));

const nameOfValue: Rule = (text) => (isPartOfAddress(text) ? text : shape(text));

/** Of a query: what a machine reads as it stands, and what stands behind the name of a route for its parameters. Any other value keeps its shape. */
const queryRules: Readonly<Record<string, Rule>> = {
  operation: rules.id,
  about: rules.id,
  offer: rules.id,
  search: rules.pair,
  give: rules.typedAmount,
  get: rules.typedAmount,
  src: rules.currency,
  dst: rules.currency,
  currency: rules.currency,
  status: rules.knownWord,
  from: rules.time,
  to: rules.time,
  remember: wish,
  returned: nameOfValue,
  name: rules.id,
  id: rules.id,
  form: rules.id,
  card: rules.id,
};

/** A lone `%` cannot be decoded: it stands for whatever made an address none of ours. */
const broken = '%';

const segment: Rule = (text) => (text === '' || isId(text) ? text : shape(text));
const segmentOfExchange: Rule = (text) => (isCurrency(text) ? text : segment(text));
/** Where a route has currencies, and the server's paths of a form. */
const ofExchange = /^\/(?:[a-z]{2}\/)?exchange\//;

/** By what it means; one that cannot be decoded cannot be afterwards either. */
function encoded(text: string, rule: Rule): string {
  const plain = decoded(text);
  if (plain === undefined) return shape(text.replace(/%$/, '')) + broken;
  const written = rule(plain);
  return written === plain ? text : encodeURIComponent(written);
}

function pair(text: string): string {
  const [key = '', ...rest] = text.split('=');
  const rule = Object.hasOwn(queryRules, key) ? queryRules[key] : undefined;
  const written = rule ? key : encoded(key, nameOfValue);
  if (rest.length === 0) return written;
  return `${written}=${encoded(rest.join('='), rule ?? shape)}`;
}

function query(text: string, isSound: boolean): string {
  const pairs = text.split('&').filter((one) => one !== broken);
  return `?${[...pairs.map(pair), ...(isSound ? [] : [broken])].join('&')}`;
}

/** Addresses that hold nothing to be masked come again with every answer. */
const clean = new Set<string>();
const mostClean = 500;

/**
 * A path of ours, a `?query`, a route's name with its query, or an https address, or one of this machine: parts that are words of ours, codes
 * of currencies and identifiers stay, of the rest the shape. One that the page would refuse is refused afterwards too.
 */
export const maskAddress: Rule = (text) => {
  if (clean.has(text)) return text;
  const written = read(text);
  if (written === text && clean.size < mostClean) clean.add(text);
  return written;
};

function read(text: string): string {
  const outward = /^(https:\/\/[a-z0-9.-]{1,100}(?::\d{1,5})?|http:\/\/127\.0\.0\.1:\d{1,5})(\/[^#]*)?(#.*)?$/.exec(
    text,
  );
  if (outward) {
    const [, origin = '', path = '', fragment] = outward;
    return origin + (path && read(path)) + (fragment === undefined ? '' : `#${shape(fragment.slice(1))}`);
  }
  const [front, back] = splitPath(text);
  const isPath = front.startsWith('/');
  if (!isPath && front !== '' && !isPartOfAddress(front)) return shape(text);
  if (isPath && !isOwnPath(front)) return `/${shape(front.slice(1).replace(/%$/, ''))}${broken}`;
  const path = isPath
    ? front
        .split('/')
        .map(ofExchange.test(front) ? segmentOfExchange : segment)
        .join('/')
    : front;
  if (front.length === text.length) return path;
  return path + query(back, isOwnPath(isPath ? text : `/${text}`));
}
