import type { Context } from 'hono';
import { respond } from './asset.ts';
import { words } from './words.ts';

/** What stands there under a name that somebody sent. */
const ownOf = <Value>(all: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** Messages of one language or a part of them, kept by the browser and asked for again each time; undefined for what we have not. */
export const serveMessages = async (c: Context): Promise<Response | undefined> => {
  const { locale = '', part } = c.req.param() as { locale?: string; part?: string };
  const whole = ownOf(words, locale);
  const found = part === undefined ? whole?.asset : ownOf(whole?.parts ?? {}, part);
  return found && (await respond(found, c.req.raw));
};
