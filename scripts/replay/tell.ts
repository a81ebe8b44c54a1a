import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { endsOf } from '../../machines/journal/ends.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import type { Ends, JournalFile } from '../../contract/journal/file.ts';
import { entryWords, since, standingWords, type Lexicon } from '../../machines/journal/lexicon.ts';
import { actorAt } from '../../machines/journal/replay.ts';
import { createTimeline } from '../../machines/journal/timeline.ts';
import { differences } from '../../machines/paths/difference.ts';
import { logicOf } from '../../machines/paths/inside-xstate.ts';
import type { Language } from '../../machines/paths/words.ts';
import { ArgsError } from '../command.ts';
import type { Args } from './args.ts';

const words = {
  en: {
    version: 'version',
    visitor: 'a visitor',
    account: 'account',
    entries: { one: 'entry', other: 'entries' },
    times: 'times',
    gone: 'is gone',
    dropped: 'The beginning was dropped: it is told, and cannot be replayed.',
    unknown: 'It does not say where it ended: there is nothing to compare with.',
    exact: 'replays exactly',
    differs: 'differs',
    nobody: 'nobody was there to hear it',
  },
  ru: {
    version: 'версия',
    visitor: 'посетитель',
    account: 'счёт',
    entries: { one: 'запись', few: 'записи', other: 'записей' },
    times: 'раз',
    gone: 'больше нет',
    dropped: 'Начало не сохранилось: журнал рассказан, но повторить его нельзя.',
    unknown: 'Не записано, чем он закончился: сравнить не с чем.',
    exact: 'повторяется точно',
    differs: 'расходится',
    nobody: 'услышать это было некому',
  },
} as const;

function counted(count: number, lang: Language): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string } = words[lang].entries;
  return `${count} ${forms[new Intl.PluralRules(lang).select(count)] ?? forms.other}`;
}

/** What keeps happening by itself, and is told once with its number. */
const isTick = (entry: Entry | undefined): boolean => entry?.k === 'emit' && entry.event.type === 'port.ticked';

const finish = <Result>(work: Generator<void, Result>): Result => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

interface Telling {
  lines: string[];
  /** The first place where the replay ended elsewhere than the recording; null where it did not. */
  difference: string | null;
}

/** Where machines stand in words; only those that are new, or stand elsewhere than before. */
function standing(root: AnyActorRef, now: Ends, before: Ends, lexicon: Lexicon, lang: Language): string[] {
  const machineAt = (path: string) => (logicOf(actorAt(root, path)!) as AnyStateMachine).id;
  const all = Object.keys(now).map(machineAt);
  const changed = Object.entries(now).flatMap(([path, states]) => {
    if (before[path]?.join() === states.join()) return [];
    const machine = machineAt(path);
    const told = standingWords(lexicon, machine, states, lang);
    const which = all.indexOf(machine) < all.lastIndexOf(machine) ? ` (${path.replace(/^root\//, '')})` : '';
    return told.states.length > 0 ? [`        ${told.title}${which}: ${told.states.join(' · ')}`] : [];
  });
  const gone = Object.keys(before).filter((path) => !(path in now));
  return [...changed, ...gone.map((path) => `        ${path}: ${words[lang].gone}`)];
}

/** Tells a journal step by step, replaying it on `root` when it is whole. @throws ArgsError */
export function tell(root: AnyStateMachine, file: JournalFile, lexicon: Lexicon, args: Args): Telling {
  const { entries, whole } = file;
  const { lang, from, to } = args;
  if (from > Math.max(entries.length, 1))
    throw new ArgsError(`--from ${from} comes after the last step, which is ${entries.length}`);
  const say = words[lang];
  const began = entries[0]?.t ?? 0;
  const timeline = createTimeline(root, entries);
  const lines = [headline(file, lang), ''];
  const time = (entry: Entry) => since(entry.t - began).padStart(10);
  let before: Ends = {};
  if (whole) finish(timeline.grow());
  for (let at = 0; at < entries.length; at += 1) {
    const first = at;
    while (isTick(entries[first]) && isTick(entries[at + 1])) at += 1;
    const [entry, last] = [entries[first]!, entries[at]!];
    const isTold = at + 1 >= from && first + 1 <= to;
    const heardBy = timeline.heardBy(at + 1);
    if (isTold) {
      const told = entryWords(
        lexicon,
        first === at ? entry : ({ ...entry, event: { type: 'port.ticked' } } as Entry),
        lang,
        heardBy,
      );
      const many = at > first ? ` × ${at - first + 1} (… ${since(last.t - began)})` : '';
      const lost = whole && heardBy === undefined ? `: ${say.nobody}` : '';
      lines.push(`${String(first + 1).padStart(5)}. ${time(entry)}  ${told}${many}${lost}`);
    }
    if (!whole) continue;
    const actor = finish(timeline.goTo(at + 1));
    const now = endsOf(actor);
    if (isTold) lines.push(...standing(actor, now, args.states ? {} : before, lexicon, lang));
    before = now;
  }
  const difference = whole && Object.keys(file.ends).length > 0 ? (differences(before, file.ends)[0] ?? null) : null;
  lines.push('', closing(file, difference, lang));
  return { lines, difference };
}

function headline({ version, account, entries }: JournalFile, lang: Language): string {
  const say = words[lang];
  const lasted = since((entries.at(-1)?.t ?? 0) - (entries[0]?.t ?? 0));
  return [
    ...(version ? [`${say.version} ${version}`] : []),
    account === null ? say.visitor : `${say.account} ${account}`,
    counted(entries.length, lang),
    lasted,
  ].join(', ');
}

function closing({ whole, ends }: JournalFile, difference: string | null, lang: Language): string {
  const say = words[lang];
  if (!whole) return say.dropped;
  if (Object.keys(ends).length === 0) return say.unknown;
  return difference === null ? say.exact : `${say.differs}: ${difference}`;
}
