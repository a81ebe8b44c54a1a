import { ConfigError } from '../config.ts';

/** The oldest PostgreSQL that this is tested with. */
const oldest = 15;

interface Asked {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/**
 * Asked before the first migration: an older one would fail somewhere among them, by the name of a function that it lacks.
 * @throws ConfigError with one line.
 */
export const refuseOldDatabase = async (pool: Asked): Promise<void> => {
  const { rows } = await pool.query(
    `select current_setting('server_version_num')::integer / 10000 as major, current_setting('server_version') as version`,
  );
  const [{ major, version }] = rows as [{ major: number; version: string }];
  if (major < oldest)
    throw new ConfigError(`DATABASE_URL leads to PostgreSQL ${version}, and ${oldest} or a newer one is needed`);
};
