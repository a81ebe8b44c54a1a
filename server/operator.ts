import { sql } from 'kysely';
import { ConfigError, readConfig } from './config.ts';
import { databaseError } from './db/database-error.ts';
import { openPool } from './db/db.ts';
import { openEmbedded } from './db/embedded.ts';
import { operatePair } from './exchange/operator.ts';
import { createPlaces } from './http/places.ts';
import { whyNowhere } from './http/redirects.ts';
import { tellError } from './log.ts';
import { operateNotice } from './notify/operator.ts';
import { OperatorError, type Office } from './office.ts';
import { operateOperation } from './operations/operator.ts';
import { operateDeposits } from './payments/deposits-operator.ts';
import { operateMethod } from './payments/method-operator.ts';
import { operateAccount } from './settings/account-operator.ts';
import { operateSite } from './site/operator.ts';
import { operateSupport } from './support/operator.ts';
import { operateVerification } from './verification/operator.ts';

const offices: Record<string, (office: Office, words: string[]) => Promise<void>> = {
  account: operateAccount,
  deposits: operateDeposits,
  method: operateMethod,
  notice: operateNotice,
  operation: operateOperation,
  pair: operatePair,
  site: operateSite,
  support: operateSupport,
  verification: operateVerification,
};

/** SQLSTATE of a table or a column that is not there: no server was started on this database, or none of this version. */
const missing = ['42P01', '42703'];

/** What a person of the house decides, on the database that the configuration names. One line on an error, and exit code 1. */
const operate = async ([office = '', ...words]: string[]): Promise<void> => {
  const act = Object.hasOwn(offices, office) ? offices[office] : undefined;
  if (!act) throw new OperatorError(`say one of: ${Object.keys(offices).join(', ')}`);
  const config = readConfig(process.env);
  const embedded = config.databaseUrl === undefined ? await openEmbedded(config.dataDir) : undefined;
  const { db } = openPool(config.databaseUrl ?? embedded?.url ?? '', 1, () => {});
  try {
    await sql`select 1`.execute(db).catch((error: unknown) => {
      throw databaseError(error, config);
    });
    const places = createPlaces({ dist: config.distDir, config, onError: () => {} });
    const desk: Office = {
      db,
      config,
      say: (line) => void process.stdout.write(`${line}\n`),
      whyNowhere: (path) => whyNowhere(path, config, places),
    };
    await act(desk, words).catch((error: unknown) => {
      if (!missing.some((code) => code === (error as { code?: unknown } | null)?.code)) throw error;
      throw new OperatorError(
        'this database has not what the desk works with: start a server of this version on it first',
      );
    });
  } finally {
    await db.destroy();
    await embedded?.leave();
  }
};

// Whoever reads the list may have seen enough of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

operate(process.argv.slice(2)).catch((error: unknown) => {
  const isTold = error instanceof OperatorError || error instanceof ConfigError;
  // As the log tells it: what PostgreSQL quotes may be somebody's row.
  console.error(isTold ? error.message : JSON.stringify(tellError(error)));
  process.exitCode = 1;
});
