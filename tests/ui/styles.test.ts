import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const src = new URL('../../src/', import.meta.url);
const files = (readdirSync(src, { recursive: true }) as string[])
  .filter((file) => /\.(css|tsx)$/.test(file))
  .toSorted();
const read = (file: string) => readFileSync(new URL(file, src), 'utf8').replace(/\/\*[^]*?\*\//g, '');
const lines = (keep: (file: string) => boolean, found: RegExp) =>
  files.filter(keep).flatMap((file) => (read(file).match(found) ?? []).map((words) => `${file}: ${words.trim()}`));

const tokens = 'ui/tokens.css';

describe('D3 one place for every look', () => {
  test('D3 colours are named by tokens only', () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lch|lab|color-mix)\([^)]*\)/gi;
    expect(lines((file) => file.endsWith('.css') && file !== tokens, literal)).toEqual([]);
    expect(lines((file) => file.endsWith('.tsx'), /\b(?:stroke|fill|color)=["'](?!none|currentColor)[^"']+/g)).toEqual(
      [],
    );
  });

  test('D3 five sizes of type, or what of one there is room for, two weights, one pace of motion', () => {
    const css = (file: string) => file.endsWith('.css') && file !== tokens;
    expect(lines(css, /font-size:(?! (?:min\()?var\(--text-(?:12|14|16|20|32)\)| inherit)[^;]+/g)).toEqual([]);
    expect(lines(css, /font-weight:(?! var\(--(?:regular|strong)\)| inherit)[^;]+/g)).toEqual([]);
    expect(lines(css, /(?:transition|animation)(?:-duration)?:[^;]*?\b[\d.]+m?s\b[^;]*/g)).toEqual([]);
  });

  test('D3 nothing is styled in place: the content security policy would refuse it', () => {
    expect(lines((file) => file.endsWith('.tsx'), /\bstyle=\{?/g)).toEqual([]);
  });

  test('D3 each variable that a style asks for is there', () => {
    const asked = new Set(
      files.flatMap((file) => [...read(file).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)),
    );
    const given = new Set(files.flatMap((file) => [...read(file).matchAll(/(--[\w-]+):/g)].map(([, name]) => name)));
    expect([...asked].filter((name) => !given.has(name))).toEqual([]);
  });
});
