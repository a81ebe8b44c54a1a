import { join, relative, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import type { CSSOptions, ResolvedConfig, Rolldown } from 'vite';
import type { Parts, Pieces } from '../contract/first-page.ts';
import { besidePage, buildOne, buildScript } from './beside-page.ts';
import {
  mainModule,
  memberModules,
  modulesAround,
  modulesAroundMember,
  pageModules,
} from '../src/prerender/modules.ts';

/** Below the folder of the build, where nothing is served from. */
const folder = '.vite';

/** What renders the pages of visitors, with everything that it needs, for the server to load. */
const buildRenderer = ({ root, resolve, css }: ResolvedConfig): Promise<string> =>
  buildOne(root, {
    plugins: [react()],
    css: { modules: css.modules } as CSSOptions,
    resolve: { alias: resolve.alias.filter(({ find }) => String(find).includes('react-router')) },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, 'src/prerender/prerender.tsx'),
      target: 'node20',
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  });

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

/** What pages take of what was built. @throws where a module of theirs is in no piece. */
const piecesOf = (outputs: Rolldown.OutputBundle, root: string): Pieces => {
  const chunks = new Map<string, Chunk>();
  const holders = new Map<string, string>();
  for (const output of Object.values(outputs)) {
    if (output.type !== 'chunk') continue;
    chunks.set(output.fileName, output);
    for (const id of output.moduleIds) holders.set(relative(root, id).split(sep).join('/'), output.fileName);
  }
  const holderOf = (module: string): string => {
    const holder = holders.get(module);
    if (holder === undefined) throw new Error(`no piece of the page holds ${module}`);
    return holder;
  };
  const reach = (name: string, found: Set<string>): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const next of chunks.get(name)?.imports ?? []) reach(next, found);
  };
  const first = holderOf(mainModule);
  const partsOf = (modules: readonly string[]): Parts => {
    const names = new Set<string>();
    for (const module of [mainModule, ...modules]) reach(holderOf(module), names);
    const styles = [...names].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
    const scripts = [...names].filter((name) => name !== first);
    return { scripts: scripts.map((name) => `/${name}`), styles: [...new Set(styles)].map((name) => `/${name}`) };
  };
  const all = (each: Readonly<Record<string, readonly string[]>>, around: readonly string[]): Pieces['pages'] =>
    Object.fromEntries(Object.entries(each).map(([name, modules]) => [name, partsOf([...modules, ...around])]));
  return {
    first: `/${first}`,
    pages: all(pageModules, modulesAround),
    members: all(memberModules, modulesAroundMember),
  };
};

/** Builds what the server needs to render pages of visitors, beside the page that was just built. Other builds get none. */
export const visitorPages = () =>
  besidePage('visitor-pages', async ({ outputs, config }) => {
    const [renderer, early] = await Promise.all([buildRenderer(config), buildScript(config, 'src/early/early.ts')]);
    return {
      [`${folder}/prerender.mjs`]: renderer,
      [`${folder}/early.js`]: early.trim(),
      [`${folder}/pieces.json`]: JSON.stringify(piecesOf(outputs, config.root)),
    };
  });
