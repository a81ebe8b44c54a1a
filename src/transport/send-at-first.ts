import { firstAnswer } from '../../contract/first-page.ts';
import type { Send } from './send-with-progress.ts';

/** Sends of a page; of one that was rendered before its scripts came, until it is taken over. */
export interface FirstSends {
  send: Send;
  /** Answers on hand that nobody has asked for yet. */
  left: () => number;
  /** From then on what is not on hand is sent: before it, an answer could change the screen that is about to be taken over. */
  open: () => void;
  opened: Promise<void>;
}

/** An answer on hand is given once; whoever asks again asks the server. Without answers nothing waits. */
export const createFirstSends = (
  answers: Readonly<Record<string, unknown>> | undefined,
  network: Send = fetch,
): FirstSends => {
  const onHand = new Map(Object.entries(answers ?? {}));
  const opening = Promise.withResolvers<void>();
  if (answers === undefined) opening.resolve();
  const send: Send = async (url, init) => {
    const key = firstAnswer(init?.method ?? 'GET', url);
    if (onHand.has(key)) {
      const body = JSON.stringify(onHand.get(key));
      onHand.delete(key);
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    }
    await opening.promise;
    return await network(url, init);
  };
  return { send, left: () => onHand.size, open: opening.resolve, opened: opening.promise };
};
