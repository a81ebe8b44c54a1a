import { globSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../machines/model.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { nodesOf, pairsOfRegions } from '../../machines/paths/universe.ts';
import { takeTurns } from '../../contract/take-turns.ts';
import { chartOf } from '../../stories/gallery/chart.ts';
import { sought } from '../../stories/gallery/filter.ts';
import { modelFolders } from '../../stories/gallery/story-files.ts';
import { lastStep, namesOf, shelfOf } from '../../stories/gallery/story-names.ts';
import landing from '../../machines/flows/landing/landing.model.ts';
import progress from '../../machines/residents/progress/progress.model.ts';
import { root } from '../house/source.ts';
import { toyMachine } from './toy/toy.machine.ts';
import toy from './toy/toy.model.ts';

const faceted = { ...toy, facet: () => ({ tried: true, code: 'late', empty: '' }) };

test('D5 each story has a name of its own, with what its facet says', () => {
  const stories = namesOf(faceted, findStops(faceted).stops);
  expect(new Set(stories.map(({ name }) => name)).size).toBe(stories.length);
  expect(new Set(stories.map(({ exportName }) => exportName)).size).toBe(stories.length);
  expect(stories[0]).toMatchObject({
    name: { en: 'online · editing (tried, late)', ru: 'online · editing (tried, ответа нет слишком долго)' },
    way: { en: ['start: empty'], ru: ['начало: пусто'] },
  });
});

test('D5 the way to a story calls what its steps name as the screen does, in both languages', () => {
  const ways = namesOf(landing, findStops(landing).stops).map(({ way }) => way);
  const amounts = (language: 'en' | 'ru') =>
    ways
      .flatMap((way) => way[language])
      .filter((step) => step.startsWith(landing.eventWords!['user.amount typed']![language]));
  expect(amounts('en').length).toBeGreaterThan(0);
  for (const step of amounts('en')) expect(step).toMatch(/\(You (give|get), /);
  for (const step of amounts('ru')) expect(step).toMatch(/\((Вы отдаёте|Вы получаете), /);
});

test('D5 stories of one name are told apart by a step of their way, in both languages', () => {
  const stop = findStops(toy).stops.find(({ path }) => path.steps.length > 0);
  const same = [{ ...stop!, path: { ...stop!.path, steps: [] } }, stop!, stop!];
  const [first, second, third] = namesOf(toy, same);
  const lastOf = (way: string[]) => way.at(-1)!;
  for (const language of ['en', 'ru'] as const) {
    expect(second!.name[language]).toBe(`${first!.name[language]} ← ${lastOf(second!.way[language])}`);
    // What the name says is not said below it once more.
    expect(lastStep(second!, language)).toBeNull();
    expect(lastStep(first!, language)).toBe(lastOf(first!.way[language]));
    // Nothing tells the third from the second: a number does.
    expect(third!.name[language]).toBe(`${first!.name[language]} 2`);
  }
});

test('D5 operations in progress are told by their names in a list of all stories, with no bare count', () => {
  const names = namesOf(progress, findStops(progress).stops).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const { en, ru } of names)
    expect([en, ru]).toEqual([expect.stringMatching(/^[A-Z][^\d]*$/), expect.stringMatching(/^[А-Я][^\d]*$/)]);
});

describe('D5 a story for every state, and for every two states of two regions', () => {
  const without = (name: string, outcome: string): Model => {
    const { done = {}, next = {} } = toy.outcomes[name]!;
    const left = <Value>(all: Record<string, Value>) =>
      Object.fromEntries(Object.entries(all).filter(([label]) => label !== outcome));
    return {
      ...toy,
      outcomes: { ...toy.outcomes, [name]: { ...toy.outcomes[name], done: left(done), next: left(next) } },
    };
  };
  const behindTheDoor = ['talk.waiting at the door', 'talk.inside'];

  test('D5 the pairs are counted from the chart', () => {
    const ids = pairsOfRegions(toyMachine).map(({ id }) => id);
    expect(ids).toHaveLength(2 * 5);
    expect(ids).toContain('line.down & talk.refused');
    const stood = findStops(toy).stops.flatMap(({ states }) => (states.length === 2 ? [states.join(' & ')] : []));
    expect([...new Set(stood)].toSorted()).toEqual(ids.toSorted());
  });

  test('D5 a state that no way leads to is named, and so is each pair with it', () => {
    expect(findStops(without('toy.check', 'known')).missing).toEqual([
      ...behindTheDoor,
      ...['down', 'up'].flatMap((line) => behindTheDoor.toSorted().map((talk) => `line.${line} & ${talk}`)),
    ]);
    expect(findStops(without('page.life', 'offline')).missing).toContain('line.down');
  });

  test('D5 a state that its model calls unreachable is not missed, nor a pair with it', () => {
    const model = without('toy.check', 'known');
    const states = Object.fromEntries(
      Object.entries(model.states).map(([state, words]) => [
        state,
        behindTheDoor.includes(state) ? { ...words, unreachable: 'nobody is known' } : words,
      ]),
    );
    expect(findStops({ ...model, states }).missing).toEqual([]);
  });

  test('D5 a pair may be called unreachable, and is named when it was reached after all', () => {
    const pair = 'line.down & talk.refused';
    const found = findStops({ ...toy, unreachable: { ...toy.unreachable, [pair]: 'a lie' } });
    expect(found).toMatchObject({ missing: [], reachedAfterAll: [pair] });
  });

  test('D5 stops begin where the machine does, and those of one state stand together', () => {
    const { stops } = findStops(faceted);
    expect(stops[0]?.path.steps).toEqual([]);
    const places = stops.map(({ states }) => states.join());
    expect(places.filter((place, at) => place !== places[at - 1])).toEqual([...new Set(places)]);
  });
});

test('D5 a story is found by its words, with «ё» as with «е», and whatever spaces are between them', () => {
  const [first, second] = namesOf(toy, findStops(toy).stops);
  const named = { ...first!, name: { en: 'an account\u00a0is  frozen', ru: 'Счёт ещё закрыт' } };
  const other = { ...second!, name: { en: 'a text', ru: 'Пришел ответ' } };
  const isFound = (wish: string) => sought([named, other], wish).map((stop) => [named, other].indexOf(stop));
  for (const wish of ['счет еще', 'СЧЁТ', ' счёт   еще ', 'account is frozen', 'сче\u0308т'])
    expect(isFound(wish)).toEqual([0]);
  expect(isFound('пришёл')).toEqual([1]);
  expect(isFound(' ')).toEqual([0, 1]);
  expect(isFound('words of nobody')).toEqual([]);
});

test('D5 every folder that the gallery looks into has a model, and none stands there twice', () => {
  const folders = modelFolders();
  const isEmpty = (folder: string) => globSync(`machines/${folder}/**/*.model.ts`, { cwd: root }).length === 0;
  expect(folders.filter(isEmpty)).toEqual([]);
  expect(folders).toEqual([...new Set(folders)]);
  expect(folders).toEqual(expect.arrayContaining(['flows/history', 'operation', 'root']));
});

test('D5 no more is under way than may be, in the order in which it was asked for, also where some of it fails', async () => {
  const few = takeTurns(2);
  const begun: number[] = [];
  const ends: PromiseWithResolvers<number>[] = Array.from({ length: 5 }, () => Promise.withResolvers());
  const asked = ends.map(({ promise }, at) =>
    few(() => {
      begun.push(at);
      return promise;
    }),
  );
  const settled = Promise.allSettled(asked);
  await setImmediate();
  expect(begun).toEqual([0, 1]);
  ends[1]!.reject(new Error('no such model'));
  await setImmediate();
  expect(begun).toEqual([0, 1, 2]);
  ends.forEach(({ resolve }, at) => resolve(at));
  expect((await settled).map(({ status }) => status).toSorted()).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(await few(() => Promise.resolve('later'))).toBe('later');
});

test('D5 stories stand on the shelf of their room', () => {
  expect(shelfOf('/somewhere/machines/flows/toy/toy.model.ts', toy)).toBe('Flows/Toy');
  expect(shelfOf('/somewhere/machines/residents/toy/toy.model.ts', toy)).toBe('House/Toy');
  expect(shelfOf('/somewhere/machines/list/toy.model.ts', toy)).toBe('Shared/Toy');
});

test('D5 the chart has a box for each state, and its arrows say what happens', async () => {
  const { boxes, arrows, width, height } = await chartOf(toy.machine);
  expect(boxes.map(({ state }) => state).toSorted()).toEqual(
    nodesOf(toy.machine)
      .map(({ path }) => path.join('.'))
      .toSorted(),
  );
  expect(arrows.map(({ label }) => label)).toEqual(
    expect.arrayContaining([
      'asked [there is a word]',
      'done toy.check [it is known]',
      'after an answer is overdue',
      'port.offline',
    ]),
  );
  expect(arrows.every(({ title }) => title === undefined)).toBe(true);
  expect(boxes.every((box) => box.x + box.width <= width && box.y + box.height <= height)).toBe(true);
});

test('D5 arrows of a chart are told in the words of its model, in both languages, with room for the longer ones', async () => {
  const asked = { en: 'ask', ru: 'спросите ещё раз, и как можно громче' };
  const { arrows, width } = await chartOf(toy.machine, { ...toy, eventWords: { 'user.asked': asked } });
  const told = (label: string) => arrows.find((arrow) => arrow.label === label)?.title;
  expect(told('asked [there is a word]')).toEqual({
    en: 'ask [there is a word]',
    ru: 'спросите ещё раз, и как можно громче [there is a word]',
  });
  expect(width).toBeGreaterThan((await chartOf(toy.machine)).width);
  expect(told('done toy.check [it is known]')).toEqual({
    en: 'toy.check answers [it is known]',
    ru: 'toy.check отвечает [it is known]',
  });
  expect(told('error door')).toEqual({ en: 'door fails', ru: 'door не удаётся' });
  expect(told('after an answer is overdue')).toEqual({
    en: 'after an answer is overdue',
    ru: 'по времени: ответа нет слишком долго',
  });
  expect(told('port.offline')).toEqual({ en: 'the browser: offline', ru: 'браузер: offline' });
});
