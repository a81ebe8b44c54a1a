import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './files.ts';
import { edited, type Edit } from './mutant.ts';

/** One file changed, and every file that sees it. */
export interface Changed {
  file: string;
  edits: Edit[];
  above: readonly string[];
}

const marked = /[?]mutant=(\d+)$/;
const stripped = new Map<string, string>();
const scripted = (code: string): string => stripTypeScriptTypes(code, { mode: 'strip' });

let number = 0;
let changed: { path: string; edits: Edit[]; above: ReadonlySet<string> } | undefined;

function sourceOf(path: string): string {
  if (path === changed?.path) return scripted(edited(readFileSync(path, 'utf8'), changed.edits));
  const kept = stripped.get(path) ?? scripted(readFileSync(path, 'utf8'));
  stripped.set(path, kept);
  return kept;
}

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const mark = marked.exec(context.parentURL ?? '');
    // What does not see the changed file is loaded once for all mutants.
    if (!mark || !found.url.startsWith('file:') || !changed?.above.has(fileURLToPath(found.url))) return found;
    return { ...found, url: found.url + mark[0] };
  },
  load(url, context, next) {
    if (!marked.test(url)) return next(url, context);
    return { format: 'module', source: sourceOf(fileURLToPath(url.replace(marked, ''))), shortCircuit: true };
  },
});

/** Loads a file as it is when another one is changed; only one change at a time. */
export async function loadWith<Module>({ file, edits, above }: Changed, wanted: string): Promise<Module> {
  const paths = [...above, wanted].map((each) => join(root, each));
  changed = { path: join(root, file), edits, above: new Set(paths) };
  number += 1;
  return (await import(`${pathToFileURL(join(root, wanted)).href}?mutant=${number}`)) as Module;
}
