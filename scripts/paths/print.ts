import type { Model } from '../../machines/model.ts';
import type { Tally } from '../../machines/paths/plans.ts';
import type { Language } from '../../machines/paths/words.ts';
import type { Told, ToldStep } from './told.ts';

/** What was asked for, worked out: the paths as told, and what they walk. */
export interface Printed {
  model: Model;
  lang: Language;
  /** `exchange, transitions`, for the headline. */
  wish: string;
  paths: (Told & { about: string | null })[];
  /** How many paths were left out by `--max`. */
  more: number;
  tally: Tally;
}

const words = {
  en: {
    path: 'Path',
    shows: 'on the screen',
    hides: 'not on the screen',
    walked: 'walked',
    more: 'more paths',
    state: 'state',
    samples: 'Amounts, addresses and numbers are samples: type what you have, and compare the words.',
  },
  ru: {
    path: 'Путь',
    shows: 'на экране',
    hides: 'нет на экране',
    walked: 'пройдено',
    more: 'путей ещё',
    state: 'состояние',
    samples: 'Суммы, адреса и номера здесь для примера: вводите свои и сверяйте слова.',
  },
} as const;

const noReason = { en: 'no way was found', ru: 'путь не найден' } as const;

const steps = ({ steps: all }: Told, line: (step: ToldStep) => string[]): string[] => all.flatMap(line);

/** Each step with where it leads and what must be on the screen then. */
export const stepLines = (told: Told, lang: Language): string[] =>
  steps(told, ({ number, words: text, title, shows, hides }) => [
    `${String(number).padStart(3)}. ${text}`,
    `     ${words[lang].state}: ${title}`,
    ...(shows.length > 0 ? [`     ${words[lang].shows}: ${shows.join(' · ')}`] : []),
    ...(hides.length > 0 ? [`     ${words[lang].hides}: ${hides.join(' · ')}`] : []),
  ]);

function tallyLines({ tally, lang }: Printed): string[] {
  return [
    `${words[lang].walked}: ${tally.walked} / ${tally.all}`,
    ...tally.missing.map(({ goal, reason }) => `  ${goal}: ${reason ?? noReason[lang]}`),
  ];
}

export function asText(printed: Printed): string {
  const { model, lang, paths, more, wish } = printed;
  const say = words[lang];
  const lines = [`${model.title[lang]} (${wish})`, say.samples];
  paths.forEach((path, at) => {
    lines.push('', `${say.path} ${at + 1}${path.about ? `: ${path.about}` : ''}`);
    lines.push(...stepLines(path, lang));
  });
  if (more > 0) lines.push('', `${say.more}: ${more}`);
  return [...lines, '', ...tallyLines(printed)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

export function asMarkdown(printed: Printed): string {
  const { model, lang, paths, more, wish } = printed;
  const say = words[lang];
  const lines = [`# ${model.title[lang]} (${wish})`, '', say.samples];
  paths.forEach((path, at) => {
    lines.push('', `## ${say.path} ${at + 1}${path.about ? `: ${path.about}` : ''}`, '');
    lines.push(`| № | | ${say.state} | ${say.shows} |`, '| --- | --- | --- | --- |');
    lines.push(
      ...steps(path, ({ number, words: text, title, shows, hides }) => [
        `| ${number} | ${cell(text)} | ${cell(title)} | ${cell([...shows, ...hides.map((one) => `~~${one}~~`)].join(' · '))} |`,
      ]),
    );
  });
  if (more > 0) lines.push('', `${say.more}: ${more}`);
  return [...lines, '', ...tallyLines(printed).map((line) => line.replace(/^ {2}/, '- '))].join('\n');
}

export const asJson = ({ model, wish, paths, more, tally }: Printed): string =>
  JSON.stringify({ model: model.name, wish, paths, more, tally }, null, 2);
