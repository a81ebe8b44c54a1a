import { added } from '../../contract/limits.ts';
import { whenAnother } from './discard-drafts.ts';
import { noteTyped } from './draft-age.ts';
import { nameOfDraft, type DraftName } from './draft-name.ts';
import { store, tabStore } from './store.ts';

/** What one tab shows of a draft, and the operation it was told of: that a draft was confirmed as. */
interface Copy {
  at: number;
  value: unknown;
  told?: string | undefined;
}

/** What was confirmed as an operation, in whatever tab; `null` where nobody kept it. `seen`: somebody has typed below that word. */
interface Mark {
  at: number;
  operation: string;
  value: unknown;
  seen?: boolean;
}

interface Sent extends DraftName {
  operation: string;
}

let made: string | undefined;
/** How this tab is called among the drafts: as long as it is open, or as its page is where it may keep nothing. */
const thisTab = (): string => {
  const kept = tabStore.read('tab');
  if (typeof kept === 'string') return kept;
  made ??= Math.random().toString(36).slice(2);
  tabStore.write('tab', made);
  return made;
};

// All of them stand among the drafts of the account, and go with these: also the copy of a tab that is closed, and may be opened again.
const nameOfCopy = ({ account, key }: DraftName): string => nameOfDraft({ account, key: `tab/${thisTab()}/${key}` });
const nameOfMark = ({ account, key, operation }: Sent): string =>
  nameOfDraft({ account, key: `sent/${operation}/${key}` });

/** The copies of all tabs, or all marks, of one draft; what is older than drafts become goes. */
function allOf<Kept extends { at: number }>({ account, key }: DraftName, kind: 'tab' | 'sent'): [string, Kept][] {
  const prefix = nameOfDraft({ account, key: `${kind}/` });
  return store.keys().flatMap((name) => {
    const [, ...rest] = name.startsWith(prefix) ? name.slice(prefix.length).split('/') : [];
    if (rest.join('/') !== key) return [];
    const kept = store.read(name) as Kept | null;
    if (Math.abs(Date.now() - Number(kept?.at)) < added.draft) return [[name, kept!]];
    store.drop(name);
    return [];
  });
}
const copiesOf = (name: DraftName) => allOf<Copy>(name, 'tab');
const marksOf = (name: DraftName): Mark[] =>
  allOf<Mark>(name, 'sent')
    .map(([, mark]) => mark)
    .toSorted((one, other) => other.at - one.at);

const keepMark = (name: DraftName, mark: Mark): void =>
  store.write(nameOfMark({ ...name, operation: mark.operation }), mark);

/** What stands in the storage for all tabs. An older version of this page keeps the mark in it. */
function sharedOf(name: DraftName): unknown {
  const kept = store.read(nameOfDraft(name));
  const { operation, ...value } = Object(kept) as Partial<Sent>;
  if (typeof operation !== 'string') return kept;
  keepMark(name, { at: Date.now(), operation, value });
  store.write(nameOfDraft(name), value);
  return value;
}

/** A change of address has one letter for all tabs. */
const isOfAllTabs = ({ key }: DraftName): boolean => key === 'mail';
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What this page shows, also where another tab has the name of this one, as one that was made from it does. */
const shown = new Map<string, unknown>();
whenAnother(() => shown.clear());

const ownOf = (name: DraftName): Copy | undefined => (store.read(nameOfCopy(name)) as Copy | null) ?? undefined;

/** An older one that no room is left to replace would stand before what is newer. */
function keepOwn(name: DraftName, copy: Omit<Copy, 'at'>): void {
  shown.set(nameOfDraft(name), copy.value);
  if (isOfAllTabs(name)) return;
  store.write(nameOfCopy(name), { ...copy, at: Date.now() });
  if (!isSame(ownOf(name)?.value, copy.value)) store.drop(nameOfCopy(name));
}

/** What this tab had; otherwise what stands in the storage, where that is one thing and not several. */
function confirmedOf(name: DraftName): unknown {
  const own = shown.get(nameOfDraft(name)) ?? ownOf(name)?.value;
  if (own !== undefined) return own;
  const shared = sharedOf(name);
  return copiesOf(name).every(([, { value }]) => value === null || isSame(value, shared)) ? shared : null;
}

/** Wherever it stands, and nothing else. */
function dropValue(name: DraftName, value: unknown): void {
  if (value === null) return;
  if (isSame(shown.get(nameOfDraft(name)), value)) shown.delete(nameOfDraft(name));
  if (isSame(store.read(nameOfDraft(name)), value)) store.drop(nameOfDraft(name));
  for (const [copy, { value: other }] of copiesOf(name)) if (isSame(other, value)) store.drop(copy);
}

/**
 * What was typed and not sent, by account: in this tab, or in whatever tab it was typed last; and as what one was confirmed, if
 * nobody here has seen what became of it. Never a password, a code, card or document data. `null` when there is none.
 */
export const readDraft = (name: DraftName): Promise<unknown> => {
  const shared = sharedOf(name);
  const value = ownOf(name)?.value ?? shared;
  const marks = marksOf(name);
  // What was confirmed is told of wherever it stands: another tab that has typed something else since has not sent that.
  const own = marks.find((mark) => value !== null && isSame(mark.value, value));
  const told = (own ?? marks.find(({ seen }) => !seen))?.operation;
  shown.set(nameOfDraft(name), value);
  if (value !== null || told !== undefined) keepOwn(name, { value, told });
  return Promise.resolve(told === undefined ? value : { ...Object(value), operation: told });
};

/** What is typed below the word that one was confirmed is another draft. */
export const keepDraft = ({ value, ...name }: DraftName & { value: unknown }): void => {
  const { operation, ...typed } = Object(value) as Partial<Sent>;
  const told = ownOf(name)?.told;
  const mark = marksOf(name).find((one) => one.operation === told);
  if (mark) keepMark(name, { ...mark, seen: true });
  const kept = operation === undefined ? value : typed;
  keepOwn(name, { value: kept });
  store.write(nameOfDraft(name), kept);
  if (typeof operation === 'string') markDraft({ ...name, operation });
  noteTyped(name.account);
};

/** What this tab has is confirmed as this operation: whoever opens the form again is told so, also where nothing was kept. */
export const markDraft = ({ operation, ...name }: Sent): void => {
  const value = confirmedOf(name);
  keepOwn(name, { value, told: operation });
  keepMark(name, { at: Date.now(), operation, value });
  noteTyped(name.account);
};

/** That operation was turned away: what was typed for it is a draft as before. */
export const unmarkDraft = (sent: Sent): void => {
  sharedOf(sent);
  store.drop(nameOfMark(sent));
};

/** With an operation: only what was confirmed as it; otherwise what this tab has. */
export const dropDraft = ({ operation, ...name }: DraftName & Partial<Sent>): void => {
  if (operation === undefined) return dropValue(name, (isOfAllTabs(name) ? null : confirmedOf(name)) ?? sharedOf(name));
  sharedOf(name);
  const mark = marksOf(name).find((one) => one.operation === operation);
  store.drop(nameOfMark({ ...name, operation }));
  if (mark) dropValue(name, mark.value);
};
