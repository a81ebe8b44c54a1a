import { ConfigError, type Config } from '../config.ts';

/** A database of somebody else that cannot be used is a matter of configuration. */
export const databaseError = (error: unknown, config: Pick<Config, 'databaseUrl'>): unknown => {
  const code = (error as { code?: unknown } | null)?.code;
  const unusable = typeof code === 'string' && (/^(08|28|3D)/.test(code) || /^E[A-Z_]+$/.test(code));
  return unusable && config.databaseUrl !== undefined
    ? new ConfigError(`DATABASE_URL leads to no database that can be used (${code})`)
    : error;
};
