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
const sides = { give_currency: named, get_currency: named };
const operation = { ...sides, lines: sides };
const wallets = { wallets: { currency: named } };
const all = { into: named, choices: named, ...wallets };
const method = { name: words, give: named, get: named };

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
  'transfer.form': wallets,
  'exchange_all.form': all,
  'exchange_all.currency_form': all,
  'operation.in_progress': { items: operation },
  methods: { items: method },
  form: { method },
  check: operation,
  read: operation,
  submit: operation,
  status: operation,
  page: { items: operation },
};

/** The same for whoever masks: names that an answer brings are no names of an object. */
export interface PublicWords extends ReadonlyMap<string, PublicWords | Rule> {}
const asMap = (fields: Fields): PublicWords =>
  new Map(Object.entries(fields).map(([name, inner]) => [name, typeof inner === 'function' ? inner : asMap(inner)]));
const byActor: ReadonlyMap<string, PublicWords> = new Map(
  Object.entries(publicAnswers).map(([asked, payload]) => [asked, asMap({ data: { payload } })]),
);

type Heard = Exclude<Entry, { k: 'start' }>;

/** What is everybody's of an event that a leaf says. */
export const publicWordsOf = ({ to, event }: Heard): PublicWords | undefined =>
  event.type === 'xstate.promise.resolve' ? byActor.get(to.slice(to.lastIndexOf('/') + 1)) : undefined;
