// npm run replay -- file.json: tells a recorded session in words. `--help` says how.
import { readFileSync } from 'node:fs';
import { JournalFault, parseJournal } from '../../machines/journal/file.ts';
import { lexiconOf } from '../../machines/journal/lexicon.ts';
import type { Language } from '../../machines/paths/words.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';
import { readModels } from '../paths/models.ts';
import { readArgs, ReplayFault, usage } from './args.ts';
import { tell } from './tell.ts';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ReplayFault(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function journalIn(file: string, lang: Language) {
  try {
    return parseJournal(textOf(file));
  } catch (error) {
    throw error instanceof JournalFault ? new ReplayFault(`${file}: ${error.words[lang]}`) : error;
  }
}

async function main(): Promise<void> {
  const args = readArgs(process.argv.slice(2));
  if (!args) return void console.log(usage);
  const file = journalIn(args.file, args.lang);
  const lexicon = lexiconOf((await readModels()).values());
  const { lines, difference } = tell(await loadWholeRoot(), file, lexicon, args);
  console.log(lines.join('\n'));
  if (difference !== null) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ReplayFault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
