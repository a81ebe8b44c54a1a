import { afterEach, expect, test, vi } from 'vitest';
import { cardTokens } from '../../src/platform/card-tokens.ts';

const frame = 'http://127.0.0.1:8090/card?page=http://127.0.0.1:8080&lang=ru';
const card = { token: `tok_visa4242${'a'.repeat(24)}`, brand: 'Visa', last_four: '4242' };

class Said extends Event {
  readonly origin: string;
  readonly source: object | null;
  readonly data: unknown;
  constructor(origin: string, source: object | null, data: unknown) {
    super('message');
    this.origin = origin;
    this.source = source;
    this.data = data;
  }
}

afterEach(() => vi.unstubAllGlobals());

test('F6 a card, and that its frame has come, is heard from the frame that stands there, and from nothing else', () => {
  const [inside, popup, other] = [{}, {}, {}];
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('MessageEvent', Said);
  vi.stubGlobal('document', {
    querySelectorAll: () => [
      { contentWindow: inside, src: frame },
      { contentWindow: other, src: 'http://127.0.0.1:8090/pay' },
    ],
  });
  const heard: unknown[] = [];
  const listening = cardTokens({ frame }).subscribe((said) => heard.push(said));
  const { origin } = new URL(frame);
  for (const said of [
    new Said(origin, popup, card),
    new Said(origin, other, card),
    new Said(origin, null, card),
    new Said('http://127.0.0.1:8091', inside, card),
    new Said(origin, popup, { ready: true }),
    new Said(origin, other, { ready: true }),
    new Said('http://127.0.0.1:8091', inside, { ready: true }),
    new Said(origin, inside, { ready: 'true' }),
    new Said(origin, inside, null),
    new Said(origin, inside, { ...card, token: '4242 4242 4242 4242' }),
  ])
    page.dispatchEvent(said);
  expect(heard).toEqual([]);
  page.dispatchEvent(new Said(origin, inside, { ready: true }));
  page.dispatchEvent(new Said(origin, inside, card));
  expect(heard).toEqual([{ type: 'port.card frame ready' }, { type: 'port.card given', card }]);
  listening.unsubscribe();
});
