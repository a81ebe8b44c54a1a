import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArgsError } from '../command.ts';
import type { Args } from './args.ts';

const unread: Record<string, Record<Args['lang'], string>> = {
  ENOENT: { en: 'there is no such file', ru: 'такого файла нет' },
  EISDIR: { en: 'it is a folder', ru: 'это папка' },
  EACCES: { en: 'it may not be read', ru: 'его нельзя прочитать' },
};

/**
 * The text of a file as a browser reads one: without the mark that some editors put before it. It is looked for from where
 * npm was called, which goes to its package first. @throws ArgsError
 */
export function textOf({ file, lang }: Pick<Args, 'file' | 'lang'>): string {
  try {
    return new TextDecoder().decode(readFileSync(resolve(process.env['INIT_CWD'] ?? '', file)));
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new ArgsError(`${file}: ${unread[code]?.[lang] ?? code}`);
  }
}
