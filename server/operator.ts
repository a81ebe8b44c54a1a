import { ConfigError, readConfig } from './config.ts';
import { openPool } from './db/db.ts';
import { openEmbedded } from './db/embedded.ts';
import { OperatorError, operateVerification } from './verification/operator.ts';

/** What a person of the house decides, on the database that the configuration names. One line on an error, and exit code 1. */
const operate = async ([office, ...words]: string[]): Promise<void> => {
  if (office !== 'verification') throw new OperatorError('npm run operator -- verification list');
  const config = readConfig(process.env);
  const embedded = config.databaseUrl === undefined ? await openEmbedded(config.dataDir) : undefined;
  const { db } = openPool(config.databaseUrl ?? embedded?.url ?? '', 1, () => {});
  try {
    await operateVerification({ db, config, say: (line) => void process.stdout.write(`${line}\n`) }, words);
  } finally {
    await db.destroy();
    await embedded?.leave();
  }
};

operate(process.argv.slice(2)).catch((error: unknown) => {
  const isTold = error instanceof OperatorError || error instanceof ConfigError;
  console.error(isTold ? error.message : error);
  process.exitCode = 1;
});
