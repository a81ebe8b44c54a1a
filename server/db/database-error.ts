import { ConfigError, type Config } from '../config.ts';
import { noConnection } from './connections.ts';

/** What is wrong with a database that answers, by the SQLSTATE of its first refusal. */
const known: Record<string, string> = {
  '25006': 'leads to a database that is only read',
  '42501': 'names somebody who may make no tables and no schema there',
};

/**
 * No connection, no such user or database, no more of them, or one that is starting or stopping. The system's names begin with
 * an E, and those of a certificate that is not trusted are longer than a SQLSTATE.
 */
const unusable = /^(08|28|3D|53|57P0|E[A-Z_]+$|[A-Z][A-Z0-9_]{5,}$)/;

/** A database of somebody else that cannot be used is a matter of configuration. */
export const databaseError = (error: unknown, config: Pick<Config, 'databaseUrl'>): unknown => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code !== 'string' || config.databaseUrl === undefined) return error;
  const words = known[code] ?? (unusable.test(code) ? 'leads to no database that can be used' : undefined);
  // What has this code has it from us: the driver's words say more.
  const why = code === noConnection ? message : code;
  return words === undefined ? error : new ConfigError(`DATABASE_URL ${words} (${why})`);
};
