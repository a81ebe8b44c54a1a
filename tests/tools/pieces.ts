import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from './product.ts';

interface Chunk {
  file: string;
  css?: string[];
}

let known: Set<string> | undefined;

/** Paths of the scripts and styles of the build. */
export const piecesOfBuild = (): ReadonlySet<string> => {
  const read = () => {
    const manifest = join(dist, '.vite/manifest.json');
    const chunks = Object.values(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>);
    return new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css].map((name) => `/${name}`)));
  };
  return (known ??= read());
};

const words = /^\/i18n\/(ru|en)\/(page|visitor|rest)$/;

/** Whether an address is that of a script or style of the build, or of words, which no text can know: the page fetches it when it is idle. */
export const isPieceOfBuild = (url: string): boolean => {
  const { pathname, hostname, search } = new URL(url);
  return hostname === '127.0.0.1' && search === '' && (piecesOfBuild().has(pathname) || words.test(pathname));
};
