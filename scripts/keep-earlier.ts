import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/** How long a page that was opened before a build still finds its pieces, in milliseconds. */
const patience = 7 * 24 * 60 * 60 * 1000;

/** A name that no other content ever has, with what was compressed beside it. */
const hashed = /^assets\/.*-[A-Za-z0-9_-]{7,}\.[a-z0-9]+?(?=(?:\.br|\.gz)?$)/;

/** Beside the build's own manifest: when each kept file was replaced, by its path. */
const record = '.vite/replaced.json';

const filesOf = async (folder: string): Promise<string[]> =>
  existsSync(folder)
    ? (await readdir(folder, { withFileTypes: true, recursive: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    : [];

const readRecord = async (folder: string): Promise<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(await readFile(join(folder, record), 'utf8'))) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/**
 * Removes what is not of the present build, except hashed files for seven days from the build that replaced them.
 * @param present paths of the present build below the folder.
 * @param at now, in ms.
 */
const sweep = async (folder: string, present: ReadonlySet<string>, at: number): Promise<void> => {
  const known = await readRecord(folder);
  const replaced: Record<string, string> = {};
  for (const path of await filesOf(folder)) {
    if (present.has(path) || path === record) continue;
    const file = hashed.exec(path)?.[0];
    const since = file === undefined || present.has(file) ? Number.NaN : Date.parse(String(known[file])) || at;
    if (file !== undefined && at - since < patience) replaced[file] = new Date(since).toISOString();
    else await rm(join(folder, path), { force: true });
  }
  await mkdir(dirname(join(folder, record)), { recursive: true });
  await writeFile(join(folder, record), `${JSON.stringify(replaced, null, 2)}\n`);
};

const isInside = ({ root, build }: ResolvedConfig): boolean =>
  !/^(\.\.|$)/.test(relative(root, resolve(root, build.outDir)));

/**
 * The pieces of earlier builds stay for seven days: a page that is open since then fetches those that it needs later.
 * In place of Vite's emptying, which would take them, and a running server's with them. Whoever asks Vite by
 * `emptyOutDir` gets what it does; a folder outside of the project is left alone, as Vite leaves it.
 */
export const keepEarlier = (): Plugin => {
  let config: ResolvedConfig;
  let mine = false;
  return {
    name: 'keep-earlier',
    apply: 'build',
    config: ({ build }) => {
      mine = build?.emptyOutDir === undefined || build.emptyOutDir === null;
      return mine ? { build: { emptyOutDir: false } } : undefined;
    },
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_, bundle) {
        if (!mine || !isInside(config)) return;
        const plain = config.build.copyPublicDir && config.publicDir !== '' ? await filesOf(config.publicDir) : [];
        const present = new Set([...Object.values(bundle).map(({ fileName }) => fileName), ...plain]);
        await sweep(resolve(config.root, config.build.outDir), present, Date.now());
      },
    },
  };
};
