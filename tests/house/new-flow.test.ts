import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cover } from '../../machines/paths/coverage.ts';
import type { Model } from '../../machines/model.ts';
import { undone } from '../../machines/paths/coverage.ts';
import { root } from './source.ts';

/** A copy of the rooms that a new flow touches; inside the cache, so that packages are found as usual. */
let copy = '';

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  copy = mkdtempSync(join(root, '.cache', 'new-flow-'));
  for (const name of ['contract', 'machines', 'src', 'scripts', 'tsconfig.json', '.oxfmtrc.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  execFileSync(process.execPath, [join(copy, 'scripts/new-flow.mjs'), 'little-note', '--en', `a note of one's own`], {
    cwd: copy,
  });
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const types = (room: string): string => {
  try {
    const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
    return execFileSync(process.execPath, [tsc, '-p', room, '--singleThreaded'], { cwd: copy, encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
};

describe('D1 npm run new:flow', () => {
  test.each(['machines', 'src'])(
    'D1 what it makes has good types in %s',
    (room) => {
      expect(types(room)).toBe('');
    },
    60_000,
  );

  test('D4 what it makes is walked completely', async () => {
    const loaded = (await import(/* @vite-ignore */ join(copy, 'machines/flows/little-note/little-note.model.ts'))) as {
      default: Model;
    };
    const { coverage, search } = cover(loaded.default);
    expect(search.deaths).toEqual([]);
    expect(search.paths.length).toBeGreaterThan(0);
    expect(undone(coverage)).toEqual([]);
  });
});
