import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Words from '../../contract/journal/words.ts';
import type * as Parts from '../../contract/message-parts.ts';
import { cover } from '../../machines/paths/coverage.ts';
import type { Model } from '../../machines/model.ts';
import { undone } from '../../machines/paths/coverage.ts';
import type * as Register from '../../machines/root/flows.ts';
import { root } from './source.ts';

/** A copy of the rooms that a new flow touches; inside the cache, so that packages are found as usual. */
let copy = '';

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  copy = mkdtempSync(join(root, '.cache', 'new-flow-'));
  for (const name of ['contract', 'machines', 'src', 'scripts', 'tsconfig.json', '.oxfmtrc.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  expect(newFlow('little-note', '--en', `a note of one's own`)).toMatchObject({ status: 0, stderr: '' });
}, 60_000);

const newFlow = (...args: string[]) =>
  spawnSync(process.execPath, [join(copy, 'scripts/new-flow.mjs'), ...args], { cwd: copy, encoding: 'utf8' });

const everything = (): Record<string, string> =>
  Object.fromEntries(
    globSync('{contract,machines,src}/**/*.{ts,tsx,json}', { cwd: copy }).map((file) => [
      file,
      readFileSync(join(copy, file), 'utf8'),
    ]),
  );

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

  test('D8 its name stands among those that a journal keeps', async () => {
    const { flows } = (await import(/* @vite-ignore */ join(copy, 'machines/root/flows.ts'))) as typeof Register;
    const { ownWords } = (await import(/* @vite-ignore */ join(copy, 'contract/journal/words.ts'))) as typeof Words;
    const names: string[] = flows.map(({ name }) => name);
    expect(names).toContain('little-note');
    expect(names.filter((name) => !ownWords.has(name))).toEqual([]);
  });

  test('D1 its messages come later, and not with every page', async () => {
    const { isIn } = (await import(/* @vite-ignore */ join(copy, 'contract/message-parts.ts'))) as typeof Parts;
    expect([isIn.page('little_note.text'), isIn.rest('little_note.text')]).toEqual([false, true]);
  });

  test('D1 in a modal it is one of those that may be wanted, and its heading is that of the window, which comes first', async () => {
    const of = (file: string) => readFileSync(join(copy, file), 'utf8');
    expect(/type ModalName =[^;]*;/.exec(of('machines/root/events.ts'))?.[0]).toContain(`'little-note'`);
    expect(of('src/features/frame/modal-slot.tsx')).toContain(`'little-note': 'little_note.title'`);
    expect(of('src/features/little-note/little-note.view.tsx')).not.toMatch(/Title|Page/);
    const { isIn } = (await import(/* @vite-ignore */ join(copy, 'contract/message-parts.ts'))) as typeof Parts;
    expect([isIn.page('little_note.title'), isIn.page('little_note.text')]).toEqual([true, false]);
  });

  test.each([
    ['little-note', 'machines/root/flows.ts has a flow little-note'],
    ['history-transfer', 'machines/root/flows.ts has a flow history-transfer'],
    ['sign-in', 'there is a folder machines/sign-in'],
    ['theme', 'there is a folder machines/residents/theme'],
    ['operation', 'there is a folder machines/operation'],
    ['puzzle', 'machines/sign-in/puzzle.model.ts has this name'],
    ['annex', 'machines/root/annex.model.ts has this name'],
    ['network', 'contract/messages/ru.json has a message network.'],
  ])('D1 it refuses the name %s, says who has it, and writes nothing', (name, why) => {
    const before = everything();
    const { status, stderr } = newFlow(name);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(why) as string });
    expect(stderr).toContain(`choose another name than ${name}`);
    expect(everything()).toEqual(before);
  });

  test.each([
    [['petty', '--rout', 'chat'], `Unknown option '--rout'`],
    [['petty', 'chat'], '“chat” is too much: options stand behind --'],
    [['petty', '--route', 'petty'], `as own('petty')`],
    [[], 'npm run new:flow <name>'],
    [['Petty'], '“Petty” is no name of a flow: small letters, digits and hyphens'],
  ])('D1 it refuses %j, says what it takes, and writes nothing', (args, why) => {
    const before = everything();
    const { status, stderr } = newFlow(...args);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(why) as string });
    expect(everything()).toEqual(before);
  });

  test('D1 it says what it takes to who asks, and writes nothing', () => {
    const before = everything();
    expect(newFlow('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--route <route>') as string,
    });
    expect(everything()).toEqual(before);
  });

  test('D1 D8 at a new address it writes the words of that too, and names what is left', async () => {
    const file = join(copy, 'machines/residents/navigation/routes.ts');
    const [text, words] = [readFileSync(file, 'utf8'), readFileSync(join(copy, 'contract/journal/words.ts'), 'utf8')];
    writeFileSync(file, text.replace("  own('transfer'),", "  own('tiny-notes'),\n  own('transfer'),"));
    const { status, stdout, stderr } = newFlow('tiny', '--route', 'tiny-notes');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('tests/machines/navigation.test.ts   a row of `table`: where /tiny/notes leads');
    expect(stdout).toContain(`tests/sessions/house-session.ts     '/tiny/notes' in`);
    expect(readFileSync(join(copy, 'machines/flows/tiny/tiny.model.ts'), 'utf8')).toContain(`path: '/tiny/notes'`);
    const added = readFileSync(join(copy, 'contract/journal/words.ts'), 'utf8')
      .split('\n')
      .filter((line) => !words.includes(line));
    expect(added).toEqual(['  tiny', '  tiny notes']);
  });

  test('D1 it refuses a route that another flow stands at', () => {
    const before = everything();
    expect(newFlow('petty', '--route', 'transfer').stderr).toContain('the flow transfer stands at the route transfer');
    expect(everything()).toEqual(before);
  });

  test('D1 it writes nothing when the last place of a line is not found', () => {
    const file = join(copy, 'src/app/later-screens.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('const views', 'const shown'));
    const before = everything();
    const { status, stderr } = newFlow('petty');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('src/app/later-screens.ts has changed its shape') as string,
    });
    expect(everything()).toEqual(before);
    writeFileSync(file, text);
  });
});
