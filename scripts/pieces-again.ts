import type { Plugin } from 'vite';

const inHelper = [
  { is: /seen\[href\] = void 0;(?=\s*throw err)/, becomes: 'delete seen[href];' },
  { is: /(?<=if \(e\.type === "error"\)) (rej\(.*\));/, becomes: ' { link.remove(); $1; }' },
  { is: /(?<=const scriptRel = ).*?(?=;const assetsURL)/s, becomes: '""' },
  {
    is: /(?=const link = document\.createElement)/,
    becomes:
      'if (!isCss) return fetch(dep.href).then((piece) => (piece.ok ? piece.blob() : Promise.reject(new Error(dep.href))));\n',
  },
] as const;

/**
 * A piece of the page that did not come is asked for again, its styles too. What Vite gives the page for that takes a style
 * that it once asked for as seen, and its link as one that is there: the second time the script comes alone. And it has the
 * browser import what may not come: Safari, Firefox to 154 and older ones of Chrome keep a module that failed as failed for as long
 * as the page stands, however often it is asked for (whatwg/html#10327). Here it is imported once all that it is made of has come.
 */
export const askForPiecesAgain = (): Plugin => {
  let mended = false;
  return {
    name: 'ask-for-pieces-again',
    apply: 'build',
    transform: {
      filter: { id: /^\0vite\/preload-helper/ },
      handler: (code) => {
        mended = true;
        return inHelper.reduce((text, { is, becomes }) => {
          if (!is.test(text)) throw new Error(`what Vite fetches pieces with has no ${is}`);
          return text.replace(is, becomes);
        }, code);
      },
    },
    generateBundle: (_, bundle) => {
      const isIn = Object.values(bundle).some(
        (file) => file.type === 'chunk' && file.code.includes('vite:preloadError'),
      );
      if (isIn && !mended) throw new Error('what Vite fetches pieces with has another name, and was not mended');
    },
  };
};
