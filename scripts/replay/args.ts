import type { Language } from '../../machines/paths/words.ts';
import { ArgsError, oneOf, parsedArgs } from '../command.ts';

export interface Args {
  file: string;
  lang: Language;
  /** Where every machine stands, after each step, and not only those that the step has moved. */
  states: boolean;
  /** The first and the last step that are told, from 1. */
  from: number;
  to: number;
}

export const usage = `npm run replay -- journal.json    a session in words: what happened, and where each machine stands

  --lang en|ru      --states    every machine after each step      --from <step>   --to <step>`;

function whole(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new ArgsError(`--${name} is a step, counted from 1, not ${value}`);
  return Number(value);
}

/** @throws ArgsError */
export function readArgs(args: string[]): Args | null {
  const { values, positionals } = parsedArgs({
    args,
    allowPositionals: true,
    options: {
      lang: { type: 'string' },
      states: { type: 'boolean', default: false },
      from: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  if (values.help) return null;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new ArgsError(`one journal is wanted\n${usage}`);
  const lang = oneOf('lang', values.lang, ['en', 'ru'] as const) ?? 'en';
  const [from, to] = [whole('from', values.from) ?? 1, whole('to', values.to) ?? Infinity];
  if (to < from) throw new ArgsError(`--to ${to} comes before --from ${from}`);
  return { file, lang, states: values.states, from, to };
}
