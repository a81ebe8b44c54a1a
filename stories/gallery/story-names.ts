import type { Model, Words } from '../../machines/model.ts';
import { phraseIn } from '../../machines/paths/phrases.ts';
import { start, take, type Path } from '../../machines/paths/steps.ts';
import type { Stop } from '../../machines/paths/stops.ts';
import { pathWords, titleOf, type Language } from '../../machines/paths/words.ts';
import { stepTold } from './step-told.ts';

/** One story: a moment of a machine, the words for it, and how it is reached. */
export interface Named extends Stop {
  /** The name under which the story's source exports it. */
  exportName: string;
  name: Words;
  /** The way as one would tell it, step by step. */
  way: Record<Language, string[]>;
}

/** The part of a facet that says something: `0 "rate_limited"` → `rate_limited`, `hidden true` → `hidden`. */
function telling(facet: string): string[] {
  // A name may be several words; what follows it is JSON.
  const [, name = '', text = 'null'] = /^(.*?) (true|false|null|[-\d"[{].*)$/s.exec(facet) ?? [];
  const value: unknown = JSON.parse(text);
  if (value === true) return /^\d+$/.test(name) ? [] : [name];
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? [String(value).trim()] : [];
}

const camel = (name: string): string =>
  `S${name.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? '')}`;

/** Storybook wants a name that is unique and is spelled in letters. */
function unique(used: Set<string>, name: string, join: (name: string, number: number) => string): string {
  let found = name;
  for (let number = 2; used.has(found); number += 1) found = join(name, number);
  used.add(found);
  return found;
}

/** Signs of a step in a name. */
const longest = 60;

const asName = (step: string): string => (step.length > longest ? `${step.slice(0, longest - 1)}…` : step);

/** The last step of a way that none of the others has, as a name can carry it; undefined where each has been taken before. */
const stepApart = (way: readonly string[], others: readonly (readonly string[])[]): string | undefined => {
  const step = way.findLast((one) => !others.some((other) => other.includes(one)));
  return step === undefined ? undefined : asName(step);
};

/** What led to a story last; null where its name says so. */
export function lastStep({ name, way }: Pick<Named, 'name' | 'way'>, language: Language): string | null {
  const step = way[language].at(-1);
  return step === undefined || name[language].endsWith(`← ${asName(step)}`) ? null : step;
}

/** Where the screen has words of its own for what a step names, they are the words of the screen on which it is taken. */
function wayOf(model: Model, path: Path): Named['way'] {
  const way = { en: pathWords(model, path, 'en'), ru: pathWords(model, path, 'ru') };
  if (!model.called) return way;
  const world = start(model, path.input);
  for (const [at, step] of path.steps.entries()) {
    const told = stepTold(model, world, step);
    for (const language of ['en', 'ru'] as const) way[language][at + 1] = told[language];
    take(model, world, step);
  }
  world.stop();
  return way;
}

/** A story is named by its states and what its facet says; where another has that name, by a step of its way besides. */
export function namesOf(model: Model, stops: readonly Stop[]): Named[] {
  const used: Record<Language, Set<string>> = { en: new Set(), ru: new Set() };
  const before: Record<Language, Map<string, string[][]>> = { en: new Map(), ru: new Map() };
  const exportNames = new Set<string>();
  return stops.map((stop) => {
    const facets = stop.facets.flatMap(telling);
    const way = wayOf(model, stop.path);
    const nameIn = (language: Language): string => {
      const title =
        titleOf(model, stop.states, language) +
        (facets.length > 0 ? ` (${facets.map((one) => phraseIn(one, language)).join(', ')})` : '');
      const others = before[language].get(title) ?? [];
      before[language].set(title, [...others, way[language]]);
      const step = others.length > 0 ? stepApart(way[language], others) : undefined;
      return unique(used[language], step ? `${title} ← ${step}` : title, (one, number) => `${one} ${number}`);
    };
    const exportName = unique(
      exportNames,
      camel(`${stop.states.join(' ')} ${facets.join(' ')}`),
      (one, number) => `${one}N${number}`,
    );
    return { ...stop, name: { en: nameIn('en'), ru: nameIn('ru') }, exportName, way };
  });
}

const areas: [folder: string, area: string][] = [
  ['/machines/flows/', 'Flows'],
  ['/machines/residents/', 'House'],
];

/** Where the stories of a model stand in the list: `Flows/Exchange`. */
export const shelfOf = (file: string, { title }: Model): string =>
  `${areas.find(([folder]) => file.includes(folder))?.[1] ?? 'Shared'}/${title.en}`;
