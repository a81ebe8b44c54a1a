import { join } from 'node:path';
import { build as bundle, type InlineConfig, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

/** What was just built: all of it, the page among it, and how. */
export interface Built {
  outputs: Rolldown.OutputBundle;
  page: string;
  config: ResolvedConfig;
}

/** Files to write, by their names below the folder of the build. */
type Files = Record<string, string>;

/** Makes files beside the page that was just built. Builds of anything else get none. */
export const besidePage = (name: string, make: (built: Built) => Promise<Files>): Plugin => {
  let config: ResolvedConfig;
  return {
    name,
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_, outputs) {
        const page = outputs['index.html'];
        if (page?.type !== 'asset') return;
        const files = await make({ outputs, page: String(page.source), config });
        for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
};

/** Builds one file out of a module and all that it needs, and writes nothing. */
export const buildOne = async (root: string, how: InlineConfig): Promise<string> => {
  const result = (await bundle({
    ...{ root, configFile: false, publicDir: false, logLevel: 'warn' },
    ...how,
    build: { ...how.build, write: false },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
};

/** The same for a script that a browser runs as it is, built like the page. */
export const buildScript = ({ root, build }: ResolvedConfig, file: string, define?: Record<string, string>) =>
  buildOne(root, {
    ...(define && { define }),
    build: {
      target: build.target,
      minify: build.minify,
      rolldownOptions: { input: join(root, file), output: { format: 'iife' } },
    },
  });
