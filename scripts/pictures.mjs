// npm run pictures: how every sheet of the gallery looks, beside the kept pictures; the differences stand in a page of pictures.
//   npm run pictures -- --keep            what is drawn now is kept       npm run pictures -- exchange   sheets of that name
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';
import { ArgsError, helpOption, parsedArgs, runCommand, tellOptions } from './command.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const oxfmt = join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt');

/** Null where what may be given is asked for. @throws ArgsError */
const readArgs = async () => {
  const { values, positionals } = parsedArgs({
    options: { keep: { type: 'boolean' }, ...helpOption },
    allowPositionals: true,
  });
  if (values.help) return null;
  if (positionals.length > 1) throw new ArgsError(`one name at a time, not ${positionals.join(', ')}`);
  const [wish = ''] = positionals;
  // Whoever asks for all of them waits for no name to be looked up.
  const sheets = wish === '' ? '' : await (await import('./sheets.ts')).sheetsNamed(wish);
  return { isKept: values.keep === true, sheets };
};

async function main() {
  const args = await readArgs();
  if (!args) return tellOptions(import.meta.filename);
  const { isKept, sheets } = args;
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
}

await runCommand(main, 2);
