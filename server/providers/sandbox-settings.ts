import * as z from 'zod/mini';
import type { Db } from '../db/db.ts';

/** What the sandbox can be told, by key: for everybody, or for one account (by its number). Kept in the database, so that every process hears it. */
export const sandboxSettings = {
  /** How the provider behaves. */
  provider: z.object({
    behaviour: z.enum(['settle', 'fail', 'hang', 'twice', 'late', 'callback', 'never']),
    /** How long it takes to settle, in milliseconds. */
    delay_ms: z.optional(z.int().check(z.minimum(0), z.maximum(600_000))),
    /** How long a confirmed withdrawal waits before it is sent, in milliseconds. */
    pause_ms: z.optional(z.int().check(z.minimum(0), z.maximum(600_000))),
  }),
  /** How long a check holds its rate, in milliseconds. */
  quotes: z.object({ lifetime_ms: z.int().check(z.minimum(1), z.maximum(3_600_000)) }),
  /** How long whoever looks at papers takes, in milliseconds. */
  reviewer: z.object({ delay_ms: z.int().check(z.minimum(0), z.maximum(3_600_000)) }),
} as const;

type Setting = keyof typeof sandboxSettings;
type Value<K extends Setting> = z.output<(typeof sandboxSettings)[K]>;

/** Tells the sandbox; `null` takes it back. `whom` is an account's number. */
export const tellSandbox = async <K extends Setting>(
  db: Db,
  key: K,
  value: Value<K> | null,
  whom = '',
): Promise<void> => {
  const row = whom === '' ? key : `${key}:${whom}`;
  if (value === null) {
    await db.deleteFrom('sandbox').where('key', '=', row).execute();
    return;
  }
  const text = JSON.stringify(value);
  await db
    .insertInto('sandbox')
    .values({ key: row, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
};

/** What it was told: for the account, else for everybody, else undefined. */
export const heardBySandbox = async <K extends Setting>(db: Db, key: K, whom = ''): Promise<Value<K> | undefined> => {
  const rows = await db
    .selectFrom('sandbox')
    .selectAll()
    .where('key', 'in', [key, `${key}:${whom}`])
    .execute();
  const row = rows.find((one) => one.key !== key) ?? rows[0];
  return row && (sandboxSettings[key].parse(row.value) as Value<K>);
};
