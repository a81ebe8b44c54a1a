// npm run replay -- file.json: tells a recorded session in words. `--help` says how.
import { JournalFault, parseJournal } from '../../contract/journal/file.ts';
import { lexiconOf } from '../../machines/journal/lexicon.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';
import { ArgsError, runCommand } from '../command.ts';
import { readModels } from '../paths/models.ts';
import { readArgs, usage, type Args } from './args.ts';
import { textOf } from './text.ts';
import { tell } from './tell.ts';

/** What is wrong with a journal is said in the language that was asked for. */
function orSay<Result>({ file, lang }: Args, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof JournalFault ? new ArgsError(`${file}: ${error.words[lang]}`) : error;
  }
}

async function main(): Promise<void> {
  const args = readArgs(process.argv.slice(2));
  if (!args) return void console.log(usage);
  const file = orSay(args, () => parseJournal(textOf(args)));
  const lexicon = lexiconOf((await readModels()).values());
  const root = await loadWholeRoot();
  const { lines, difference } = orSay(args, () => tell(root, file, lexicon, args));
  console.log(lines.join('\n'));
  if (difference !== null) process.exitCode = 1;
}

await runCommand(main, 1);
