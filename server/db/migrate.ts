import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import { ConfigError } from '../config.ts';
import type { Pool } from './db.ts';
import { buildBeside, type Step } from './large-indexes.ts';
import { migrations } from './migrations/index.ts';

/**
 * What is to be run in one transaction each, as names: one at a time, so that a table that one locks is free while the next
 * one works, for a server of the version before may be serving. Nobody uses an empty database yet: it gets all of them at once.
 */
const stepsOf = async (migrator: Migrator): Promise<string[]> => {
  const known = await migrator.getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  return missing.length === known.length ? [] : missing;
};

/** How a migration waits for what others hold. */
export interface Waits {
  /** Milliseconds for each lock: whoever asks for the table meanwhile, be it only to read it, waits behind. */
  lock: number;
  /** Milliseconds between two tries, in which all of those are served. */
  pause: number;
  tries: number;
}

const usual: Waits = { lock: 5_000, pause: 5_000, tries: 12 };

/** SQLSTATE of a lock that was not had in time. */
const notHad = '55P03';

/** Waits for a lock no longer than `lock` ms, and then takes as long as its rows take: there may be many of them. */
const impatient = ({ up }: Migration, lock: number): Migration => ({
  async up(db) {
    await sql`select set_config('lock_timeout', ${String(lock)}, true), set_config('statement_timeout', '0', true)`.execute(
      db,
    );
    await up(db);
  },
});

interface Options {
  /** By their names; all of them unless a test says otherwise. */
  steps?: Record<string, Step>;
  waits?: Waits;
  /** Told of each try but the last that did not get a lock. */
  heldUp?: (migration: string, tried: number) => void;
}

/** A migration that a newer version has run and this one does not know, by what the library says of it. @throws ConfigError, else the error */
const orNewer = (error: unknown): never => {
  const [, unknown] = /previously executed migration (\S+) is missing/.exec(String(error)) ?? [];
  if (unknown === undefined) throw error;
  throw new ConfigError(
    `the database is of a newer version: it has migration ${unknown}, which this one does not know; start that version, or restore a backup from before it`,
  );
};

/**
 * Brings the database, and the jobs in it, to the newest migration.
 * @throws the error of the migration that failed, ConfigError where that was for want of a lock, or where a newer version was
 * here; it left nothing behind, and those before it stay.
 */
export const migrate = async (
  { db, pool }: Pool,
  { steps = migrations, waits = usual, heldUp }: Options = {},
): Promise<void> => {
  const all = Object.entries(steps).map(([name, one]) => [name, impatient(one, waits.lock)] as const);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(Object.fromEntries(all)) } });
  const run = async (step: () => Promise<MigrationResultSet>): Promise<void> => {
    for (let tried = 1; ; tried += 1) {
      const { error, results } = await step();
      if (error === undefined) return;
      if ((error as { code?: unknown }).code !== notHad) return orNewer(error);
      const name = results?.find(({ status }) => status === 'Error')?.migrationName ?? '';
      if (tried >= waits.tries)
        throw new ConfigError(
          `migration ${name} was tried ${tried} times and did not get its locks: something else keeps a table that it changes, a backup perhaps`,
        );
      heldUp?.(name, tried);
      await pause(waits.pause);
    }
  };
  for (const name of await stepsOf(migrator)) {
    await buildBeside(pool, steps[name]?.concurrently ?? []);
    await run(() => migrator.migrateTo(name));
  }
  await run(() => migrator.migrateToLatest());
  await runMigrations({ pgPool: pool });
};
