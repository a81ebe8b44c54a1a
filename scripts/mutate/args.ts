import { ArgsError, parsedArgs, wholeNumber } from '../command.ts';
import { chartKinds, viewKinds, type Kind } from './mutant.ts';

export interface Args {
  /** Views in a browser in the place of charts. */
  views: boolean;
  /** Only mutants that the model of this name sees first. */
  model: string | null;
  only: readonly Kind[];
  /** Which ones are taken where there are more than `max`. */
  seed: number;
  max: number;
  /** Random walks that a mutant must survive besides what is kept. */
  walks: number;
  list: boolean;
  again: boolean;
  /** Where the figures are written as JSON. */
  report: string | null;
  help: boolean;
}

export const usage = `npm run mutate                        every chart is changed in every small way, and the generated tests must notice
npm run mutate -- --views             the same of every view, in a browser

  --model <name>      one model's own      --only ${[...chartKinds, ...viewKinds].join('|')}, with commas between
  --max <number>      so many of them, by --seed <number> (1)
  --walks <number>    random walks with invariants that a mutant must survive besides what is kept (0: none); of views:
                      1 walks every path on them too
  --list              tells the mutants and judges none      --again   forgets what was judged before
  --report <file>     figures as JSON`;

/** @throws ArgsError in words, for whoever typed it. */
export function readArgs(args: string[]): Args {
  const { values } = parsedArgs({
    args,
    options: {
      views: { type: 'boolean', default: false },
      model: { type: 'string' },
      only: { type: 'string' },
      seed: { type: 'string' },
      max: { type: 'string' },
      walks: { type: 'string' },
      list: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      report: { type: 'string' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  const kinds: readonly Kind[] = values.views ? viewKinds : chartKinds;
  const asked = values.only?.split(',') ?? kinds;
  const unknown = asked.filter((kind) => !kinds.some((each) => each === kind));
  if (unknown.length > 0) throw new ArgsError(`--only is of ${kinds.join(', ')}, not ${unknown.join(', ')}`);
  return {
    views: values.views,
    model: values.model ?? null,
    only: kinds.filter((kind) => asked.includes(kind)),
    seed: wholeNumber('seed', values.seed) ?? 1,
    max: wholeNumber('max', values.max, 1) ?? Infinity,
    walks: wholeNumber('walks', values.walks) ?? 0,
    list: values.list,
    again: values.again,
    report: values.report ?? null,
    help: values.help,
  };
}
