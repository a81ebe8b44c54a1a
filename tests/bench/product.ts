import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmStart } from '../tools/npm-start.ts';

const inFolder = async <Result>(run: (dataDir: string) => Promise<Result>): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-bench-'));
  await chmod(dataDir, 0o755);
  try {
    return await run(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
};

const start = (dataDir: string) => npmStart({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });

/** The product as `npm start` starts it, for as long as it is measured. */
export const withProduct = (measure: (url: string) => Promise<void>): Promise<void> =>
  inFolder(async (dataDir) => {
    const started = await start(dataDir);
    try {
      await measure(started.url);
    } finally {
      await started.stop();
    }
  });

/** Seconds from `npm start` to the line that says where it listens, one start after the other on the same data. */
export const starts = (times: number): Promise<number[]> =>
  inFolder(async (dataDir) => {
    const took: number[] = [];
    for (let time = 0; time < times; time++) {
      const started = await start(dataDir);
      took.push(started.seconds);
      await started.stop();
    }
    return took;
  });
