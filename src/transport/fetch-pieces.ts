const coming: Record<string, Promise<unknown> | undefined> = {};

const scriptCame = async (path: string): Promise<unknown> => {
  const piece = await fetch(path);
  if (!piece.ok) throw new Error(path);
  return piece.blob();
};

const styleCame = (href: string): Promise<unknown> =>
  new Promise<unknown>((onload, fail) => {
    if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return onload(undefined);
    const link = document.createElement('link');
    const onerror = () => {
      link.remove();
      fail(new Error(href));
    };
    document.head.append(Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload, onerror }));
  });

const pieceCame = (path: string): Promise<unknown> =>
  (coming[path] ??= (path.endsWith('.css') ? styleCame(path) : scriptCame(path)).catch((error: unknown) => {
    delete coming[path];
    throw error;
  }));

/**
 * Imports a part of the page once all that it is made of has come: `pieces`, as paths below the root of the site. Rejects where
 * one does not come, and asks for it anew the next time, for its style too. What is imported and fails stays so in Safari, in
 * Firefox to 154 and in older ones of Chrome for as long as the page stands, however often it is asked for (whatwg/html#10327).
 */
export const importFetched = <Part>(load: () => Promise<Part>, pieces: readonly string[] = []): Promise<Part> =>
  Promise.all(pieces.map((path) => pieceCame(`/${path}`))).then(load);
