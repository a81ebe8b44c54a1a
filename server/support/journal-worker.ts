import { parentPort, workerData } from 'node:worker_threads';
import { NoFile } from '../http/no-file.ts';
import { keepJournal } from './keep-journal.ts';
import type { Asked, Told } from './journal.ts';

/** What this thread was begun for: one journal. */
const keep = ({ content, account }: Asked): Told => {
  try {
    return { kept: new TextEncoder().encode(keepJournal(content, account)) };
  } catch (error) {
    if (error instanceof NoFile) return { code: error.code };
    throw error;
  }
};

const told = keep(workerData as Asked);
parentPort?.postMessage(told, 'kept' in told ? [told.kept.buffer] : []);
