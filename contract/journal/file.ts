import type { Entry } from './entry.ts';
import { onlyOwnPictures } from './pictures.ts';

/** One sentence in each language. */
interface Words {
  en: string;
  ru: string;
}

/** Where every machine stands: path of the actor (`root/page/flow`) → its active states without parts, `*` for one that has none. */
export type Ends = Record<string, string[]>;

const format = 'statera journal';
/** Grows when an older reader would misread what is written. */
const made = 1;

/** A journal as it leaves the page. The first entry is its start, and the only one. */
export interface JournalFile {
  format: typeof format;
  made: typeof made;
  /** Version of the application that recorded it. */
  version: string;
  /** Whose session it was; null for a visitor's. */
  account: string | null;
  /** Nothing was dropped: a replay ends where the recording did. */
  whole: boolean;
  entries: Entry[];
  /** Where every machine stood when it was written; empty where nobody could say. */
  ends: Ends;
}

/** More than any journal that is kept, in UTF-16 units. */
const longest = 64 * 1024 * 1024;
/** Levels; deeper than any answer, and whoever walks it by recursion comes back. */
const deepest = 64;

/** By these xstate begins and ends an actor itself. */
const unheard = new Set(['xstate.init', 'xstate.stop']);
const kinds = ['start', 'send', 'timer', 'leaf', 'emit'];

/** What is wrong with a journal, one sentence in each language; `message` is the English one. */
export class JournalFault extends Error {
  readonly words: Words;
  constructor(words: Words) {
    super(words.en);
    this.name = 'JournalFault';
    this.words = words;
  }
}

/**
 * `length` in UTF-16 units, or in bytes, of which there are never fewer.
 * @throws `JournalFault` for what is longer than any journal; nothing of it need be read.
 */
export function checkLength(length: number): void {
  if (length > longest) throw say('The file is too long for a journal.', 'Файл слишком велик для журнала.');
}

/**
 * Reads an exported journal, of which `most` says how many entries and machines there may be: no more is looked at.
 * @throws `JournalFault` that says what is wrong and where; entries are counted from 1.
 */
export function parseJournal(text: string, most = { entries: Infinity, ends: Infinity }): JournalFile {
  checkLength(text.length);
  const value = fieldsOf(readJson(text));
  if (value['format'] !== format)
    throw say(`The file is no journal: its format is not ${format}.`, `Это не журнал: format не ${format}.`);
  if (value['made'] !== made)
    throw typeof value['made'] === 'number' && value['made'] > made
      ? say(
          `The journal was made by a newer version: ${String(value['made'])}, and ${made} is understood here.`,
          `Журнал записан более новой версией: ${String(value['made'])}, а здесь понятна ${made}.`,
        )
      : say(`The journal does not say how it was made: ${made} was expected.`, `В журнале не указано made: ${made}.`);
  for (const [place, count] of Object.entries(most)) if (sizeOf(value[place]) > count) throw tooMany(place, count);
  const fault = faultOfHead(value);
  if (fault) throw wrong('The journal', 'Журнал', fault);
  if (isTooDeep(value['ends'])) throw tooDeep('The journal', 'Журнал');
  const { version, account, whole, ends } = value as unknown as JournalFile;
  const entries = (value['entries'] as unknown[]).map((each, at) => readEntry(each, at + 1));
  checkStart(entries);
  return { format, made, version, account, whole, entries, ends };
}

/** One entry a line, so that two journals can be compared line by line. */
export function writeJournal({ entries, ...rest }: Omit<JournalFile, 'format' | 'made'>): string {
  const head = JSON.stringify({ format, made, ...rest }).slice(0, -1);
  return `${head},"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`;
}

/**
 * An entry that may be given to a replay; `number` is its place in the journal.
 * @throws `JournalFault`
 */
export function readEntry(value: unknown, number: number): Entry {
  const [en, ru] = [`Entry ${number}`, `Запись ${number}`];
  if (isTooDeep(value)) throw tooDeep(en, ru);
  const fault = faultOfEntry(value);
  if (fault) throw wrong(en, ru, fault);
  const { t, k, input, version, to, event } = onlyOwnPictures(value) as never;
  if (k !== 'start') return { t, k, to, event };
  return Object.hasOwn(value as object, 'input') ? { t, k, input, version } : ({ t, k, version } as unknown as Entry);
}

const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : typeof value === 'object' && value !== null ? Object.keys(value).length : 0;

/** The part that is wrong, and what it should be. */
interface Wrong {
  place: string;
  expected: string;
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number' && !Number.isFinite(value)
        ? 'nan'
        : typeof value;

/** The first part that is of another type than it should be. */
const mistyped = (value: Record<string, unknown>, types: Record<string, string>): Wrong | undefined => {
  const found = Object.entries(types).find(([place, expected]) => typeOf(value[place]) !== expected);
  return found && { place: found[0], expected: found[1] };
};

function faultOfHead(value: Record<string, unknown>): Wrong | undefined {
  const fault = mistyped(value, { version: 'string', whole: 'boolean', entries: 'array', ends: 'object' });
  if (fault) return fault;
  if (value['account'] !== null && typeof value['account'] !== 'string')
    return { place: 'account', expected: 'string' };
  for (const [path, states] of Object.entries(value['ends'] as object)) {
    if (!Array.isArray(states)) return { place: `ends.${path}`, expected: 'array' };
    if (!states.every((state) => typeof state === 'string')) return { place: `ends.${path}`, expected: 'strings' };
  }
  return undefined;
}

function faultOfEntry(value: unknown): Wrong | undefined {
  if (typeOf(value) !== 'object') return { place: 'k', expected: 'object' };
  const entry = value as Record<string, unknown>;
  if (!kinds.includes(String(entry['k']))) return { place: 'k', expected: kinds.join(' | ') };
  if (entry['k'] === 'start') return mistyped(entry, { t: 'number', version: 'string' });
  const fault = mistyped(entry, { t: 'number', to: 'string', event: 'object' });
  if (fault) return fault;
  if (!isPath(String(entry['to']))) return { place: 'to', expected: 'root or root/…' };
  const { type } = entry['event'] as { type?: unknown };
  if (typeof type !== 'string') return { place: 'event.type', expected: 'string' };
  return unheard.has(type) ? { place: 'event.type', expected: 'what a machine hears' } : undefined;
}

/** By parts: a pattern with as many repetitions as a long text has parts uses up the stack. */
const isPath = (to: string): boolean =>
  to === 'root' || (to.startsWith('root/') && !to.includes('//') && !to.endsWith('/'));

function checkStart([first, ...others]: Entry[]): void {
  if (first?.k !== 'start')
    throw say('The journal has no start: its first entry is not one.', 'В журнале нет начала: первая запись не start.');
  const again = others.findIndex(({ k }) => k === 'start');
  if (again >= 0) throw say(`Entry ${again + 2} is a second start.`, `Запись ${again + 2} — второе начало.`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') throw say('The file is empty.', 'Файл пустой.');
    const { message } = error as Error;
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
    const place = line === undefined ? '' : `: строка ${line}, знак ${column}`;
    throw say(`The file is not JSON: ${message}.`, `Это не JSON или не весь файл${place}.`);
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;

const say = (en: string, ru: string): JournalFault => new JournalFault({ en, ru });

const tooDeep = (en: string, ru: string): JournalFault =>
  say(
    `${en} is nested deeper than ${deepest} levels, or holds the key __proto__.`,
    `${ru}: глубина больше ${deepest} или ключ __proto__.`,
  );

const tooMany = (place: string, most: number): JournalFault =>
  say(`The journal has more than ${most} ${place}.`, `В журнале больше ${most} ${place}.`);

const wrong = (en: string, ru: string, { place, expected }: Wrong): JournalFault =>
  say(`${en}: ${place} should be ${expected}.`, `${ru}: ${place} — ожидается ${expected}.`);

/** Walks without recursion. A key that would change what an object is has no place in a journal either. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      if (depth === deepest || Object.hasOwn(each, '__proto__')) return true;
      for (const one of Object.values(each)) below.push(one);
    }
    level = below;
  }
  return false;
}
