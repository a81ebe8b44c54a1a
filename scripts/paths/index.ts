// npm run paths: what a tester can follow, made from a machine and its model. `npm run paths -- --help` says how.
import type { Model } from '../../machines/model.ts';
import { byHand } from '../../machines/paths/by-hand.ts';
import { phraseIn } from '../../machines/paths/phrases.ts';
import { planCover, planFaults, PlanError, planThrough, planTo, type Plan } from '../../machines/paths/plans.ts';
import type { Path } from '../../machines/paths/steps.ts';
import { runCommand } from '../command.ts';
import { readArgs, usage, type Args } from './args.ts';
import { keep } from './keep.ts';
import { modelNamed, modelOfMachine, readModels } from './models.ts';
import { asJson, asMarkdown, asText, type Printed } from './print.ts';
import { keepOutlines, runInBrowser, runPaths, runSession, type Wish } from './run.ts';
import { beginningAt } from './starts.ts';
import { MissingWords } from './sight-words.ts';
import { tableOf } from './table.ts';
import { tell, type ModelOf } from './told.ts';
import { walkAll } from './walks.ts';

const print = { text: asText, md: asMarkdown, json: asJson };

interface Wished {
  wish: string;
  plan: Plan;
  about: (path: Path) => string | null;
}

function planOf(model: Model, { to, through, byHand: isByHand, faults, cover, lang }: Args, modelOf: ModelOf): Wished {
  const plain = () => null;
  const can = isByHand ? byHand(model) : undefined;
  if (to !== null) return { wish: `to ${to}`, plan: planTo(model, to, modelOf, can, lang), about: plain };
  if (through !== null)
    return { wish: `through ${through}`, plan: planThrough(model, through, can, lang), about: plain };
  if (faults) {
    const plan = planFaults(model);
    return {
      wish: 'faults',
      plan,
      about: (path) => {
        const met = plan.faults.get(path);
        return met ? `${met.call}, ${phraseIn(met.fault, lang)}` : null;
      },
    };
  }
  return { wish: cover ?? 'transitions', plan: planCover(model, cover ?? 'transitions'), about: plain };
}

function keepTranscripts(models: readonly Model[]): void {
  const news = models.filter(keep);
  console.log(news.length > 0 ? `written anew: ${news.map(({ name }) => name).join(', ')}` : 'nothing has changed');
}

/** All machines together, which has no model of its own. */
const house = 'house';

function browserWish({ name }: Model, { to, lang, max }: Args): Wish {
  return { name, to, lang, max: Number.isFinite(max) ? max : null };
}

async function main(): Promise<void> {
  const args = readArgs(process.argv.slice(2));
  if (args.help) return void console.log(usage);
  if (args.again !== null && args.names.join() === house) return runSession(args.again);
  const models = await readModels();
  const modelOf = modelOfMachine(models);
  const chosenModels = args.names.map((name) => modelNamed(models, name));
  if (args.keep) {
    const some = chosenModels.length > 0 ? chosenModels : [...models.values()];
    return args.run === 'view' ? keepOutlines(some) : keepTranscripts(some);
  }
  if (chosenModels.length === 0) chosenModels.push(...(args.walks === null ? [] : models.values()));
  if (args.walks !== null || args.again !== null) return walkAll(chosenModels, args, modelOf);
  if (chosenModels.length === 0) return void console.log(tableOf([...models.values()]));
  /** Of several machines, which are one text of JSON together. */
  const texts: string[] = [];
  for (const whole of chosenModels) {
    if (args.run === 'browser') {
      await runInBrowser(browserWish(whole, args));
      continue;
    }
    const model = args.from === null ? whole : beginningAt(whole, args.from, args.lang);
    const { wish, plan, about } = planOf(model, args, modelOf);
    const chosen = plan.paths.slice(0, args.max);
    if (args.run !== null) {
      await runPaths(model, chosen, args.run, args.lang);
      continue;
    }
    const printed: Printed = {
      model,
      lang: args.lang,
      wish,
      paths: chosen.map((path) => ({ ...tell(model, path, args.lang, modelOf), about: about(path) })),
      more: plan.paths.length - chosen.length,
      tally: plan.tally,
    };
    const text = print[args.format](printed);
    if (args.format === 'json' && chosenModels.length > 1) texts.push(text);
    else console.log(text);
  }
  if (texts.length > 0) console.log(`[${texts.join(',\n')}]`);
}

await runCommand(main, 2, PlanError, MissingWords);
