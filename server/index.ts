import { ConfigError, readConfig } from './config.ts';
import { isForThisMachine } from './http/this-machine.ts';
import { tellError } from './log.ts';
import { demoAccounts } from './seed/demo.ts';
import { createServer } from './server.ts';

/** A stop that takes longer than its requests, jobs and connections may is given up, in milliseconds after draining. */
const longestStop = 30_000;

/** The only file that starts anything. A start that must not happen ends with one line and exit code 1. */
const start = async (): Promise<void> => {
  // A start, which may migrate for hours, has nothing to finish: the database takes back what is not committed.
  let stop = (): void => process.exit();
  // Before anything else: the first process of a container ignores signals that nobody waits for.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop());

  const config = readConfig(process.env);
  const server = await createServer({ config });

  let stopping = false;
  stop = () => {
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), config.drainSeconds * 1_000 + longestStop).unref();
    void server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };

  // A page that is open at another address than the published one may send nothing.
  const opened = config.publicUrl ?? server.url;
  if (config.seedDemo && !config.apiOrigin) {
    for (const { email, password } of demoAccounts) console.log(`demo: ${email} ${password ?? '(by code)'}`);
    if (config.smtpUrl === undefined && isForThisMachine(config)) console.log(`mail: ${opened}/dev/outbox`);
  }
  const besides = opened === server.url ? '' : `, listening at ${server.url}`;
  console.log(`${config.productName}: ${opened}${besides}`);
};

start().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(`cannot start: ${error.message}`);
  // As the log tells it: what PostgreSQL quotes may be somebody's row.
  else console.error(`cannot start: ${JSON.stringify(tellError(error))}`);
  process.exitCode = 1;
});
