import { parseArgs } from 'node:util';
import type { Language } from '../../machines/paths/words.ts';

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

/** What was asked for cannot be done; `message` is for whoever asked. */
export class ReplayFault extends Error {}

function whole(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new ReplayFault(`--${name} is a step, counted from 1, not ${value}`);
  return Number(value);
}

/** @throws ReplayFault */
export function readArgs(args: string[]): Args | null {
  const parsed = (() => {
    try {
      return parseArgs({
        args,
        allowPositionals: true,
        options: {
          lang: { type: 'string', default: 'en' },
          states: { type: 'boolean', default: false },
          from: { type: 'string' },
          to: { type: 'string' },
          help: { type: 'boolean', default: false, short: 'h' },
        },
      });
    } catch (error) {
      throw new ReplayFault((error as Error).message.split('. ')[0] ?? 'wrong arguments');
    }
  })();
  const { values, positionals } = parsed;
  if (values.help) return null;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new ReplayFault(`one journal is wanted\n${usage}`);
  const { lang } = values;
  if (lang !== 'en' && lang !== 'ru') throw new ReplayFault(`--lang is one of en, ru, not ${lang}`);
  const [from, to] = [whole('from', values.from) ?? 1, whole('to', values.to) ?? Infinity];
  if (to < from) throw new ReplayFault(`--to ${to} comes before --from ${from}`);
  return { file, lang, states: values.states, from, to };
}
