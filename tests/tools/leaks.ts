import { sql } from 'kysely';
import type { Page } from 'playwright';
import type { Db } from '../../server/db/db.ts';

/*
 * Where something secret could have been left, as text to be searched, and how it may be written there.
 */

/** Every table of a database, its rows as text. */
export async function everyTable(db: Db): Promise<{ name: string; text: string }[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const read = async (name: string) => {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, E'\n') as text from ${sql.raw(name)} t`.execute(db);
    return { name, text: rows[0]?.text ?? '' };
  };
  return Promise.all(tables.map(({ name }) => read(name)));
}

/** Everything that a page keeps on its device, but for what its worker does: `keptIn` reads that. */
export const keptOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('not read')));
      });
    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, window.name];
    for (const { name } of await indexedDB.databases()) {
      const open = await done(indexedDB.open(name ?? ''));
      for (const store of open.objectStoreNames)
        all.push(name, store, await done(open.transaction(store).objectStore(store).getAll()));
      open.close();
    }
    return JSON.stringify(all);
  });

/** How a secret may be written; of a token its bytes besides. */
export const waysOf = (secret: string): string[] => {
  const bytes = [Buffer.from(secret), ...(/^[\w-]{43}$/.test(secret) ? [Buffer.from(secret, 'base64url')] : [])];
  const coded = (['hex', 'base64', 'base64url'] as const).flatMap((code) => bytes.map((one) => one.toString(code)));
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...coded.map((one) => one.replace(/=+$/, '')),
  ];
};

/** Each eight digits of a number that stand beside each other, with gaps or without. */
export const partsOf = (number: string): RegExp[] =>
  Array.from({ length: number.length - 7 }, (_, at) => new RegExp([...number.slice(at, at + 8)].join('[ -]?')));
