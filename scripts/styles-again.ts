import type { Plugin } from 'vite';

const inHelper = [
  { is: /seen\[href\] = void 0;(?=\s*throw err)/, becomes: 'delete seen[href];' },
  { is: /(?<=if \(e\.type === "error"\)) (rej\(.*\));/, becomes: ' { link.remove(); $1; }' },
] as const;

/**
 * A style that did not come is asked for again with its script. What Vite gives the page for that takes a style that it once
 * asked for as seen, and its link as one that is there: the second time the script comes alone.
 */
export const askForStylesAgain = (): Plugin => {
  let mended = false;
  return {
    name: 'ask-for-styles-again',
    apply: 'build',
    transform: {
      filter: { id: /^\0vite\/preload-helper/ },
      handler: (code) => {
        mended = true;
        return inHelper.reduce((text, { is, becomes }) => {
          if (!is.test(text)) throw new Error(`what Vite fetches styles with has no ${is}`);
          return text.replace(is, becomes);
        }, code);
      },
    },
    generateBundle: (_, bundle) => {
      const isIn = Object.values(bundle).some(
        (file) => file.type === 'chunk' && file.code.includes('vite:preloadError'),
      );
      if (isIn && !mended) throw new Error('what Vite fetches styles with has another name, and was not mended');
    },
  };
};
