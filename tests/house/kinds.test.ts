import { describe, expect, test } from 'vitest';
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { operation, type Operation, type OperationKind } from '../../contract/operation.ts';
import { sampleTransfer } from '../../machines/operation/operation.samples.ts';
import { holdersOf } from '../../machines/residents/progress/progress.machine.ts';
import { kinds } from '../../server/operations/kinds.ts';
import { filesBelow, textOf } from './source.ts';

const everyKind = operation.shape.kind.options;

/** What the database looks at last when an operation begins. */
const ruleOfDatabase = (): string =>
  filesBelow('server/db/migrations')
    .map(textOf)
    .findLast((text) => text.includes('function operations_begin_right')) ?? '';

const without = (missing: (kind: OperationKind) => boolean): OperationKind[] => everyKind.filter(missing);

describe('F3 a kind of operation is everywhere where kinds are listed', () => {
  test('F3 the database takes it', () => {
    const rule = ruleOfDatabase();
    expect(
      without((kind) => !rule.includes(`'${kind}'`)),
      'a check of it would be answered 500: a migration replaces `operations_begin_right` by one that names it',
    ).toEqual([]);
  });

  test('F3 the server knows what is particular of it', () => {
    expect(
      without((kind) => kinds[kind] === undefined),
      'a line of `kinds` in server/operations/kinds.ts',
    ).toEqual([]);
  });

  test('F3 it stands in a history', () => {
    const histories = textOf('server/history/rows.ts');
    expect(
      without((kind) => !histories.includes(`kind: '${kind}'`)),
      'nobody would find it again: a line of `sources` in server/history/rows.ts',
    ).toEqual([]);
  });

  test('F3 what it keeps set aside in a wallet is told there, and counted by the check of the books', () => {
    const books = textOf('tests/server/bank.ts');
    const underWay = (kind: OperationKind): Operation => sampleTransfer('processing', { kind });
    const { currency } = underWay('transfer').terms.give;
    const holding = everyKind.filter((kind) => kinds[kind]?.holds === true);
    expect(holding).toContain('transfer');
    expect(
      holding.filter((kind) => holdersOf([underWay(kind)], currency).length === 0 || !books.includes(`'${kind}'`)),
      '`holding` in machines/residents/progress/progress.machine.ts, and the lists in tests/server/bank.ts',
    ).toEqual([]);
  });

  test('F3 its review and its way stand in a story: what its own words are, who looks at them sees', () => {
    const stories = filesBelow('tests/views/kept').map(textOf).join('\n').replaceAll('\u00a0', ' ');
    const words: Record<string, string> = ru;
    const told = (message: string): boolean => {
      const parts = (words[message] ?? message).replaceAll('\u00a0', ' ').split(/{{\w+}}/);
      return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')).test(stories);
    };
    const confirmed = everyKind.filter((kind) => `operation.confirm.${kind}` in words);
    expect(confirmed).toContain('transfer');
    const missing = confirmed
      .flatMap((kind) => [`operation.confirm.${kind}`, `operation.step.now.${kind}`])
      .filter((message) => !told(message));
    expect(missing, 'nobody sees how it looks: `stageOf` in the facet of the model of its flow').toEqual([]);
  });
});
