import type { Context } from 'hono';
import { hasEnded, lookAgain, type Passage } from './passage.ts';
import type { Bindings } from './request-facts.ts';

/** A file goes out as it is, without an envelope; it is read while it is sent, and breaks off where the session ends. */
export const sendFile = (passage: Passage, content: Response, c: Context<Bindings>): Response => {
  const { log } = passage;
  const breakOff = (error?: unknown): void => {
    if (error === undefined) log.info('a file broke off: its session has ended');
    else log.error({ err: error }, 'a file broke off');
    c.env.outgoing.destroy();
  };
  const file = new Response(content.body && whileOpen(passage, content.body, breakOff), content);
  for (const cookie of passage.out) file.headers.append('Set-Cookie', cookie);
  return file;
};

const whileOpen = (
  passage: Passage,
  content: ReadableStream<Uint8Array>,
  breakOff: (error?: unknown) => void,
): ReadableStream<Uint8Array> => {
  const parts = content.getReader();
  let looked = performance.now();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await parts.read();
        if (performance.now() - looked > lookAgain) {
          looked = performance.now();
          if (await hasEnded(passage)) {
            breakOff();
            return await parts.cancel();
          }
        }
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        breakOff(error);
      }
    },
    cancel: (reason) => parts.cancel(reason),
  });
};
