import { describe, expect, test } from 'vitest';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import logout from '../../machines/flows/logout/logout.model.ts';
import type { Model } from '../../machines/model.ts';
import operation from '../../machines/operation/operation.model.ts';
import news from '../../machines/residents/news/news.model.ts';
import { covers, faults, planCover, planFaults, planThrough, planTo } from '../../machines/paths/plans.ts';
import { walk } from '../../machines/paths/steps.ts';
import { commandFor } from '../../machines/paths/words.ts';
import { readArgs } from '../../scripts/paths/args.ts';
import { modelNamed, modelOfMachine } from '../../scripts/paths/models.ts';
import { asJson, asMarkdown, asText, type Printed } from '../../scripts/paths/print.ts';
import { keepOutlines, runPaths } from '../../scripts/paths/run.ts';
import { beginningAt } from '../../scripts/paths/starts.ts';
import { tableOf } from '../../scripts/paths/table.ts';
import { tell } from '../../scripts/paths/told.ts';
import { models } from './models.ts';
import toy from './toy/toy.model.ts';

const modelOf = modelOfMachine(new Map([exchange, operation].map((model) => [model.name, model])));
const printed = (lang: 'en' | 'ru'): Printed => {
  const { paths, tally } = planCover(logout, 'transitions');
  return {
    ...{ model: logout, lang, wish: 'transitions', more: 0, tally },
    paths: paths.map((path) => ({ ...tell(logout, path, lang, modelOf), about: null })),
  };
};

describe('what is asked for is walked', () => {
  test.each(covers)('D4 --cover %s walks all there is, and names what it leaves', (cover) => {
    const { paths, tally } = planCover(toy, cover);
    expect(paths.length).toBeGreaterThan(0);
    expect(tally.walked + tally.missing.length).toBe(tally.all);
    const left = tally.missing.filter(({ reason }) => reason === null);
    if (cover !== 'pairs') expect(left).toEqual([]);
  });

  test('D4 --to leads to a state by its name, its title in either language, or that of a machine below', () => {
    const ends = (wish: string) =>
      planTo(exchange, wish, modelOf).paths.map((path) => {
        const world = walk(exchange, path);
        return [...world.machines().values()].map((actor) => JSON.stringify(actor.getSnapshot().value)).join();
      });
    expect(ends('finished.failed')).toHaveLength(1);
    const review = ends('reviewing.reading');
    expect(review.join()).toContain('{"reviewing":"reading"}');
    expect(ends('operation.reviewing.reading')).toEqual(review);
    const { ru, en } = operation.states['reviewing.reading']!.title;
    expect([ends(ru), ends(en)]).toEqual([review, review]);
    expect(() => planTo(exchange, 'nowhere', modelOf)).toThrow(
      /^exchange has no state nowhere\. It has:\n {2}filling +The form\n/,
    );
    expect(() => planTo(exchange, 'nowhere', modelOf, undefined, 'ru')).toThrow(
      /\n {2}operation\.submitting +\S*[а-я]/,
    );
  });

  test('D4 --through walks each transition of an event', () => {
    const { paths, tally } = planThrough(operation, 'user.confirmed');
    expect(tally).toMatchObject({ all: 4, walked: 4 });
    for (const { steps } of paths)
      expect(steps.at(-1)).toMatchObject({ type: 'say', event: { type: 'user.confirmed' } });
    expect(planThrough(operation, operation.eventWords!['user.confirmed']!.ru).paths).toEqual(paths);
    expect(() => planThrough(operation, 'user.sneezed')).toThrow(
      /^operation hears no event user\.sneezed\. It hears:\n {2}user\.confirmed +press the confirm button\n/,
    );
    const told = (lang: 'en' | 'ru') => {
      try {
        planThrough(exchange, 'nowhere', undefined, lang);
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    expect(told('ru')).toMatch(/\n {2}user\.confirmed +нажмите кнопку подтверждения\n/);
    // What a chart calls its own branches is nothing that anybody does.
    expect(told('en')).not.toMatch(/\n {2}(always|done |error |form\.|after )/);
  });

  test('D4 --through walks an event that only a machine below it hears', () => {
    const { paths, tally } = planThrough(exchange, 'user.submitted');
    expect(tally).toMatchObject({ walked: tally.all, missing: [] });
    expect(paths.length).toBeGreaterThan(0);
    for (const { steps } of paths)
      expect(steps.at(-1)).toMatchObject({ type: 'say', event: { type: 'user.submitted' } });
  });

  test('D4 --faults meets each fault at each call of the exchange', () => {
    const plan = planFaults(exchange);
    expect(plan.tally).toMatchObject({ walked: plan.tally.all, missing: [] });
    const met = [...plan.faults.values()];
    for (const call of ['exchange.check', 'exchange.submit', 'exchange.status'])
      expect(new Set(met.filter((one) => one.call === call).map(({ fault }) => fault))).toEqual(
        new Set(faults.filter((fault) => fault !== 'quote expired' || call === 'exchange.submit')),
      );
  });
});

describe('what is printed', () => {
  test('D4 numbered steps, where each leads and what is on the screen then, in both languages', () => {
    expect(asText(printed('en'))).toContain('  2. sign out\n     state: Signing out\n     on the screen: Signing out');
    const russian = asText(printed('ru'));
    expect(russian).toContain('Путь 1');
    expect(russian).toContain('на экране: ');
    expect(asMarkdown(printed('en'))).toMatch(/^\| 2 \| sign out \| Signing out \|/m);
  });

  test('D4 as JSON the steps can be read back and taken again', () => {
    const { model, paths, tally } = JSON.parse(asJson(printed('en'))) as Printed & { model: string };
    expect(model).toBe('logout');
    expect(tally.missing).toEqual([]);
    const steps = paths[0]!.steps.flatMap(({ step }) => (step ? [step] : []));
    expect(walk(logout, { input: paths[0]!.input, steps }).actor.getSnapshot().value).toBe(
      paths[0]!.steps.at(-1)!.states[0],
    );
  });

  test('D4 the table counts each machine, and gives the reason for what is not walked', () => {
    const table = tableOf([toy]);
    expect(table).toMatch(/toy +\d+ +\d+ +7\/7 +11\/12 +6\/6 +5\/5/);
    expect(table).toContain('the door throws nothing');
  });
});

test('D4 what cannot be asked for is told in words', () => {
  expect(readArgs(['exchange', '--to', 'reviewing', '--lang', 'ru'])).toMatchObject({
    names: ['exchange'],
    lang: 'ru',
  });
  expect(() => readArgs(['exchange', '--cover', 'everything'])).toThrow('--cover is one of states, transitions');
  expect(() => readArgs(['exchange', '--max', 'many'])).toThrow('--max is a whole number, not many');
  expect(() => readArgs(['exchange', '--to', 'x', '--faults'])).toThrow('one at a time: --to, --faults');
  expect(() => readArgs(['--tu', 'x'])).toThrow("Unknown option '--tu'");
});

test('D4 an option that would do nothing is refused in words, and so are no walks and no paths', async () => {
  const refused: [string, string][] = [
    ['--run browser', '--run wants the name of a machine'],
    ['--to reviewing', '--to wants the name of a machine'],
    ['exchange --walks 1 --run browser', '--run does nothing beside --walks'],
    ['exchange --again line --max 3', '--max does nothing beside --again'],
    ['exchange --keep --run machine', '--run does nothing beside --keep'],
    ['exchange --seed 2', '--seed is for --walks'],
    ['exchange --run machine --format md', '--format is for paths that are printed'],
    ['exchange --to completed --by-hand --run browser', '--by-hand does nothing beside --run browser'],
    ['exchange --through user.confirmed --run browser', '--through does nothing beside --run browser'],
    ['exchange --keep --lang ru', '--lang is for what is told in words of a machine'],
    ['exchange --run view --lang ru', '--lang is for what is told in words of a machine'],
    ['--lang ru', '--lang is for what is told in words of a machine'],
    ['exchange --run machine --max 0', '--max is 1 or more, not 0'],
    ['exchange --walks 0', '--walks is 1 or more, not 0'],
  ];
  for (const [line, why] of refused) expect(() => readArgs(line.split(' '))).toThrow(why);
  for (const line of [
    '--walks 3 --seed 0',
    '--keep --run view',
    'exchange --run browser --to completed --lang ru --max 1',
    'toy --format md',
  ])
    expect(() => readArgs(line.split(' '))).not.toThrow();
  await expect(runPaths(toy, [], 'machine', 'en')).rejects.toThrow('toy has no such path, so nothing was walked');
});

test('D4 stories that no machine of those has are not kept, and that is said', async () => {
  await expect(keepOutlines([news])).rejects.toThrow('news: no view, so no stories');
});

test('D4 paths begin at one start, by its name in either language; others are told a line each', () => {
  for (const wish of ['from the list', 'From the list', 'из списка', 'Из списка'])
    expect(Object.keys(beginningAt(exchange, wish).inputs)).toEqual(['from the list']);
  const inputs = { 'from the list': {}, 'by a link, of an account that is frozen': {} };
  expect(() => beginningAt({ ...exchange, inputs } as Model, 'nowhere')).toThrow(
    'exchange has no start “nowhere”. It has:\n  from the list\n  by a link, of an account that is frozen',
  );
  expect(() => beginningAt(exchange, 'ниоткуда', 'ru')).toThrow(/It has:\n {2}из списка\n/);
});

test('D4 a command that is printed for a machine is understood as it stands there, whatever the machine is called', () => {
  const known = new Map(Object.entries(models));
  const words = (line: string) => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  for (const model of known.values()) {
    const [npm, run, script, rest, ...typed] = words(commandFor(model, '--again "from the list:3,0,12"'));
    expect([npm, run, script, rest]).toEqual(['npm', 'run', 'paths', '--']);
    const { names, again } = readArgs(typed);
    expect([names.map((name) => modelNamed(known, name)), again]).toEqual([[model], 'from the list:3,0,12']);
  }
});
