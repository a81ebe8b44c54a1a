import { join, relative, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import { build as bundle, type CSSOptions, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { Pieces } from '../contract/first-page.ts';
import { mainModule, modulesAround, pageModules } from '../src/prerender/modules.ts';

/** Below the folder of the build, where nothing is served from. */
const folder = '.vite';

/** What renders the pages of visitors, with everything that it needs, for the server to load. */
const renderer = async ({ root, resolve, css }: ResolvedConfig): Promise<string> => {
  const result = (await bundle({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { modules: css.modules } as CSSOptions,
    resolve: { alias: resolve.alias.filter(({ find }) => String(find).includes('react-router')) },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, 'src/prerender/prerender.tsx'),
      write: false,
      target: 'node20',
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
};

/** What stands inline in such a page. */
const early = async ({ root, build }: ResolvedConfig): Promise<string> => {
  const result = (await bundle({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: build.target,
      minify: build.minify,
      rolldownOptions: { input: join(root, 'src/early/early.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code.trim();
};

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

/** What the pages of visitors take of what was built. @throws where a module of theirs is in no piece. */
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
  const pages = Object.entries(pageModules).map(([page, modules]) => {
    const names = new Set<string>();
    for (const module of [mainModule, ...modules, ...modulesAround]) reach(holderOf(module), names);
    const styles = [...names].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
    const scripts = [...names].filter((name) => name !== first);
    return [
      page,
      { scripts: scripts.map((name) => `/${name}`), styles: [...new Set(styles)].map((name) => `/${name}`) },
    ];
  });
  return { first: `/${first}`, pages: Object.fromEntries(pages) as Pieces['pages'] };
};

/** Builds what the server needs to render pages of visitors, beside the page that was just built. Other builds get none. */
export const visitorPages = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'visitor-pages',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_, outputs) {
        if (outputs['index.html']?.type !== 'asset') return;
        const [rendering, inline] = await Promise.all([renderer(config), early(config)]);
        this.emitFile({ type: 'asset', fileName: `${folder}/prerender.mjs`, source: rendering });
        this.emitFile({ type: 'asset', fileName: `${folder}/early.js`, source: inline });
        const pieces = JSON.stringify(piecesOf(outputs, config.root));
        this.emitFile({ type: 'asset', fileName: `${folder}/pieces.json`, source: pieces });
      },
    },
  };
};
