import type { Model, Words } from '../model.ts';
import { eventWords, type Language } from '../paths/words.ts';
import type { Entry } from '../../contract/journal/entry.ts';

/** The words for a machine, as its model has them. */
export interface Entries {
  title: Words;
  states: Record<string, Words>;
  events: Record<string, Words>;
}

/** By the id of the machine: plain data, so that a page can have the words without the models. */
export type Lexicon = Record<string, Entries>;

export const lexiconOf = (models: Iterable<Model>): Lexicon =>
  Object.fromEntries(
    [...models].map(({ machine, title, states, eventWords: events = {} }) => [
      machine.id,
      {
        title,
        states: Object.fromEntries(Object.entries(states).map(([state, { title: its }]) => [state, its])),
        events,
      },
    ]),
  );

const said = {
  start: { en: 'the page is opened', ru: 'страница открыта' },
  rang: { en: 'time has passed', ru: 'время прошло' },
  resolve: { en: 'answers', ru: 'отвечает' },
  reject: { en: 'fails', ru: 'не удаётся' },
  complete: { en: 'ends', ru: 'закончился' },
  error: { en: 'breaks', ru: 'прервался' },
} satisfies Record<string, Words>;

const fieldsOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;

/** What of an answer tells most: a code, a status, a name. */
function gist(data: unknown): string {
  const { payload, code, kind, status } = fieldsOf(data);
  const inside = fieldsOf(payload);
  const telling = [kind, code, status, inside['status'], inside['code']].filter(
    (one) => typeof one === 'string' && one !== '',
  );
  return telling.length > 0 ? ` (${[...new Set(telling)].join(', ')})` : '';
}

/** `xstate.after.a pause.late.failed` of the machine `late` → `a pause`. */
function delayIn(type: string, machine: string | undefined): string {
  const rest = type.replace(/^xstate\.after\./, '');
  const at = machine === undefined ? -1 : rest.lastIndexOf(`.${machine}`);
  const name = at < 0 ? rest : rest.slice(0, at);
  return /^\d+$/.test(name) ? `${name} ms` : name;
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * What an entry tells, in words: `the person confirms`, `exchange.check answers`. `machine` is the id of the one that
 * heard it; without it the words of whoever knows such an event stand in.
 */
export function entryWords(lexicon: Lexicon, entry: Entry, language: Language, machine?: string): string {
  if (entry.k === 'start') {
    const { path } = fieldsOf(entry.input);
    return `${said.start[language]}${typeof path === 'string' ? `: ${path}` : ''}`;
  }
  const { type, data } = entry.event;
  if (entry.k === 'timer') return `${said.rang[language]}: ${delayIn(type, machine)}`;
  if (entry.k === 'leaf') {
    const how = said[type.slice(type.lastIndexOf('.') + 1) as keyof typeof said];
    return `${nameIn(entry.to)} ${how?.[language] ?? type}${gist(data)}`;
  }
  const its = machine === undefined ? undefined : lexicon[machine];
  const knows = its?.events[type] ? its : Object.values(lexicon).find(({ events }) => events[type]);
  return eventWords({ eventWords: knows?.events ?? {} }, entry.event, language);
}

/** The title of a machine, and of the states that it stands in; their names where there are no words. */
export function standingWords(
  lexicon: Lexicon,
  machine: string,
  states: readonly string[],
  language: Language,
): { title: string; states: string[] } {
  const its = lexicon[machine];
  return {
    title: its?.title[language] ?? machine,
    states: states.filter((state) => state !== '*').map((state) => its?.states[state]?.[language] ?? state),
  };
}

/** `0:07.250`, `1:02:03.004`: time since the start of a journal, from ms. */
export function since(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const [hours, minutes, seconds] = [
    Math.floor(whole / 3_600_000),
    Math.floor(whole / 60_000) % 60,
    (whole / 1000) % 60,
  ];
  const tail = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${seconds.toFixed(3).padStart(6, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}
