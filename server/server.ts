import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { productName } from '../contract/product.ts';
import type { Area, House } from './area.ts';
import { areas as allAreas } from './areas.ts';
import { createCalm } from './calm.ts';
import { ConfigError, type Config } from './config.ts';
import { alone } from './db/alone.ts';
import { openPool, type Db } from './db/db.ts';
import { openEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { refuseOldDatabase } from './db/version.ts';
import { createFailpoints } from './failpoints.ts';
import { addPages, createApp, failedRequest, noStore, notDrawn, pageApp } from './http/app.ts';
import { databaseError } from './db/database-error.ts';
import { readAssets } from './http/assets.ts';
import type { Life } from './http/draining.ts';
import { createPlaces } from './http/places.ts';
import { listen, refuseTaken, type Place } from './http/listen.ts';
import { refuseNowhere } from './http/redirects.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { addMetrics } from './metrics/routes.ts';
import { passCalls } from './http/pass-calls.ts';
import { settle } from './operations/settle.ts';
import { refuseTraces } from './production.ts';
import { houseProvider } from './providers/house.ts';
import { sandboxProviders } from './providers/sandbox.ts';
import { openSandbox, sandboxPlace } from './sandbox/listen.ts';
import { joinReaders } from './scanned.ts';
import { seedDemo } from './seed/demo.ts';

export interface RunningServer {
  /** `http://127.0.0.1:8080`: what a browser on this machine opens. */
  url: string;
  port: number;
  /** Undefined in front of another server (`API_ORIGIN`). */
  db: Db | undefined;
  /**
   * Says at its healthcheck that it goes, for `drainSeconds`; then takes no new request, finishes those under way, stops the
   * workers, closes the database. Once.
   */
  close(): Promise<void>;
}

interface Options {
  config: Config;
  /** Which parts; all of them unless a test says otherwise. */
  areas?: Area[];
  log?: Logger;
}

/**
 * Connections of all that runs beside the requests, one of which listens for jobs: however much there is to do, no request
 * waits for a connection behind it.
 */
const besideRequests = 4;

/** Starts everything. @throws ConfigError with one line, and leaves nothing running, when it must not start. */
export const createServer = async ({ config, areas = allAreas, log }: Options): Promise<RunningServer> => {
  const logger = log ?? createLog(config);
  const written = {
    locale_prefix: config.localePrefix,
    locale_cookie: config.localeCookie,
    detect_language: config.localeDetection,
    ...(config.productName !== productName && { product: config.productName }),
  };
  if (statSync(config.distDir, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new ConfigError(`DIST_DIR cannot be the folder ${config.distDir}: it is a file`);
  // In front of another server the answers name that one's version: the page learns it from the first of them.
  const assets = readAssets(config.distDir, written, config.apiOrigin === undefined);
  if (assets.page === undefined && config.production)
    throw new ConfigError(
      `DIST_DIR must hold the built page in production: there is no index.html in ${config.distDir}`,
    );
  if (assets.page === undefined)
    logger.warn({ folder: config.distDir }, 'no built page in DIST_DIR: every page is answered 503');
  const places = createPlaces({ dist: config.distDir, config, onError: notDrawn(logger) });
  await refuseNowhere(config, places);
  if (config.apiOrigin !== undefined) return await serveFor(config, config.apiOrigin, assets, logger);

  const place: Place = { variable: 'PORT', port: config.port, host: config.host };
  const hasSandbox = !config.production && config.providers === 'sandbox';
  // Of a start that cannot serve no migration is left: the version that has the port could not be started again.
  await refuseTaken([place, ...(hasSandbox && config.sandboxOrigin === undefined ? [sandboxPlace(config)] : [])]);
  const failpoints = createFailpoints(config.failpoints);
  const steps: (() => Promise<void>)[] = [];
  const undo = async () => {
    for (const step of steps.splice(0).toReversed()) await step();
  };
  try {
    const embedded = config.databaseUrl === undefined ? await openEmbedded(config.dataDir) : undefined;
    if (embedded) steps.push(() => embedded.leave());
    const url = config.databaseUrl ?? embedded?.url ?? '';
    const onLost = (error: Error) => logger.error({ err: error }, 'a connection was lost');
    const { db, pool } = openPool(url, config.databasePool, onLost);
    steps.push(() => db.destroy());
    const metrics = createMetrics();
    const beside = openPool(url, besideRequests, onLost);
    steps.push(() => beside.db.destroy());
    const house: House = {
      config,
      db,
      pool,
      log: logger,
      metrics,
      failpoints,
      calm: createCalm(),
      providers: { house: houseProvider },
      async welcome(trx, accountId) {
        for (const area of areas) await area.welcome?.(trx, accountId);
      },
    };
    if (config.providers === 'sandbox')
      house.providers = sandboxProviders(house, async (id, outcome) => void (await settle(house, id, outcome)));
    await prepareAlone(url, house, areas).catch((error: unknown) => {
      throw databaseError(error, config);
    });
    metrics.watch(beside.db, { requests: pool, beside: beside.pool }, (error) =>
      logger.warn({ err: error }, 'the database could not be measured'),
    );
    const outside = hasSandbox ? await openSandbox(house) : undefined;
    if (outside) {
      house.outside = outside.door;
      steps.push(outside.close);
    }
    const workers: House = { ...house, db: beside.db, pool: beside.pool };
    for (const area of areas) {
      const stop = area.start?.(workers);
      if (stop) steps.push(stop);
    }
    const service = { house, readers: joinReaders(areas.map((area) => area.readers ?? {})), fv: assets.version };
    const life: Life = { draining: false };
    const app = createApp(service, areas, assets, life, beside.db);
    const listening = await listen(app.fetch, place);
    steps.push(listening.close);
    outside?.serves(listening.url);
    return { url: listening.url, port: listening.port, db, close: () => drain(life, config).then(undo) };
  } catch (error) {
    await undo();
    throw error;
  }
};

/** Says that this process goes, for as long as whoever shares out requests needs to notice. */
const drain = async (life: Life, { drainSeconds }: Config): Promise<void> => {
  life.draining = true;
  if (drainSeconds > 0) await pause(drainSeconds * 1_000);
};

/** As `prepare`, while no other process does the same: on connections of its own, for a migration may be silent for hours. */
const prepareAlone = async (url: string, house: House, areas: Area[]): Promise<void> => {
  const onLost = (error: Error) => house.log.error({ err: error }, 'a connection was lost');
  const { db, pool } = openPool(url, besideRequests, onLost, { unheard: undefined });
  try {
    await alone(pool, () => prepare({ ...house, db, pool }, areas), {
      waits: () => house.log.warn('waiting for another process that prepares the database'),
    });
  } finally {
    await db.destroy();
  }
};

/** What a database needs before it is served. */
const prepare = async (house: House, areas: Area[]): Promise<void> => {
  const { db, pool, config, log } = house;
  await refuseOldDatabase(pool);
  if (config.production) await refuseTraces(db, config);
  await migrate(
    { db, pool },
    {
      heldUp: (migration, tried) =>
        log.warn({ migration, tried }, 'a migration did not get its locks, and is tried again'),
    },
  );
  await sql`insert into settings (auth_type) values (${config.authType}) on conflict do nothing`.execute(db);
  for (const area of areas) await area.prepare?.(house);
  if (config.seedDemo) await seedDemo(house);
};

/** The same front end in front of another server that keeps the contract: no database, its calls are passed on. */
const serveFor = async (
  config: Config,
  origin: string,
  assets: ReturnType<typeof readAssets>,
  log: Logger,
): Promise<RunningServer> => {
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const outside = [...config.origins, ...(config.sandboxOrigin === undefined ? [] : [config.sandboxOrigin])];
  const life: Life = { draining: false };
  const app = pageApp({ assets, https, outside, life, onError: failedRequest(log) });
  const metrics = createMetrics();
  passCalls(app, { config, origin, log, metrics });
  app.get('/local/healthcheck', (c) =>
    c.json({ status: life.draining ? 'draining' : 'ok', database: 'none' }, life.draining ? 503 : 200, noStore),
  );
  addMetrics(app, metrics, config);
  addPages(app, { assets, config, places: createPlaces({ dist: config.distDir, config, onError: notDrawn(log) }) });
  const listening = await listen(app.fetch, { variable: 'PORT', port: config.port, host: config.host });
  return {
    url: listening.url,
    port: listening.port,
    db: undefined,
    close: () => drain(life, config).then(listening.close),
  };
};
