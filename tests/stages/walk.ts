import type { Browser } from 'playwright';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { allCalls } from '../../contract/calls/index.ts';
import type { Model, Sight } from '../../machines/model.ts';
import { statesOf } from '../../machines/paths/seen.ts';
import { start, take, walk, type Path } from '../../machines/paths/steps.ts';
import type { Language } from '../../machines/paths/words.ts';
import { wordsAlong } from '../../scripts/paths/told.ts';
import type { Step, World } from '../../machines/paths/world.ts';
import { bankCheck } from '../server/bank.ts';
import type { ChildServer } from '../server/harness.ts';
import { readScreen, type Screen } from '../tools/screen.ts';
import { unseen } from '../tools/sights.ts';
import { visit } from '../tools/product.ts';
import { movedBy, movements, operationInBooks } from './books.ts';
import { say } from './hands.ts';
import { hasJournal, isReplayedTo, keptJournal } from './kept-journal.ts';
import { holdCalls, type Told } from './line.ts';
import { beginAgain, comeIn } from './people.ts';
import {
  finalStates,
  onWay,
  type Arrangement,
  type End,
  type Scene,
  type Stage,
  type Walk,
  type Way,
} from './stage.ts';

const callNames = new Set(allCalls.map(({ name }) => name));
type Settle = Extract<Step, { type: 'settle' }>;

/** Refusals and lines that are cut stand in the console too; anything else there is a fault. */
const isPartOfIt = (complaint: string): boolean =>
  /the server responded with a status of (401|403|404|409|422|429)|net::ERR_CONNECTION_RESET/.test(complaint);

/** Samples replaced by what stands for them, each worked out once. */
function replacer(values: Way['values'], scene: () => Scene) {
  const known = new Map<string, Promise<string> | string>();
  return async (text: string): Promise<string> => {
    let real = text;
    for (const [sample, worth] of Object.entries(values ?? {})) {
      if (!text.includes(sample)) continue;
      if (!known.has(sample)) known.set(sample, worth(scene()));
      real = real.replaceAll(sample, (await known.get(sample)) ?? sample);
    }
    return real;
  };
}
const realised = async <Value>(value: Value, { real }: Scene): Promise<Value> =>
  value === undefined ? value : (JSON.parse(await real(JSON.stringify(value))) as Value);

/** A countdown goes on between two looks: whatever time the screen shows is right. */
const timesOn = ({ text }: Screen): string[] => [...new Set(text.match(/\b\d\d:\d\d\b/g))];
function unseenNow(sights: readonly Sight[], screen: Screen, language: Language): string[] {
  return sights.flatMap((sight) => {
    const counts = 'message' in sight && sight.params?.['time'] !== undefined;
    const sames: Sight[] = counts
      ? timesOn(screen).map((time) => ({ ...sight, params: { ...sight.params, time } }))
      : [sight];
    const missing = sames.map((one) => unseen([one], screen, language));
    return missing.some((words) => words.length === 0) ? [] : (missing[0] ?? unseen([sight], screen, language));
  });
}
const isWords = (sight: Sight): boolean => 'message' in sight && sight.params === undefined;

/** What each state of the machine under test wants on the screen. */
const sightsOf = ({ states }: Model, world: World): Sight[] =>
  statesOf(world.actor).flatMap((state) => {
    const { sees, unseen: elsewhere } = states[state] ?? {};
    return sees && elsewhere === undefined ? sees(world.actor.getSnapshot() as AnyMachineSnapshot) : [];
  });

/** The machine, moved beside the page by what the real server told: it says what must be on the screen. */
function createShadow(model: Model, input: string, real: unknown) {
  const beginning = { ...model, inputs: { [input]: real } };
  const world = start(beginning, input);
  return {
    world,
    take(step: Step, told?: Told) {
      if (step.type !== 'settle' || !told) return take(model, world, step);
      if (told.ok !== (step.how === 'done'))
        throw new Error(`${step.name} came to ${JSON.stringify(told)}, and the path says ${step.outcome}`);
      const truth = told.ok ? { payload: told.payload, now: told.now, at: told.at } : told.error;
      take({ ...model, outcomes: { [step.name]: { [step.how]: { [step.outcome]: () => truth } } } }, world, step);
    },
  };
}

/** Where the path leads the machine by its samples, after each step. */
function rehearsed(model: Model, { input, steps }: Path): string[] {
  return Array.from({ length: steps.length + 1 }, (_, length) => {
    const world = walk(model, { input, steps: steps.slice(0, length) });
    const states = statesOf(world.actor).join();
    world.stop();
    return states;
  });
}

export interface Walking {
  browser: Browser;
  product: ChildServer;
  stage: Stage;
  language: Language;
}

/**
 * Walks a path on the real product: a person's steps by the page's own controls, answers by the real server, each call
 * held until its turn; what the machine wants seen, with the amounts that the server told, is looked for after each
 * step. @throws at the first thing that is otherwise, with the step where it was.
 */
export async function walkInBrowser({ browser, product, stage, language }: Walking, chosen: Walk): Promise<void> {
  const { path } = chosen;
  const way = stage.ways[chosen.way];
  if (!way) throw new Error(`${stage.model.name} has no way ${chosen.way}`);
  const model = onWay(stage, way);
  const plan = rehearsed(model, path);
  const words = ['the start', ...wordsAlong(stage.model, path)];
  await beginAgain(product);
  const moved = await movements(product.db);
  const one = await visit(browser, product.url, { language });
  try {
    const scene: Scene = { product, one, path, real: replacer(way.values, () => scene) };
    const { page, complaints } = one;
    if (path.steps.some(({ type }) => type === 'wait')) await page.clock.install();
    if (way.as) await comeIn(one, product, way.as);
    await way.before?.(scene);
    const callOf = (name: string) => way.calls?.[name] ?? stage.calls?.[name] ?? name;
    const line = await holdCalls(
      page,
      Object.keys(model.outcomes)
        .map(callOf)
        .filter((name) => callNames.has(name)),
    );
    await page.goto(await scene.real(way.at));
    for (const does of way.does ?? [])
      if (typeof does === 'function') await does(scene);
      else await say(page, await realised(does, scene));

    const shadow = createShadow(model, way.input, await realised(model.inputs[way.input], scene));
    const settle = async (step: Settle): Promise<Told | undefined> => {
      const how: Arrangement | undefined = way.outcomes?.[step.name]?.[step.outcome];
      if (how === undefined) throw new Error(`nobody arranges ${step.name}: ${step.outcome}`);
      if (how === 'of itself') return undefined;
      const held = await line.next(callOf(step.name));
      if (how === 'cut') return void (await held.cut());
      if (how === 'lost') return void (await held.lose());
      if (how !== 'answered') await how(scene);
      return held.answer();
    };
    const isAhead = (at: number): boolean => {
      const next = path.steps[at];
      return next?.type === 'settle' && way.outcomes?.[next.name]?.[next.outcome] === 'of itself';
    };
    const look = async (sights: readonly Sight[], where: string) => {
      const wanted = stage.wordsOnly ? sights.filter(isWords) : sights;
      await expect
        .poll(async () => unseenNow(wanted, await page.evaluate(readScreen), language), {
          message: `on the screen after: ${where}`,
          timeout: 8_000,
        })
        .toEqual([]);
    };

    for (const [at, planned] of plan.entries()) {
      const step = path.steps[at - 1];
      if (step?.type === 'say') {
        const event = await realised<AnyEventObject>(step.event, scene);
        await say(page, event);
        shadow.take({ ...step, event });
      } else if (step?.type === 'settle') shadow.take(step, await settle(step));
      else if (step) {
        await page.clock.fastForward(Math.ceil(shadow.world.clock.next() ?? step.ms));
        shadow.take(step);
      }
      const stands = statesOf(shadow.world.actor).join();
      if (stands !== planned) throw new Error(`after “${words[at]}” it is ${stands}, and the path leads to ${planned}`);
      const isOver = shadow.world.actor.getSnapshot().status !== 'active';
      if (!isOver && !isAhead(at)) await look(sightsOf(model, shadow.world), words[at] ?? '');
    }

    const end = way.ends?.[chosen.to] ?? stage.ends[chosen.to];
    if (end) {
      await line.release();
      const snapshot = shadow.world.actor.getSnapshot() as AnyMachineSnapshot;
      const wanted = end.shows ? end.shows(snapshot) : sightsOf(model, shadow.world);
      if (wanted.length === 0) throw new Error(`nothing is looked for in ${chosen.to}`);
      await look(wanted, chosen.to);
      await expect.poll(() => addressOf(page.url()), { message: `the address of ${chosen.to}` }).toMatch(end.address);
      await inTheBooks(product, end, stage.operationIn?.(snapshot), moved);
      if (end.journal === 'gone')
        await expect.poll(() => hasJournal(page), { message: 'a journal is kept' }).toBe(false);
      else expect(await isReplayedTo(await keptJournal(page), model, chosen.to)).toBe(end.journal !== 'house');
    } else if (finalStates(model).includes(chosen.to)) throw new Error(`nobody says how ${chosen.to} is known`);
    shadow.world.stop();
    expect(complaints.filter((complaint) => !isPartOfIt(complaint))).toEqual([]);
  } finally {
    await one.context.close();
  }
}

const addressOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function inTheBooks(product: ChildServer, { money, moved }: End, id: string | undefined, before: number) {
  if (money === undefined) return;
  if (money === 'none') expect(await movements(product.db)).toBe(before);
  else {
    await expect
      .poll(() => operationInBooks(product.db, id ?? ''))
      .toMatchObject({ status: money, moved: moved ?? movedBy(money) });
  }
  await bankCheck(product.db);
}
