import { parseArgs } from 'node:util';
import { covers, PlanError, type Cover } from '../../machines/paths/plans.ts';
import type { Language } from '../../machines/paths/words.ts';

export const formats = ['text', 'md', 'json'] as const;
export const layers = ['machine', 'view', 'browser'] as const;

export interface Args {
  /** Names of models; none: the table of all. */
  names: string[];
  lang: Language;
  cover: Cover | null;
  to: string | null;
  through: string | null;
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
  --through <event>   a shortest path along each transition of an event
  --faults            at each call: refused, network error, late, unknown, session lost, quote expired
  --walks <number>    random walks that check every invariant; a failing one is told shortened
  --again <line>      one walk once more, by the line that it printed
  --keep              writes down what each step leads to now (tests/paths/kept); with --run view what each story
                      says (tests/views/kept): tests compare, and whoever reviews a change reads the difference
  --run machine|view|browser          walk the paths instead of printing them; browser: on the real product, to each
                                      final state or to the one of --to
  --lang en|ru   --format text|md|json   --seed <number>   --max <paths>`;

function one<Of extends string>(name: string, value: string | undefined, of: readonly Of[]): Of | null {
  if (value === undefined) return null;
  const found = of.find((each) => each === value);
  if (!found) throw new PlanError(`--${name} is one of ${of.join(', ')}, not ${value}`);
  return found;
}

function whole(name: string, value: string | undefined, least = 0): number | null {
  if (value === undefined) return null;
  if (!/^\d{1,9}$/.test(value)) throw new PlanError(`--${name} is a whole number, not ${value}`);
  if (Number(value) < least) throw new PlanError(`--${name} is ${least} or more, not ${value}`);
  return Number(value);
}

/** An option that would change nothing beside the others is not asked for in earnest. @throws PlanError */
function refuseIdle(names: string[], values: Record<string, unknown>): void {
  const isAsked = (option: string) => values[option] !== undefined && values[option] !== false;
  const among = (...options: string[]) => options.filter(isAsked).map((option) => `--${option}`);
  const refuse = (idle: string[], why: string) => {
    if (idle.length > 0) throw new PlanError(`${idle.join(', ')} ${why}`);
  };
  const [alone] = among('walks', 'again', 'keep');
  if (alone !== undefined) {
    const keepsStories = alone === '--keep' && values['run'] === 'view';
    refuse(among('format', 'max', ...(keepsStories ? [] : ['run'])), `does nothing beside ${alone}`);
  } else if (names.length === 0) {
    const [wish] = among('run', 'cover', 'to', 'through', 'faults', 'format', 'max');
    if (wish !== undefined) throw new PlanError(`${wish} wants the name of a machine`);
  }
  if (alone !== '--walks') refuse(among('seed'), 'is for --walks');
  if (isAsked('run')) refuse(among('format'), 'is for paths that are printed, not for --run');
}

/** @throws PlanError in words, for whoever typed it. */
export function readArgs(args: string[]): Args {
  const parsed = (() => {
    try {
      return parseArgs({
        args,
        allowPositionals: true,
        options: {
          cover: { type: 'string' },
          to: { type: 'string' },
          through: { type: 'string' },
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
    } catch (error) {
      throw new PlanError((error as Error).message.split('. ')[0] ?? 'wrong arguments');
    }
  })();
  const { values, positionals } = parsed;
  const wishes = (['cover', 'to', 'through', 'walks', 'again'] as const).filter((wish) => values[wish] !== undefined);
  if (values.faults) wishes.push('faults' as never);
  if (values.keep) wishes.push('keep' as never);
  if (wishes.length > 1) throw new PlanError(`one at a time: ${wishes.map((wish) => `--${wish}`).join(', ')}`);
  const walks = whole('walks', values.walks, 1);
  const max = whole('max', values.max, 1);
  refuseIdle(positionals, values);
  return {
    names: positionals,
    lang: one('lang', values.lang, ['en', 'ru'] as const) ?? 'en',
    cover: one('cover', values.cover, covers),
    to: values.to ?? null,
    through: values.through ?? null,
    faults: values.faults,
    walks,
    again: values.again ?? null,
    keep: values.keep,
    format: one('format', values.format, formats) ?? 'text',
    run: one('run', values.run, layers),
    seed: whole('seed', values.seed) ?? 1,
    max: max ?? Infinity,
    help: values.help,
  };
}
