// npm run pictures: how every sheet of the gallery looks, beside the kept pictures; the differences stand in a page of pictures.
//   npm run pictures -- --keep            what is drawn now is kept       npm run pictures -- exchange   sheets of that name
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const asked = process.argv.slice(2);
const { code } = await run(process.execPath, [vitest, 'run', '--project=pictures'], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: 'test',
    KEEP_PICTURES: asked.includes('--keep') ? '1' : '0',
    SHEETS: asked.find((word) => !word.startsWith('-')) ?? '',
  },
});
process.exitCode = code;
