import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { count, cover, undone } from '../../machines/paths/coverage.ts';
import { departureFrom, departureWords, readTranscript, strayingFrom } from '../../machines/paths/kept.ts';
import { transcriptOf } from '../../machines/paths/transcript.ts';
import { commandFor } from '../../machines/paths/words.ts';
import { keptOf } from '../../scripts/paths/keep.ts';
import { models } from './models.ts';
import { modelsNow } from './models-now.ts';
import toy from './toy/toy.model.ts';
import { mutant, type Part } from './mutant.ts';
import type { Model } from '../../machines/model.ts';

/** Beside a failure: what to do when the change was meant. */
const renewed = (model: Model): string => `if this was meant: ${commandFor(model, '--keep')}`;

describe.each(Object.values(models).map((model) => ({ name: model.name, model })))('$name', ({ name, model }) => {
  const kept = keptOf(model);

  test(`D4 ${name}: each step of the kept paths leads to what was kept`, () => {
    const departure = departureFrom(model, kept);
    expect(departure && `${departureWords(departure)}\n${renewed(model)}`).toBeNull();
  });

  if (Object.values(modelsNow).includes(model))
    test(`D4 ${name}: random steps from the kept paths lead to what was kept`, () => {
      const straying = strayingFrom(model, kept);
      expect(straying && `${departureWords(straying)}\n${renewed(model)}`).toBeNull();
    });

  test(`D4 ${name}: the kept paths walk every transition, guard both ways and outcome`, () => {
    const { states: _states, ...coverage } = count(
      model,
      kept.map(({ path }) => path),
    );
    const left = undone({ ...coverage, states: { all: 0, walked: 0, missing: [] } });
    // What nothing can bring about is not walked however often it is written down anew.
    const sample = 'an event that nobody says has no sample: `events` of the model, or a reason in `unreachable`';
    expect(left.length > 0 ? [...left, sample, renewed(model)] : []).toEqual([]);
  });
});

test('D4 nothing is kept of a machine that is gone', () => {
  const names = Object.values(models).map(({ name }) => `${name.replaceAll(' ', '-')}.txt`);
  expect(readdirSync(join(import.meta.dirname, 'kept')).toSorted()).toEqual(names.toSorted());
});

describe('a transcript', () => {
  const { paths } = cover(toy).search;
  const text = transcriptOf(toy, paths);

  test('D4 is read back as the paths that it tells', () => {
    const kept = readTranscript(text);
    expect(kept.map(({ path }) => path)).toEqual(paths);
    expect(
      transcriptOf(
        toy,
        kept.map(({ path }) => path),
      ),
    ).toBe(text);
    expect(departureFrom(toy, kept)).toBeNull();
  });

  const changes: [string, (chart: Part) => void, string][] = [
    ['another target', ({ states }) => void (states.talk.states.checking.on['house.closed'] = 'editing'), '+ = line'],
    ['an action that is gone', ({ states }) => void states.talk.states.checking.entry.pop(), '- does page.title'],
    ['another input', ({ states }) => void (states.talk.states.checking.invoke.input = {}), '- asks toy.check {"word"'],
    [
      'another delay',
      ({ states }) => void (states.talk.states.checking.after = { 50_000: 'editing' }),
      '- timer 5000\n+ timer 50000',
    ],
  ];
  test.each(changes)('D4 shows %s by path and step', (_what, change, told) => {
    const departure = departureFrom(mutant(toy, change), readTranscript(text));
    expect(departure && departureWords(departure)).toContain(told);
  });

  test('D4 shows a sample and an outcome that the model has no more', () => {
    const told = (model: Model) => {
      const departure = departureFrom(model, readTranscript(text));
      return departure && departureWords(departure);
    };
    expect(told({ ...toy, events: { ...toy.events, 'user.typed': [] } })).toContain('+ the model has no such sample');
    expect(told({ ...toy, outcomes: { ...toy.outcomes, 'toy.check': {} } })).toContain('+ cannot be done');
  });
});
