import type { AnyEventObject } from 'xstate';
import type { Model, Words } from '../model.ts';
import { phraseIn } from './phrases.ts';
import type { Path } from './steps.ts';
import type { Step } from './world.ts';

export type Language = keyof Words;

const speakers: Record<string, Words> = {
  user: { en: 'the person', ru: 'человек' },
  signal: { en: 'the server', ru: 'сервер' },
  house: { en: 'the house', ru: 'дом' },
  port: { en: 'the browser', ru: 'браузер' },
  flow: { en: 'a flow', ru: 'сценарий' },
};

const ends: Record<'done' | 'error' | 'next', Words> = {
  done: { en: 'answers', ru: 'отвечает' },
  error: { en: 'fails', ru: 'не удаётся' },
  next: { en: 'says', ru: 'сообщает' },
};

/** Where an address leads, with what stands behind it: `/exchange/USD/BTC?operation=…`. */
const pathIn = (value: object): string | undefined => {
  const { path, query } = value as { path?: unknown; query?: unknown };
  if (typeof path !== 'string') return undefined;
  const asked = Object.entries(Object(query) as Record<string, string>).map(([name, each]) => `${name}=${each}`);
  return asked.length > 0 && !path.includes('?') ? `${path}?${asked.join('&')}` : path;
};

/** How the screen calls a word of a machine, where it does. */
export type Called = (word: string) => string | undefined;
const asItIs: Called = () => undefined;

const detail = (value: unknown, called: Called): string | undefined => {
  if (typeof value === 'string') return called(value) ?? (value || '“”');
  if (Array.isArray(value)) return `${value.length} ×`;
  if (typeof value === 'object' && value !== null) return pathIn(value) ?? '…';
  return undefined;
};

/** What a person puts in is told as it is, also nothing; of what anybody else says, nothings, counts, moments and switches tell a reader nothing. */
const detailsOf = (speaker: string, data: object, called: Called): string[] =>
  Object.values(data)
    .filter((value) => speaker === 'user' || value !== '')
    .flatMap((value) => detail(value, called) ?? (speaker === 'user' ? String(value) : []));

/** An event as one would tell it, by the model of whoever hears it: `the person types an amount (give, 100)`. */
export function eventWords(
  model: Pick<Model, 'eventWords'>,
  { type, ...data }: AnyEventObject,
  language: Language,
  called: Called = asItIs,
): string {
  const [speaker = '', ...rest] = type.split('.');
  const who = speakers[speaker]?.[language];
  const words = model.eventWords?.[type]?.[language] ?? (who ? `${who}: ${rest.join('.')}` : type);
  const details = detailsOf(speaker, data, called);
  return details.length > 0 ? `${words} (${details.join(', ')})` : words;
}

const itself: Record<string, Words> = {
  always: { en: 'at once', ru: 'сразу' },
  done: { en: 'it has ended', ru: 'закончилось' },
  '*': { en: 'anything else', ru: 'всё остальное' },
};

/** What a chart names on an arrow, as one would tell it: `done statement.read`, `after a pause`, `user.*`, an event of the model. */
export function arrowWords(model: Pick<Model, 'eventWords'>, event: string, language: Language): string {
  const its = itself[event];
  if (its) return its[language];
  const [, kind = '', name = ''] = /^(done|error|snapshot|after) (.+)$/.exec(event) ?? [];
  if (kind === 'after') return `${language === 'ru' ? 'по времени:' : 'after'} ${phraseIn(name, language)}`;
  if (kind !== '') return `${name} ${ends[kind === 'snapshot' ? 'next' : (kind as 'done' | 'error')][language]}`;
  const who = speakers[event.replace(/\.\*$/, '')]?.[language];
  if (who && event.endsWith('.*')) return `${who}: ${language === 'ru' ? 'что угодно' : 'anything'}`;
  return eventWords(model, { type: event }, language);
}

/** `1.5 s`, `2 min`: the greatest unit that reads well. */
function span(ms: number, language: Language): string {
  const units = language === 'ru' ? ['мс', 'с', 'мин'] : ['ms', 's', 'min'];
  if (ms < 1000) return `${Math.round(ms)} ${units[0]}`;
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} ${units[1]}`;
  return `${Math.round(ms / 6000) / 10} ${units[2]}`;
}

/** A step as one would tell it: `the person: confirmed`, `exchange.check answers: completed`, `2 s pass`. */
export function stepWords(model: Model, step: Step, language: Language = 'en', called: Called = asItIs): string {
  if (step.type === 'wait')
    return language === 'ru' ? `проходит ${span(step.ms, language)}` : `${span(step.ms, language)} pass`;
  if (step.type === 'say') return eventWords(model, step.event, language, called);
  return `${step.name} ${ends[step.how][language]}: ${phraseIn(step.outcome, language)}`;
}

export const pathWords = (model: Model, path: Path, language: Language = 'en'): string[] => [
  `${language === 'ru' ? 'начало' : 'start'}: ${phraseIn(path.input, language)}`,
  ...path.steps.map((step) => stepWords(model, step, language)),
];

/** What is typed for one machine: a name of several words is one word to a shell. */
export const commandFor = ({ name }: Pick<Model, 'name'>, options: string): string =>
  `npm run paths -- ${name.includes(' ') ? `"${name}"` : name} ${options}`;

/** The title of a moment: of each state that is active, in the model's words. */
export const titleOf = (model: Model, states: string[], language: Language = 'en'): string =>
  states.map((state) => model.states[state]?.title[language] ?? state).join(' · ');
