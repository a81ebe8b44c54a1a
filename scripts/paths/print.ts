import type { Model } from '../../machines/model.ts';
import type { Lack, Tally } from '../../machines/paths/plans.ts';
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
    walked: (walked: number, all: number) => `ways found: ${walked} of ${all}`,
    more: (count: number) => `${count} more, left out by --max`,
    state: 'state',
    samples: 'Amounts, addresses and numbers are samples: type what you have, and compare the words.',
  },
  ru: {
    path: 'Путь',
    shows: 'на экране',
    hides: 'нет на экране',
    walked: (walked: number, all: number) => `найдено путей: ${walked} из ${all}`,
    more: (count: number) => `ещё ${count}, скрыто из-за --max`,
    state: 'состояние',
    samples: 'Суммы, адреса и номера здесь для примера: вводите свои и сверяйте слова.',
  },
} as const;

/** What a search lacked that found no way: never that something is broken, for a wish may lead along what only samples of another kind do. */
const lacked = {
  en: ({ tried, whole, stood }: Lack) =>
    [
      stood === null
        ? 'nothing led there'
        : stood
          ? 'its state is reached, and these samples lead on from it otherwise'
          : 'nothing led to its state',
      whole ? `all ${tried} steps that there are were tried` : `${tried} steps were tried, a nearer --from finds more`,
    ].join('; '),
  ru: ({ tried, whole, stood }: Lack) =>
    [
      stood === null
        ? 'туда ничто не привело'
        : stood
          ? 'состояние достигнуто, но эти примеры ведут из него иначе'
          : 'до его состояния ничто не дошло',
      whole
        ? `испробованы все возможные шаги: ${tried}`
        : `испробовано шагов: ${tried}; с более близким --from найдётся больше`,
    ].join('; '),
} as const;
const noReason = { en: 'not on any path from here', ru: 'не встречается на путях отсюда' } as const;

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
    words[lang].walked(tally.walked, tally.all),
    ...tally.missing.map(
      ({ goal, reason, lack }) => `  ${goal}: ${reason ?? (lack ? lacked[lang](lack) : noReason[lang])}`,
    ),
  ];
}

/** `through user.confirmed` → what it is in the language; the names of states and events stay. */
const wishIn = (wish: string, lang: Language): string =>
  lang === 'en' ? wish : wish.replace(/^\S+/, (kind) => wishesInRussian[kind] ?? kind);
const wishesInRussian: Record<string, string> = {
  to: 'до',
  through: 'через',
  faults: 'сбои',
  states: 'состояния',
  transitions: 'переходы',
  pairs: 'пары переходов',
  outcomes: 'исходы',
};

export function asText(printed: Printed): string {
  const { model, lang, paths, more, wish } = printed;
  const say = words[lang];
  const lines = [`${model.title[lang]} (${wishIn(wish, lang)})`, say.samples];
  paths.forEach((path, at) => {
    lines.push('', `${say.path} ${at + 1}${path.about ? `: ${path.about}` : ''}`);
    lines.push(...stepLines(path, lang));
  });
  if (more > 0) lines.push('', say.more(more));
  return [...lines, '', ...tallyLines(printed)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

export function asMarkdown(printed: Printed): string {
  const { model, lang, paths, more, wish } = printed;
  const say = words[lang];
  const lines = [`# ${model.title[lang]} (${wishIn(wish, lang)})`, '', say.samples];
  paths.forEach((path, at) => {
    lines.push('', `## ${say.path} ${at + 1}${path.about ? `: ${path.about}` : ''}`, '');
    lines.push(`| № | | ${say.state} | ${say.shows} |`, '| --- | --- | --- | --- |');
    lines.push(
      ...steps(path, ({ number, words: text, title, shows, hides }) => [
        `| ${number} | ${cell(text)} | ${cell(title)} | ${cell([...shows, ...hides.map((one) => `~~${one}~~`)].join(' · '))} |`,
      ]),
    );
  });
  if (more > 0) lines.push('', say.more(more));
  return [...lines, '', ...tallyLines(printed).map((line) => line.replace(/^ {2}/, '- '))].join('\n');
}

export const asJson = ({ model, wish, paths, more, tally }: Printed): string =>
  JSON.stringify({ model: model.name, wish, paths, more, tally }, null, 2);
