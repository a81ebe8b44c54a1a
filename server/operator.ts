import { ConfigError, readConfig } from './config.ts';
import { openPool } from './db/db.ts';
import { openEmbedded } from './db/embedded.ts';
import { operatePair } from './exchange/operator.ts';
import { operateNotice } from './notify/operator.ts';
import { OperatorError, type Office } from './office.ts';
import { operateOperation } from './operations/operator.ts';
import { operateDeposits } from './payments/deposits-operator.ts';
import { operateMethod } from './payments/method-operator.ts';
import { operateSite } from './site/operator.ts';
import { operateSupport } from './support/operator.ts';
import { operateVerification } from './verification/operator.ts';

const offices: Record<string, (office: Office, words: string[]) => Promise<void>> = {
  deposits: operateDeposits,
  method: operateMethod,
  notice: operateNotice,
  operation: operateOperation,
  pair: operatePair,
  site: operateSite,
  support: operateSupport,
  verification: operateVerification,
};

/** A database that cannot be reached is told in a line, as a start tells it. */
const brokenLine = (error: unknown): string | undefined => {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const isLine = typeof code === 'string' && /^(E[A-Z]+|28...|3D000|08...|57P..)$/.test(code);
  return isLine ? `the database cannot be reached: ${String(message)}` : undefined;
};

/** What a person of the house decides, on the database that the configuration names. One line on an error, and exit code 1. */
const operate = async ([office = '', ...words]: string[]): Promise<void> => {
  const act = Object.hasOwn(offices, office) ? offices[office] : undefined;
  if (!act) throw new OperatorError(`say one of: ${Object.keys(offices).join(', ')}`);
  const config = readConfig(process.env);
  const embedded = config.databaseUrl === undefined ? await openEmbedded(config.dataDir) : undefined;
  const { db } = openPool(config.databaseUrl ?? embedded?.url ?? '', 1, () => {});
  try {
    await act({ db, config, say: (line) => void process.stdout.write(`${line}\n`) }, words);
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
  console.error(isTold ? error.message : (brokenLine(error) ?? error));
  process.exitCode = 1;
});
