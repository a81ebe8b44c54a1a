import { Observable } from 'rxjs';
import { cardToken } from '../../contract/card-token.ts';
import type { PortEvent } from '../../machines/root/events.ts';
import { listen } from './listen.ts';

type FromFrame = Extract<PortEvent, { type: 'port.card frame ready' | 'port.card given' }>;

const isReady = (said: unknown): boolean => (Object(said) as { ready?: unknown }).ready === true;

/** Another window of the same origin, a pay page that was opened from here for example, is not the frame. */
const isFrom = (source: MessageEventSource | null, frame: string): boolean =>
  source !== null &&
  [...document.querySelectorAll('iframe')].some((each) => each.contentWindow === source && each.src === frame);

/**
 * What the frame of a provider says: that it is there, and the card that was given in it. Only what that frame itself says
 * counts, from its own origin, and of a card only what we know of one: a token, a brand, four digits. Where no frame stands
 * nobody is listened to.
 */
export const cardTokens = ({ frame }: { frame: string | null }): Observable<FromFrame> =>
  new Observable((listener) => {
    if (frame === null) return undefined;
    const { origin } = new URL(frame);
    return listen(window, ['message'], (event) => {
      if (!(event instanceof MessageEvent) || event.origin !== origin || !isFrom(event.source, frame)) return;
      if (isReady(event.data)) return listener.next({ type: 'port.card frame ready' });
      const card = cardToken.safeParse(event.data);
      if (card.success) listener.next({ type: 'port.card given', card: card.data });
    });
  });
