import { writeFile } from 'node:fs/promises';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';

/** Thrown with one line that says what was typed wrong. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Where a person of the house works. */
export interface Office {
  db: Db;
  config: Pick<Config, 'productName' | 'publicUrl' | 'origins'> & Partial<Pick<Config, 'providers'>>;
  say: (line: string) => void;
  /** What is wrong with a path that people are to be led to; absent, whatever could be a place is one. */
  whyNowhere?: (path: string) => Promise<string | undefined>;
}

/** A name by which one of the house is told from another. @throws OperatorError */
export const named = (name: string): string => {
  if (/\s/.test(name)) throw new OperatorError('a name is one word');
  if (name.length > 60) throw new OperatorError('a name has at most 60 characters');
  return name;
};

/** What is open by its row is closed to people where no server has a provider. */
export const tellProviders = ({ config, say }: Office): void => {
  if (config.providers === 'none')
    say('PROVIDERS is none: nobody is behind what is open here, and to people it is closed all the same');
};

/** Of what has a name none counts twice: the first would be dropped in silence. @throws OperatorError */
export const onceEach = <Part extends readonly [name: string, value: unknown]>(parts: Part[]): Part[] => {
  const names = parts.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new OperatorError(`${twice} is said twice`);
  return parts;
};

/** Saves what somebody sent where the desk asks for it, for its own user alone. @throws OperatorError where that cannot be. */
export const keepFile = async (path: string, content: Buffer): Promise<void> => {
  try {
    await writeFile(path, content, { mode: 0o600 });
  } catch (error) {
    throw new OperatorError(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
};
