import type { RawBuilder } from 'kysely';
import type { Db } from '../db/db.ts';

/** Rows that are read at once: a file of any length needs no more memory than these. */
export const atOnce = 500;

export type Row = Record<string, unknown>;

/** One list of the file, some rows at a time. */
export type Pages = AsyncGenerator<unknown[]>;

/** `ask` reads the rows behind a key, in the order of that key. */
export async function* pages<One extends object>(
  db: Db,
  ask: (after: string) => RawBuilder<One>,
  key: keyof One,
  first: string,
): AsyncGenerator<One[]> {
  let after = first;
  for (;;) {
    const { rows } = await ask(after).execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = String(last[key]);
  }
}
