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
  let isOpen = answers === undefined;
  const open = () => {
    opening.resolve();
    // After what waited, which goes first: calls are numbered in the order in which they are sent.
    void opening.promise.then(() => (isOpen = true));
  };
  if (isOpen) open();
  // What may go goes in the turn that asks: the screen is drawn while it is on its way.
  const send: Send = (url, init) => {
    const key = firstAnswer(init?.method ?? 'GET', url);
    if (onHand.has(key)) {
      const body = JSON.stringify(onHand.get(key));
      onHand.delete(key);
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
    }
    return isOpen ? network(url, init) : opening.promise.then(() => network(url, init));
  };
  return { send, left: () => onHand.size, open, opened: opening.promise };
};
