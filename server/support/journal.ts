import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { takeTurns } from '../../contract/take-turns.ts';
import { NoFile } from '../http/no-file.ts';

/** What a thread is given. `account` is a number. */
export interface Asked {
  content: Uint8Array<ArrayBuffer>;
  account: string;
}

/** What it says at its end. */
export type Told = { kept: Uint8Array<ArrayBuffer> } | { code: ErrorCode };

/** Several times what the longest journal of a page takes: whatever needs more is none. */
const bounds = { mb: 384, ms: 20_000 };

const atOnce = takeTurns(1);

/** In a thread of its own, whose memory goes with it: others are answered meanwhile. */
const inThread = async (asked: Asked): Promise<Told> => {
  const thread = new Worker(new URL('journal-worker.ts', import.meta.url), {
    ...{ workerData: asked, transferList: [asked.content.buffer] },
    resourceLimits: { maxOldGenerationSizeMb: bounds.mb },
  });
  try {
    const [told] = (await once(thread, 'message', { signal: AbortSignal.timeout(bounds.ms) })) as [Told];
    return told;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return { code: 'journal_broken' };
    throw error;
  } finally {
    await thread.terminate();
  }
};

/**
 * A journal of the account's own page as it is kept: it has the shape of one, and nothing in it is unmasked by the rules by
 * which pages write.
 * @throws NoFile
 */
export const journalOf = async (content: Buffer, account: string): Promise<Buffer> => {
  const told = await atOnce(() => inThread({ content: new Uint8Array(content), account }));
  if ('code' in told) throw new NoFile(told.code);
  return Buffer.from(told.kept.buffer);
};
