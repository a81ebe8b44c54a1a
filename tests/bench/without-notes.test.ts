import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { withoutNotes, withoutWarnings } from '../../scripts/without-notes.ts';
import { root } from './floor.ts';

const cut = (code: string) => withoutNotes(code, parseSync('call.ts', code).program);

describe('B1 the page carries no notes of its sources', () => {
  test('B1 a call loses its basis and its note, and nothing else', () => {
    expect(
      cut("const a = defineCall({ name: 'a', basis: 'assumed', input: z.object({ note: text }), note: `why` });"),
    ).toBe("const a = defineCall({ name: 'a',  input: z.object({ note: text }),  });");
    expect(cut("const a = describe({ basis: 'assumed' });")).toBe("const a = describe({ basis: 'assumed' });");
  });

  test('B1 a chart loses what only the compiler reads, also inside of another call', () => {
    expect(
      cut('export const a = of(setup({ types: { context: {} as { types: string } }, guards: {} }).createMachine({}));'),
    ).toBe('export const a = of(setup({  guards: {} }).createMachine({}));');
  });

  test('B1 translations warn of nothing that is not shown, and still tell of an error', () => {
    const without = (code: string) => withoutWarnings(code, parseSync('i18next.js', code).program);
    expect(
      without("if (a) { this.logger.warn(`no ${this.logger.log('b')}`); return this.logger.once('c', 'warn'), b; }"),
    ).toBe('if (a) { void 0; return void 0, b; }');
    const kept = "this.logger.error('no Intl'); logger.warn('a'); this.log.warn('a');";
    expect(without(kept)).toBe(kept);
    const read = readFileSync(join(root, 'node_modules/i18next/dist/esm/i18next.js'), 'utf8');
    // What it warns of it keeps to itself where nobody debugs it.
    expect(read).toContain("return this.forward(args, 'warn', '', true);");
    expect(without(read)).not.toMatch(/logger\.(log|warn|once|deprecate)\(/);
  });

  test('B1 no script of the build holds one', () => {
    const files = JSON.parse(readFileSync(join(root, 'dist/.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string }
    >;
    const scripts = Object.values(files).filter(({ file }) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(50);
    const noted = scripts.filter(({ file }) => /[{,]basis:["'`]/.test(readFileSync(join(root, 'dist', file), 'utf8')));
    expect(noted).toEqual([]);
  });
});
