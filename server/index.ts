import { ConfigError, readConfig } from './config.ts';
import { demoAccounts } from './seed/demo.ts';
import { createServer } from './server.ts';

/** A stop that takes longer than its requests, jobs and connections may is given up, in milliseconds after draining. */
const longestStop = 30_000;

/** The only file that starts anything. A start that must not happen ends with one line and exit code 1. */
const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const server = await createServer({ config });

  let stopping = false;
  const stop = () => {
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), config.drainSeconds * 1_000 + longestStop).unref();
    void server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  if (config.seedDemo && !config.apiOrigin) {
    for (const { email, password } of demoAccounts) console.log(`demo: ${email} ${password ?? '(by code)'}`);
    if (config.smtpUrl === undefined) console.log(`mail: ${server.url}/dev/outbox`);
  }
  console.log(`${config.productName}: ${server.url}`);
};

start().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(`cannot start: ${error.message}`);
  else console.error('cannot start:', error);
  process.exitCode = 1;
});
