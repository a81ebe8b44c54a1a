import { covers, type Cover } from '../../machines/paths/plans.ts';
import type { Language } from '../../machines/paths/words.ts';
import { ArgsError, oneOf, parsedArgs, wholeNumber } from '../command.ts';

export const formats = ['text', 'md', 'json'] as const;
export const layers = ['machine', 'view', 'browser'] as const;

export interface Args {
  /** Names of models; none: the table of all. */
  names: string[];
  lang: Language;
  cover: Cover | null;
  to: string | null;
  through: string | null;
  /** The one start that paths may have; null: any. */
  from: string | null;
  byHand: boolean;
  faults: boolean;
  walks: number | null;
  again: string | null;
  keep: boolean;
  format: (typeof formats)[number];
  run: (typeof layers)[number] | null;
  seed: number;
  /** The most paths that are told. */
  max: number;
  help: boolean;
}

export const usage = `npm run paths                         every machine, and what its paths walk
npm run paths -- exchange             numbered steps, and what must be on the screen after each

  --cover states|transitions|pairs|outcomes   what the paths walk together (transitions)
  --to <state>        a shortest path to one state, by its name in the chart or its title
  --through <event>   a shortest path along each transition of an event, of the machine or of those that it starts
  --from <start>      paths begin there and nowhere else: "from the list"
  --by-hand           beside --to and --through: only what a person does, what the world answers, and time
  --faults            at each call: refused, network error, late, unknown, session lost, quote expired
  --walks <number>    random walks that check every invariant; a failing one is told shortened
  --again <line>      one walk once more, by the line that it printed
  --keep              writes down what each step leads to now (tests/paths/kept); with --run view what each story
                      says (tests/views/kept): tests compare, and whoever reviews a change reads the difference
  --run machine|view|browser          walk the paths instead of printing them; browser: on the real product, to each
                                      final state or to the one of --to
  --lang en|ru   --format text|md|json   --seed <number>   --max <paths>`;

/** An option that would change nothing beside the others is not asked for in earnest. @throws ArgsError */
function refuseIdle(names: string[], values: Record<string, unknown>): void {
  const isAsked = (option: string) => values[option] !== undefined && values[option] !== false;
  const among = (...options: string[]) => options.filter(isAsked).map((option) => `--${option}`);
  const refuse = (idle: string[], why: string) => {
    if (idle.length > 0) throw new ArgsError(`${idle.join(', ')} ${why}`);
  };
  const [alone] = among('walks', 'again', 'keep');
  if (alone !== undefined) {
    oneOf('run', values['run'] as string | undefined, layers);
    const keepsStories = alone === '--keep' && values['run'] === 'view';
    refuse(among('format', 'max', 'from', 'by-hand', ...(keepsStories ? [] : ['run'])), `does nothing beside ${alone}`);
  } else if (names.length === 0) {
    const [wish] = among('run', 'cover', 'to', 'through', 'from', 'by-hand', 'faults', 'format', 'max');
    if (wish !== undefined) throw new ArgsError(`${wish} wants the name of a machine`);
  }
  if (alone !== '--walks') refuse(among('seed'), 'is for --walks');
  if (isAsked('run')) refuse(among('format'), 'is for paths that are printed, not for --run');
  if (values['run'] === 'browser')
    refuse(
      among('cover', 'through', 'from', 'by-hand', 'faults'),
      'does nothing beside --run browser, which walks to each final state from each start, or to the state of --to',
    );
  if (alone === '--keep' || values['run'] === 'view' || (alone === undefined && names.length === 0))
    refuse(among('lang'), 'is for what is told in words of a machine');
}

/** @throws ArgsError in words, for whoever typed it. */
export function readArgs(args: string[]): Args {
  const { values, positionals } = parsedArgs({
    args,
    allowPositionals: true,
    options: {
      cover: { type: 'string' },
      to: { type: 'string' },
      through: { type: 'string' },
      from: { type: 'string' },
      'by-hand': { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      walks: { type: 'string' },
      again: { type: 'string' },
      keep: { type: 'boolean', default: false },
      lang: { type: 'string' },
      format: { type: 'string' },
      run: { type: 'string' },
      seed: { type: 'string' },
      max: { type: 'string' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
  const wishes = (['cover', 'to', 'through', 'walks', 'again'] as const).filter((wish) => values[wish] !== undefined);
  if (values.faults) wishes.push('faults' as never);
  if (values.keep) wishes.push('keep' as never);
  if (wishes.length > 1) throw new ArgsError(`one at a time: ${wishes.map((wish) => `--${wish}`).join(', ')}`);
  if (values['by-hand'] && values.to === undefined && values.through === undefined)
    throw new ArgsError('--by-hand is for --to and --through');
  const walks = wholeNumber('walks', values.walks, 1);
  const max = wholeNumber('max', values.max, 1);
  refuseIdle(positionals, values);
  return {
    names: positionals,
    lang: oneOf('lang', values.lang, ['en', 'ru'] as const) ?? 'en',
    cover: oneOf('cover', values.cover, covers),
    to: values.to ?? null,
    through: values.through ?? null,
    from: values.from ?? null,
    byHand: values['by-hand'],
    faults: values.faults,
    walks,
    again: values.again ?? null,
    keep: values.keep,
    format: oneOf('format', values.format, formats) ?? 'text',
    run: oneOf('run', values.run, layers),
    seed: wholeNumber('seed', values.seed) ?? 1,
    max: max ?? Infinity,
    help: values.help,
  };
}
