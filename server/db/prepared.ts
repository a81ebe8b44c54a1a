import { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

const names = new Map<string, string>();

/** The name under which a connection keeps the plan of this text; undefined for one that is planned each time. */
export const nameOf = (text: string): string | undefined => names.get(text);

/**
 * A statement that every connection plans once: for what is asked many times a second. It names its columns: what is
 * kept of a `*` breaks when another process adds one.
 */
export const prepared = <Row>(name: string, text: string): ((db: Db, values: unknown[]) => Promise<Row[]>) => {
  names.set(text, name);
  return async (db, values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
};
