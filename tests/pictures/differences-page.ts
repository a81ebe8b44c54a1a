import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compared } from './compare.ts';

const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const section = ([sheet, { changed, added, gone, picture }]: [string, Compared]): string => `
<h2>${plain(sheet)}</h2>
<ul>${[...added.map((story) => `new: ${story}`), ...gone.map((story) => `gone: ${story}`)].map((line) => `<li>${plain(line)}</li>`).join('')}</ul>
${picture === null ? '' : `<p>${changed.length} otherwise. Left: as it was kept. Middle: as it is. Right: where they differ.</p><img src="${plain(sheet)}.png" alt="">`}`;

/** Writes a page with every difference that was found. Gives its path; null when there is none. */
export function differencesPage(folder: string, found: Record<string, Compared>): string | null {
  const all = Object.entries(found);
  if (all.length === 0) return null;
  const path = join(folder, 'index.html');
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><title>What looks otherwise</title>
<style>body { font: 14px/1.5 sans-serif; margin: 24px } img { max-width: 100%; border: 1px solid #ccc }</style>
<h1>What looks otherwise</h1>${all.map(section).join('')}
<p>If it is meant: <code>npm run pictures -- --keep</code></p>
`,
  );
  return path;
}
