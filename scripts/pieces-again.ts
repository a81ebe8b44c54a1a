import type { Plugin } from 'vite';

/** What Vite gives the page to fetch pieces with, in fewer words; `pieces`: paths below the root of the site. */
const helper = `
const coming = {};
const scriptCame = async (path) => {
  const piece = await fetch(path);
  if (!piece.ok) throw new Error(path);
  return piece.blob();
};
const styleCame = (href) =>
  new Promise((came, fail) => {
    if (document.querySelector('link[rel="stylesheet"][href="' + href + '"]')) return came();
    const link = document.createElement('link');
    const onerror = () => {
      link.remove();
      fail(new Error(href));
    };
    document.head.append(Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: came, onerror }));
  });
const forget = (path) => (error) => {
  delete coming[path];
  throw error;
};
const pieceCame = (path) =>
  (coming[path] ??= (path.endsWith('.css') ? styleCame(path) : scriptCame(path)).catch(forget(path)));
export const __vitePreload = (load, pieces = []) =>
  Promise.all(pieces.map((path) => pieceCame('/' + path))).then(load);
`;

/**
 * A piece of the page that did not come is asked for again, its styles too. What Vite gives the page for that takes a style
 * that it once asked for as seen, and its link as one that is there: the second time the script comes alone. And it has the
 * browser import what may not come: Safari, Firefox to 154 and older ones of Chrome keep a module that failed as failed for as long
 * as the page stands, however often it is asked for (whatwg/html#10327). Here it is imported once all that it is made of has come.
 */
export const askForPiecesAgain = (): Plugin => ({
  name: 'ask-for-pieces-again',
  apply: 'build',
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: (code) => {
      if (!code.includes('export const __vitePreload'))
        throw new Error('what Vite fetches pieces with is called otherwise');
      return { code: helper, map: null };
    },
  },
  generateBundle: (_, bundle) => {
    const isIn = Object.values(bundle).some((file) => file.type === 'chunk' && file.code.includes('vite:preloadError'));
    if (isIn) throw new Error('what Vite fetches pieces with has another name, and was not replaced');
  },
});
