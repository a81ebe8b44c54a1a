import { assign, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { configSaveMailing, userEndBrowser } from '../../contract/calls/settings.ts';
import { defineModel, type Model } from '../../machines/model.ts';
import changePassword from '../../machines/flows/change-password/change-password.model.ts';
import operation from '../../machines/operation/operation.model.ts';
import { calls } from '../../machines/root/calls.ts';
import { brokenOn, lineOf, pathOfWalk, walkOf } from '../../machines/paths/walk.ts';
import { findPaths } from '../../machines/paths/search.ts';
import { findBroken } from '../../scripts/paths/walks.ts';
import { mutant, type Part } from './mutant.ts';

const both = (words: string) => ({ en: words, ru: words });

/** The first invariant that breaks on a random walk of a model, which is cheap, or else on its paths. */
function brokenBy(model: Model): string | undefined {
  const strayed = findBroken(model, 600, 1);
  if (strayed) return strayed.broken.invariant.title.en;
  const { paths, deaths } = findPaths(model);
  for (const path of [...paths, ...deaths.map((death) => death.path)]) {
    const broken = brokenOn(model, path);
    if (broken) return broken.invariant.title.en;
  }
  return undefined;
}

/** An exchange: the other kinds begin at addresses of their own, and most of a random walk would be theirs. */
const exchange: Model = {
  ...operation,
  inputs: Object.fromEntries(
    ['from a form', 'from an address'].map((input) => [input, operation.inputs[input]] as const),
  ),
};
/** Nothing goes on from there, whatever leads there. */
const corner = { initial: 'waiting', states: { waiting: {}, asking: {}, paused: {} } };

describe('an operation that is wrong', () => {
  const wrong: [string, string, (chart: Part) => void][] = [
    [
      'sends again by itself',
      'one request a click, one confirm an operation',
      ({ states }) => void (states.submitting.invoke.onError = { target: 'submitting', reenter: true }),
    ],
    [
      'shows other terms than it sends',
      'what is sent is what was shown',
      ({ states }) => {
        const change = assign(({ context }: { context: Part }) => ({
          current: {
            ...context['current'],
            terms: { ...context['current'].terms, fee: { amount: '9.00', currency: 'USD' } },
          },
        }));
        states.reviewing.on['user.confirmed'] = { target: 'submitting', actions: change };
      },
    ],
    [
      'confirms what has lapsed',
      'no confirm after the quote has lapsed',
      ({ states }) => {
        states.reviewing.on['user.confirmed'] = 'submitting';
        delete states.reviewing.after;
        delete states.reviewing.on['port.ticked'];
      },
    ],
    [
      'sends for a click that came before the quote was there',
      'one request a click, one confirm an operation',
      ({ states }) => {
        states.checking.on['user.confirmed'] = {};
        states.reviewing.after = { 5_000: 'submitting' };
      },
    ],
    [
      'takes another click for a confirm',
      'one request a click, one confirm an operation',
      ({ states }) => void (states.reviewing.on['user.asked again'] = 'submitting'),
    ],
    [
      'sends again for a second click',
      'one request a click, one confirm an operation',
      ({ states }) => void (states.submitting.on = { 'user.confirmed': { target: 'submitting', reenter: true } }),
    ],
    [
      'does not heed the clock',
      'no confirm after the quote has lapsed',
      ({ on, states }) => {
        on['port.ticked'] = {};
        states.reviewing.on['port.ticked'] = {};
      },
    ],
    [
      'does not notice that the line is back',
      'who looks is told on',
      ({ states }) => void (states.tracking.states.paused.on['port.online'] = 'waiting'),
    ],
    [
      'says that nothing was sent while nobody knows',
      'an end says what became of the money',
      ({ states }) => void (states['finding out'].on = { 'user.went back': 'changed mind' }),
    ],
    [
      'says that nothing was sent of what is under way',
      'an end says what became of the money',
      ({ states }) => void (states.tracking.on['user.went back'] = 'changed mind'),
    ],
    [
      'takes a failure for a success',
      'an end says what became of the money',
      ({ states }) =>
        void (states.sorting.always.find(({ guard }: Part) => guard === 'it has failed').target = 'succeeded'),
    ],
    [
      'tells its flow another end than its person',
      'an end says what became of the money',
      ({ states }) => void (states.failed.output = { kind: 'succeeded' }),
    ],
    ['ends in a corner', 'no dead end', ({ states }) => void (states.tracking = corner)],
    [
      'waits for ever',
      'every waiting ends',
      ({ states, invoke }) => {
        delete states.checking.after;
        delete states.checking.on;
        invoke.length = 0;
      },
    ],
    ['checks with no deadline', 'every waiting ends', ({ states }) => void delete states.checking.after],
  ];

  test.each(wrong)('D4 one that %s breaks: %s', (_what, title, change) => {
    expect(brokenBy(mutant(exchange, change))).toBe(title);
  });
});

test('D4 an end that says nothing about the money is found', () => {
  const quiet = mutant(operation, (chart) => void delete chart['output']);
  const states = Object.entries(quiet.states).map(([state, { title }]) => [state, { title }]);
  expect(brokenBy({ ...quiet, states: Object.fromEntries(states) })).toBe('an end says what became of the money');
});

test('D4 an end that only lets itself be closed says nothing about the money', () => {
  const quiet = mutant(operation, (chart) => void delete chart['output']);
  const states = Object.entries(quiet.states).map(([state, { title }]) => [
    state,
    { title, sees: () => [{ message: 'ui.close' }] },
  ]);
  expect(brokenBy({ ...quiet, states: Object.fromEntries(states) })).toBe('an end says what became of the money');
});

test.each<[string, string, (saving: Part) => void]>([
  ['waits with no deadline', 'every waiting ends', (saving) => void delete saving['after']],
  [
    'is sent again by itself',
    'one request a click, one confirm an operation',
    (saving) => (saving['invoke'].onError = { target: 'saving', reenter: true }),
  ],
  [
    'is sent again by what is typed meanwhile',
    'one request a click, one confirm an operation',
    (saving) => (saving['on'] = { 'user.password typed': { target: 'saving', reenter: true } }),
  ],
  [
    'is sent again by a second click',
    'one request a click, one confirm an operation',
    (saving) => (saving['on'] = { 'user.submitted': { target: 'saving', reenter: true } }),
  ],
])('D4 a password that %s breaks: %s', (_what, title, change) => {
  expect(brokenBy(mutant(changePassword, ({ states }) => change(states.saving)))).toBe(title);
});

const letters = 'config.save_mailing';
const browser = 'user.end_browser';

/** One event that begins two calls, of those that may be repeated with nobody asking. */
const beginning = (event: string, repeated: readonly string[], second = browser) => {
  const part = (src: string) => ({
    initial: 'resting',
    states: {
      resting: { on: { [event]: 'asking' } },
      asking: { invoke: { src, onDone: 'resting', onError: 'resting' }, after: { 1_000: 'resting' } },
    },
  });
  return defineModel({
    name: 'two calls',
    title: both('Two calls'),
    machine: setup({ actors: calls(configSaveMailing, userEndBrowser) }).createMachine({
      id: 'two-calls',
      type: 'parallel',
      states: { first: part(letters), second: part(second) },
    } as Part),
    inputs: { empty: {} },
    events: { [event]: [{}] },
    outcomes: { [letters]: {}, [browser]: {} },
    mayRepeat: Object.fromEntries(repeated.map((name) => [name, 'it is asked for until it is known'])),
    states: {},
  });
};

test.each<[string, Model, string | undefined]>([
  ['the line sends again, each by itself', beginning('port.online', [letters, browser]), undefined],
  ['a click sends', beginning('user.asked', [letters, browser]), 'one request a click, one confirm an operation'],
  [
    'the line sends again twice',
    beginning('port.online', [letters], letters),
    'one request a click, one confirm an operation',
  ],
  ['the line sends besides', beginning('port.online', [letters]), 'one request a click, one confirm an operation'],
])('D4 two calls that %s', (_what, model, title) => {
  expect(brokenBy(model)).toBe(title);
});

const typing = (into: string) =>
  defineModel({
    name: 'typing',
    title: both('Typing'),
    machine: setup({
      types: { events: {} as { type: 'user.password typed'; value: string; [key: string]: string } },
    }).createMachine({ id: 'typing', on: { 'user.password typed': {} } }),
    inputs: { empty: {} },
    events: { 'user.password typed': [{ value: '20260115', [into]: '20260115' }] },
    outcomes: {},
    states: {},
  });

test('D4 a secret that is written down is found', () => {
  expect(brokenBy(typing('note'))).toBeUndefined();
  expect(brokenBy(typing('amount'))).toBe('nothing personal in the journal');
});

test('D8 a machine that throws dice does not replay', () => {
  let dice = 0;
  const model = defineModel({
    name: 'dice',
    title: both('Dice'),
    machine: setup({ actions: { throw: assign({ dice: () => (dice += 1) }) } }).createMachine({
      id: 'dice',
      context: { dice: 0 },
      on: { 'user.asked': { actions: 'throw' } },
    }),
    inputs: { empty: {} },
    events: { 'user.asked': [{}] },
    outcomes: {},
    states: {},
  });
  expect(brokenBy(model)).toBe('a replay comes to the same');
});

test('D8 a machine that turns on the letters of a secret takes other turns when they are masked', () => {
  const model = defineModel({
    name: 'letters',
    title: both('Letters'),
    machine: setup({
      types: { events: {} as { type: 'user.email typed'; value: string } },
      guards: { 'it is Ann': ({ event }) => event.value.startsWith('ann') },
    }).createMachine({
      id: 'letters',
      initial: 'asking',
      states: {
        asking: { on: { 'user.email typed': { guard: 'it is Ann', target: 'known' } } },
        known: { on: { 'user.email typed': 'asking' } },
      },
    }),
    inputs: { empty: {} },
    events: { 'user.email typed': [{ value: 'ann@example.com' }] },
    outcomes: {},
    states: {},
  });
  expect(brokenBy(model)).toBe('a masked journal takes the same turns');
});

test('D4 a walk that breaks something is made short, and walked again by its line', () => {
  const model = mutant(operation, ({ states }) => void (states.tracking = corner));
  const found = findBroken(model, 2_000, 1);
  expect(found?.broken.path.steps.length).toBeLessThanOrEqual(4);
  const again = walkOf(lineOf(found!.walk));
  expect(pathOfWalk(model, again)).toEqual(found!.broken.path);
  expect(brokenOn(model, pathOfWalk(model, again))?.why).toBe(found!.broken.why);
  expect(walkOf('by code: 1, 20')).toEqual({ input: 'by code', picks: [1, 20] });
  expect(() => walkOf('no line')).toThrow('numbers with commas between: “from the list:3,0,12”');
  expect(() => walkOf('by code:1 2')).toThrow('colon');
});

test('D4 a walk that breaks something only once has broken it', () => {
  let starts = 0;
  const model = defineModel({
    name: 'once',
    title: both('Once'),
    machine: setup({
      actions: {
        'fall once': assign(() => {
          starts += 1;
          // The first start finds the steps, the second one is looked at.
          if (starts === 2) throw new Error('only now');
          return {};
        }),
      },
    }).createMachine({ id: 'once', entry: 'fall once', on: { 'user.asked': {} } }),
    inputs: { empty: {} },
    events: { 'user.asked': [{}] },
    outcomes: {},
    states: {},
  });
  expect(findBroken(model, 20, 1)?.broken.why).toBe('Error: only now');
});
