import * as z from 'zod/mini';
import type { Words } from '../model.ts';
import type { Ends } from './ends.ts';
import type { Entry } from './entry.ts';

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

const entryShape = z.discriminatedUnion('k', [
  z.object({ t: z.number(), k: z.literal('start'), input: z.optional(z.unknown()), version: z.string() }),
  z.object({
    t: z.number(),
    k: z.enum(['send', 'timer', 'leaf', 'emit']),
    to: z.string().check(z.regex(/^root(\/[^/]+)*$/)),
    event: z.looseObject({ type: z.string() }),
  }),
]);
const fileShape = z.object({
  version: z.string(),
  account: z.nullable(z.string()),
  whole: z.boolean(),
  entries: z.array(z.unknown()),
  ends: z.record(z.string(), z.array(z.string())),
});

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
 * Reads an exported journal.
 * @throws `JournalFault` that says what is wrong and where; entries are counted from 1.
 */
export function parseJournal(text: string): JournalFile {
  if (text.length > longest) throw say('The file is too long for a journal.', 'Файл слишком велик для журнала.');
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
  const file = fileShape.safeParse(value);
  if (!file.success) throw wrong('The journal', 'Журнал', file.error);
  if (isTooDeep(file.data.ends)) throw tooDeep('The journal', 'Журнал');
  const entries = file.data.entries.map((each, at) => readEntry(each, at + 1));
  checkStart(entries);
  return { format, made, ...file.data, entries };
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
  const read = entryShape.safeParse(value);
  if (!read.success) throw wrong(en, ru, read.error);
  return read.data as Entry;
}

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
    const { message } = error as Error;
    throw say(`The file is not JSON: ${message}.`, `Это не JSON: ${message}.`);
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;

const say = (en: string, ru: string): JournalFault => new JournalFault({ en, ru });

const tooDeep = (en: string, ru: string): JournalFault =>
  say(
    `${en} is nested deeper than ${deepest} levels, or holds the key __proto__.`,
    `${ru}: глубина больше ${deepest} или ключ __proto__.`,
  );

function wrong(en: string, ru: string, { issues: [issue] }: z.core.$ZodError): JournalFault {
  const place = issue?.path.join('.') || 'k';
  const expected = expectedBy(issue);
  return say(`${en}: ${place} should be ${expected}.`, `${ru}: ${place} — ожидается ${expected}.`);
}

function expectedBy(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') return issue.expected;
  if (issue?.code === 'invalid_format') return 'root or root/…';
  return 'start | send | timer | leaf | emit';
}

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
