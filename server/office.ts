import type { Config } from './config.ts';
import type { Db } from './db/db.ts';

/** Thrown with one line that says what was typed wrong. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** Where a person of the house works. */
export interface Office {
  db: Db;
  config: Pick<Config, 'productName' | 'publicUrl' | 'origins'>;
  say: (line: string) => void;
}
