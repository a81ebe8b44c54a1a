import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfigFromFile, type Plugin } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gallery as plugin } from '../../.storybook/gallery.ts';
import gallery from '../../.storybook/main.ts';
import { galleryOf } from '../../stories/gallery/story-files.ts';
import { root } from './source.ts';

const namesOf = (plugins: unknown): string[] =>
  (plugins as (Plugin | undefined)[]).flat().map((plugin) => plugin?.name ?? '');

test('D5 the gallery is built as the product is, without what would have its stories fetch, or is of no use there', async () => {
  const how = { command: 'build', mode: 'production' } as const;
  const product = await loadConfigFromFile(how, join(root, 'vite.config.ts'), undefined, 'error');
  const plugins = (product?.config.plugins ?? []) as Plugin[][];
  const all = namesOf(plugins);
  const built = await gallery.viteFinal?.({ plugins: plugins.flat() }, {} as never);
  const left = namesOf(built?.plugins);
  expect(left).toContain('gallery');
  // Of one that is called otherwise the gallery would not know, and each piece of a screen would be a call that leaves its story.
  expect(all.filter((name) => !left.includes(name))).toEqual(['name-product', 'ask-for-pieces-again', 'compress']);
});

describe('D5 the gallery goes on while files are renamed and removed', () => {
  const toy = JSON.stringify(join(root, 'tests/paths/toy/toy.model.ts'));
  const modelOf = (shared: string) =>
    `import toy from ${toy};\nimport { en } from './${shared}';\nexport default { ...toy, view: undefined, title: { en, ru: en } };\n`;
  const begin = (...models: string[]) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'statera-gallery-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const at = (name: string) => join(folder, name);
    writeFileSync(at('one.ts'), "export const en = 'One';\n");
    for (const model of models) writeFileSync(at(model), modelOf('one.ts'));
    return at;
  };
  const old = new Date('2026-01-15T10:00:00.000Z');

  test('D5 a flow whose file is renamed is shown as it is now', async () => {
    const at = begin('a.model.ts');
    expect((await galleryOf(at('a.model.ts'))).shelf).toBe('Shared/One');
    renameSync(at('one.ts'), at('other.ts'));
    writeFileSync(at('a.model.ts'), modelOf('other.ts'));
    const { shelf, files } = await galleryOf(at('a.model.ts'));
    expect(shelf).toBe('Shared/One');
    expect(files).toContain(at('other.ts'));
  });

  test('D5 a change of what a removed model was made of is told to the models that are left', async () => {
    const at = begin('a.model.ts', 'b.model.ts');
    for (const model of ['a.model.ts', 'b.model.ts']) await galleryOf(at(model));
    const watcher = new EventEmitter();
    const { configureServer } = plugin();
    if (typeof configureServer !== 'function') throw new Error('it watches nothing');
    await configureServer.call({} as never, { watcher } as never);
    const changed = () => statSync(at('b.model.ts')).mtimeMs;
    utimesSync(at('b.model.ts'), old, old);
    renameSync(at('a.model.ts'), at('a.ts'));
    watcher.emit('change', at('one.ts'));
    expect(changed()).toBeGreaterThan(old.getTime());
    // It comes back as it was: what it is made of is found out anew.
    renameSync(at('a.ts'), at('a.model.ts'));
    await galleryOf(at('a.model.ts'));
    utimesSync(at('a.model.ts'), old, old);
    watcher.emit('change', at('one.ts'));
    expect(statSync(at('a.model.ts')).mtimeMs).toBeGreaterThan(old.getTime());
  });
});

test('D5 a gallery whose npm is told to end ends with it', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { gallery: string } };
  // Storybook takes half a minute to begin: something that never ends stands for it. The shell is what npm puts before it.
  const script = scripts.gallery.replace(/\S*storybook\S* .*/, `-e 'setInterval(console.log, 50, "goes on")'; true`);
  const env = { ...process.env, npm_lifecycle_event: 'gallery' };
  const shell = spawn('sh', ['-c', script], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let isOver = false;
  // What holds the output of the shell is whoever it has started.
  const over = once(shell, 'close').then(() => (isOver = true));
  onTestFinished(() => void (isOver || process.kill(-shell.pid!, 'SIGKILL')));
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await over;
});
