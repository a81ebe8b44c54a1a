import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const own = fileURLToPath(new URL('../src/transport/fetch-pieces.ts', import.meta.url));

/**
 * A piece of the page that did not come can be asked for again. What Vite gives the page to fetch pieces with has the browser
 * import what may not come, and takes a style that it once asked for as seen: the second time the script comes alone, or not
 * at all. In its place stands what the house has for that.
 */
export const askForPiecesAgain = (): Plugin => ({
  name: 'ask-for-pieces-again',
  apply: 'build',
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: (code) => {
      if (!code.includes('export const __vitePreload'))
        throw new Error('what Vite fetches pieces with is called otherwise');
      return { code: `export { importFetched as __vitePreload } from ${JSON.stringify(own)};`, map: null };
    },
  },
  generateBundle: (_, bundle) => {
    const isIn = Object.values(bundle).some((file) => file.type === 'chunk' && file.code.includes('vite:preloadError'));
    if (isIn) throw new Error('what Vite fetches pieces with has another name, and was not replaced');
  },
});
