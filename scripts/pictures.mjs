// npm run pictures: how every sheet of the gallery looks, beside the kept pictures; the differences stand in a page of pictures.
//   npm run pictures -- --keep            what is drawn now is kept       npm run pictures -- exchange   sheets of that name
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from './children.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const oxfmt = join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
const readArgs = () => {
  try {
    const { values, positionals } = parseArgs({ options: { keep: { type: 'boolean' } }, allowPositionals: true });
    if (positionals.length < 2) return { isKept: values.keep === true, sheets: positionals[0] ?? '' };
    throw new Error(`one name at a time, not ${positionals.join(', ')}`);
  } catch (error) {
    console.error(error.message.split('. ')[0]);
    process.exit(2);
  }
};
const { isKept, sheets } = readArgs();
const { code } = await run(process.execPath, [vitest, 'run', '--project=pictures'], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: 'test',
    KEEP_PICTURES: isKept ? '1' : '0',
    SHEETS: sheets,
  },
});
// What is kept is a file of the project, and is looked at as one.
const formatted = isKept
  ? await run(process.execPath, [oxfmt, 'tests/pictures/kept'], { cwd: root, quiet: true })
  : { code: 0 };
process.exitCode = code || formatted.code;
