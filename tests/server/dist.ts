import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

export interface Dist {
  folder: string;
  remove(): Promise<void>;
}

export const page =
  '<!doctype html><html><style>body{margin:0}</style><script type="module" src="/assets/index-B1x2Y3z4.js"></script></html>';
export const script = `export const words = '${'long enough to be worth it '.repeat(40)}';`;
export const style = `.a { color: red }\n${'.b { color: blue }\n'.repeat(60)}`;

/** A built front end in small: a page, a script that the build compressed, a style that it did not, a picture. */
export const makeDist = async (more: Record<string, string> = {}): Promise<Dist> => {
  const folder = await mkdtemp(join(tmpdir(), 'statera-dist-'));
  const files: Record<string, string | Buffer> = {
    'index.html': page,
    'assets/index-B1x2Y3z4.js': script,
    'assets/index-B1x2Y3z4.js.br': brotliCompressSync(`${script}// by the build`),
    'assets/style-A9_8-7cD.css': style,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'plain.bin': 'no type of ours',
    ...more,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
