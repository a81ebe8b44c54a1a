import type { House } from '../area.ts';
import { keyed, sandboxKey } from '../sandbox/keys.ts';

/** Where Telegram asks people whether they agree. */
export const telegramOrigin = 'https://oauth.telegram.org';
/** The sandbox plays Telegram: the number of its bot, and where it asks. */
export const sandboxBot = { id: '1', name: 'sandbox_bot', path: '/telegram/auth' } as const;

export interface Bot {
  /** The first half of a token, which is no secret. */
  id: string;
  /** What Telegram signs its answers by. */
  token: string;
  /** The page that asks, up to its query. */
  page: string;
}

type Known = Pick<House, 'config' | 'outside'>;

/** What the site tells of it; undefined without a bot, and then nobody signs in by Telegram. */
export const botName = ({ config, outside }: Known): string | undefined =>
  config.telegram?.name ?? (outside && sandboxBot.name);

export const sandboxToken = async (db: House['db']): Promise<string> =>
  `${sandboxBot.id}:${keyed(await sandboxKey(db), 'telegram', 'bot').toString('base64url')}`;

/** The bot of the configuration, else that of the sandbox. */
export const botOf = async ({ config, outside, db }: Known & Pick<House, 'db'>): Promise<Bot | undefined> => {
  if (config.telegram) {
    const { token } = config.telegram;
    return { id: token.split(':', 1)[0] ?? '', token, page: `${telegramOrigin}/auth` };
  }
  if (!outside) return undefined;
  return { id: sandboxBot.id, token: await sandboxToken(db), page: `${outside.origin}${sandboxBot.path}` };
};

// The guard of given addresses takes no encoded slash, and a query needs none.
const encode = (value: string): string => encodeURIComponent(value).replaceAll('%2F', '/');

/**
 * The page to go to, which asks for `origin` and leads back to `back`. What Telegram answers comes back behind `#`, which
 * no browser sends to anybody.
 */
export const addressOf = ({ page, id }: Pick<Bot, 'page' | 'id'>, origin: string, back: string): string =>
  `${page}?bot_id=${encode(id)}&origin=${encode(origin)}&return_to=${encode(back)}`;
