import type { House } from '../area.ts';
import { listen, type Place } from '../http/listen.ts';
import { callingBack } from './callbacks.ts';
import type { Outside } from '../providers/outside.ts';
import { sandboxApp } from './app.ts';
import { handOverAt } from './hand-over.ts';
import { sandboxBot, sandboxToken } from './telegram-bot.ts';

/** Whatever the server itself listens on: the published list takes pages of this machine under this name alone. */
const host = '127.0.0.1';

interface Opened {
  door: Outside;
  /** Where our own server is, once it listens: callbacks go there. */
  serves(url: string): void;
  close(): Promise<void>;
}

/** Where the sandbox's pages are opened, unless another process has them. */
export const sandboxPlace = ({ sandboxPort: port }: Pick<House['config'], 'sandboxPort'>): Place => ({
  variable: 'SANDBOX_PORT',
  port,
  host,
});

/**
 * Opens the sandbox's pages at an origin of their own; where the configuration names one, another process has them there,
 * and this one only calls back. @throws ConfigError when the port is
 * taken.
 */
export const openSandbox = async (house: House): Promise<Opened> => {
  let server = '';
  const caller = callingBack(house, () => server);
  const { sandboxOrigin } = house.config;
  const listening =
    sandboxOrigin === undefined ? await listen(sandboxApp(house, caller).fetch, sandboxPlace(house.config)) : undefined;
  const origin = sandboxOrigin ?? listening?.url ?? '';
  return {
    door: {
      origin,
      caller,
      placed: (payload) => handOverAt(payload, origin),
      bot: { ...sandboxBot, token: () => sandboxToken(house.db) },
    },
    serves: (url) => void (server = url),
    close: async () => {
      caller.stop();
      await listening?.close();
    },
  };
};
