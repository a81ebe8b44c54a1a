import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ResolvedConfig, Rolldown } from 'vite';
import { productName } from '../contract/product.ts';
import type { Build } from '../src/sw/build.ts';
import { besidePage, buildScript } from './beside-page.ts';

const hashesOf = (page: string, tag: 'style' | 'script'): string =>
  [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    .join(' ');

/** The page for when there is none, in one piece: its style and its script run by their hashes, and nothing else does. */
const offlineOf = (root: string): Build['offline'] => {
  const read = (file: string) => readFileSync(join(root, 'src', file), 'utf8');
  const style = `${read('ui/tokens.css')}${read('sw/offline.css')}`
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ');
  const page = read('sw/offline.html')
    .replaceAll(/\n\s*/g, '\n')
    .replace('%STYLE%', () => style)
    .replaceAll('%PRODUCT_NAME%', productName);
  const policy = [
    `default-src 'none'`,
    `style-src ${hashesOf(page, 'style')}`,
    `script-src ${hashesOf(page, 'script')}`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ];
  return { page, policy: policy.join('; ') };
};

/** Plain files with their addresses, by name. */
const publicFiles = (folder: string): [path: string, file: string][] =>
  folder !== '' && existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
        .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file])
    : [];

const contentOf = (output: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array =>
  output.type === 'chunk' ? output.code : output.source;

const factsOf = (outputs: Rolldown.OutputBundle, page: string, { root, publicDir }: ResolvedConfig): Build => {
  const version = createHash('sha256');
  const made = Object.values(outputs)
    .filter(({ fileName }) => !fileName.startsWith('.'))
    .toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1));
  for (const output of made) version.update(`${output.fileName}\n`).update(contentOf(output));
  const plain = publicFiles(publicDir);
  for (const [path, file] of plain) version.update(`${path}\n`).update(readFileSync(file));
  const parts = made.map(({ fileName }) => `/${fileName}`).filter((path) => path.startsWith('/assets/'));
  return {
    version: version.digest('base64url').slice(0, 12),
    shell: parts.filter((path) => page.includes(`"${path}"`)),
    parts,
    pictures: plain.map(([path]) => path),
    offline: offlineOf(root),
  };
};

/** Builds `/sw.js` for the page that was just built, with the list of what it may keep. Other builds get none. */
export const serviceWorker = () =>
  besidePage('service-worker', async ({ outputs, page, config }) => {
    const facts = factsOf(outputs, page, config);
    return { 'sw.js': await buildScript(config, 'src/sw/sw.ts', { BUILD: JSON.stringify(facts) }) };
  });
