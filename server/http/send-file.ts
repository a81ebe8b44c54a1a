import type { Context } from 'hono';
import { added } from '../../contract/limits.ts';
import { createOpenFiles } from './open-files.ts';
import { hasEnded, lookAgain, type Passage } from './passage.ts';
import type { Bindings } from './request-facts.ts';

/** Milliseconds in which something of a file goes out, or it is ended: as long as one may stand still on its way here. */
const longestStill = added.uploadStalls + 5_000;

const openFiles = createOpenFiles();

/**
 * A file goes out as it is, without an envelope; it is read while it is sent, and breaks off where the session ends, or where
 * nothing of it goes for `still` milliseconds.
 * @throws Refusal 429 `wait_before_retry`, 503 `unavailable`: too many are on their way.
 */
export const sendFile = (passage: Passage, content: Response, c: Context<Bindings>, still = longestStill): Response => {
  const { log } = passage;
  const { outgoing } = c.env;
  // HEAD asks about a file and gets none.
  if (passage.request.method === 'HEAD') return withoutBody(content);
  const leave = openFiles(passage.account?.id ?? '');
  const breakOff = (why: string | { err: unknown }): void => {
    if (typeof why === 'string') log.info(`a file broke off: ${why}`);
    else log.error(why, 'a file broke off');
    outgoing.destroy();
  };
  outgoing.once('close', leave);
  // Whoever left before this has no second end.
  if (outgoing.destroyed) leave();
  // The time of its connection, which Node begins anew with whatever the other side takes.
  outgoing.setTimeout(still, () => breakOff('nothing of it went out'));
  const file = new Response(content.body && whileOpen(passage, content.body, breakOff), content);
  for (const cookie of passage.out) file.headers.append('Set-Cookie', cookie);
  return file;
};

const withoutBody = (content: Response): Response => {
  void content.body?.cancel();
  return new Response(null, content);
};

const whileOpen = (
  passage: Passage,
  content: ReadableStream<Uint8Array>,
  breakOff: (why: string | { err: unknown }) => void,
): ReadableStream<Uint8Array> => {
  const parts = content.getReader();
  let looked = performance.now();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const next = await parts.read();
          if (performance.now() - looked > lookAgain) {
            looked = performance.now();
            if (await hasEnded(passage)) {
              breakOff('its session has ended');
              return await parts.cancel();
            }
          }
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          breakOff({ err: error });
        }
      },
      cancel: (reason) => parts.cancel(reason),
    },
    // One part at a time: what waits in line here is memory.
    { highWaterMark: 0 },
  );
};
