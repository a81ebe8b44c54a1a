import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { i18nPath } from '../../contract/calls/page.ts';
import { allCalls } from '../../contract/calls/index.ts';
import type { CallSpec } from '../../contract/call.ts';
import { root, textOf } from './source.ts';
import { section7 } from './section-7.ts';

const line = ({ method, path, given, body }: Pick<CallSpec, 'method' | 'path' | 'given' | 'body'>) =>
  `${method} ${given === undefined ? path : `${path} ${given}`} ${body}`;

const fieldsOf = (call: CallSpec): string[] => {
  const shape: unknown = call.input && 'shape' in call.input ? call.input.shape : {};
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
};

describe('the calls of section 7', () => {
  test.each(section7)('%s the contract has %s %s with body %s', (_id, method, path, body, fields = []) => {
    const found = allCalls.filter((call) => line(call) === `${method} ${path} ${body}`);
    expect(found).toHaveLength(1);
    const [call] = found;
    expect(call?.basis).not.toBe('added');
    if (call?.input) expect(fieldsOf(call)).toEqual(expect.arrayContaining(fields));
  });

  test('F3 whatever the specification does not have says that it was added, and why', () => {
    const known = new Set(section7.map(([, method, path, body]) => `${method} ${path} ${body}`));
    const more = allCalls.filter((call) => !known.has(line(call)));
    expect(
      more.filter((call) => call.basis !== 'added' || (call.note ?? '').length < 10).map(({ name }) => name),
      'give each the `basis` added in contract/calls, and a `note` that says why',
    ).toEqual([]);
  });

  test('F3 a name and a line stand for one call', () => {
    expect(new Set(allCalls.map(({ name }) => name)).size).toBe(allCalls.length);
    expect(new Set(allCalls.map(line)).size).toBe(allCalls.length);
  });

  test('B3 the messages have a path of their own', () => {
    expect(i18nPath).toBe('/i18n/:locale');
  });

  test('F3 the README counts what is written, assumed and added', () => {
    const table = execFileSync(process.execPath, ['scripts/basis.mjs'], { cwd: root, encoding: 'utf8' }).trim();
    expect(table).toMatch(/^\| spec \|.* \d+ \| \d+ \|$/m);
    const kept = textOf('README.md')
      .split('\n\n')
      .find((part) => part.startsWith('| basis |'));
    expect(kept, 'put what `npm run -s basis` prints into README.md in place of its table').toBe(table);
  });
});
