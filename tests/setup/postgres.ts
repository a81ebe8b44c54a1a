import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../server/config.ts';
import { openPool } from '../../server/db/db.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createServer } from '../../server/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A cluster for the whole run; each test file makes a database of its own in it. */
    clusterUrl: string;
  }
}

/** The database that all others are copied from: migrated, empty. */
export const templateName = 'statera_template';
/** The same as a server leaves it that has started once, with the demo accounts: hashes and a history take a second. */
export const seededName = 'statera_seeded';
/** What a server of a test is told, besides its database. */
export const quiet = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'silent',
  DIST_DIR: '/nonexistent',
  DATABASE_POOL: '6',
};

export const databaseAt = (clusterUrl: string, name: string): string => {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Projects whose servers begin with the demo accounts. */
const withPeople = ['server', 'journeys', 'faults', 'security'];

const prefix = 'statera-test-';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Stops what runs on these files, whoever uses it, and removes them. */
const remove = async (folder: string): Promise<void> => {
  const pid = Number(
    (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );
  if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGQUIT');
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
};

/** A run that was killed could not clean up: the folder's name tells whose it was. */
const sweep = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner))) await remove(join(tmpdir(), name));
  }
};

async function seed(clusterUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`create database ${seededName} template ${templateName}`);
  await client.end();
  const config = readConfig({ ...quiet, SEED_DEMO: '1', DATABASE_URL: databaseAt(clusterUrl, seededName) });
  await (await createServer({ config })).close();
}

/** One embedded PostgreSQL for the run, in a folder of its own, without the waits for a disk that no test depends on. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  await sweep();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  await chmod(folder, 0o755);
  const embedded = await openEmbedded(folder);
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${templateName}`);
  await client.end();
  const pool = openPool(databaseAt(embedded.url, templateName), 2, () => {});
  await migrate(pool);
  await pool.db.destroy();
  if (withPeople.includes(project.name)) await seed(embedded.url);
  project.provide('clusterUrl', embedded.url);
  return () => remove(folder);
};
