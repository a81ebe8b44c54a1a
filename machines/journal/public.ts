import type { AnyEventObject } from 'xstate';
import type { Entry } from './entry.ts';
import { shape, type Rule } from './strings.ts';

/** Fields of an answer, by their names; what stands in a list is meant as well. */
interface Fields {
  readonly [field: string]: Fields | Rule;
}

/** UTF-16 units. */
const longestText = 50_000;
const words: Rule = (text) => (text.length > longestText ? shape(text) : text);

const titled = { title: words };
const named = { name: words };
const pair = { src: named, dst: named };
const operation = { give_currency: named, get_currency: named };

/**
 * Words that the server tells everybody alike, by the actor that asked for them: menus, texts of the site, names of
 * currencies. None of these fields depends on who asks; any other text of the server may be about a person, and is
 * masked wherever it comes.
 */
export const publicAnswers: Readonly<Record<string, Fields>> = {
  'content.menu': { header_menu: titled, footer_menu: titled, main_menu: titled },
  'content.article': { title: words, html: words },
  'content.articles': { items: { title: words, summary: words } },
  'exchange.list': { items: pair },
  'exchange.form': pair,
  check: operation,
  submit: operation,
  status: operation,
  page: { items: operation },
};

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

/** `written` with what is everybody's as it stands in `whole`; both have the same lists. */
function putBack(written: unknown, whole: unknown, fields: Fields): unknown {
  if (Array.isArray(written) && Array.isArray(whole))
    return written.map((each, at) => putBack(each, whole[at], fields));
  if (!isPlain(written) || !isPlain(whole)) return written;
  const told = { ...written };
  for (const [name, inner] of Object.entries(fields)) {
    const value = Object.hasOwn(whole, name) ? whole[name] : undefined;
    if (!Object.hasOwn(told, name)) continue;
    if (typeof inner !== 'function') told[name] = putBack(told[name], value, inner);
    else if (typeof value === 'string') told[name] = inner(value);
  }
  return told;
}

type Heard = Exclude<Entry, { k: 'start' }>;

/** What is written of an event, with the words that are everybody's. */
export function withPublicWords(written: AnyEventObject, { to, event }: Heard): AnyEventObject {
  const asked = to.slice(to.lastIndexOf('/') + 1);
  if (event.type !== 'xstate.promise.resolve' || !Object.hasOwn(publicAnswers, asked)) return written;
  const data = { payload: publicAnswers[asked]! };
  return { ...written, data: putBack(written['data'], event['data'], data) };
}
