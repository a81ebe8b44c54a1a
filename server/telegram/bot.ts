import type { House } from '../area.ts';

/** Where Telegram asks people whether they agree. */
export const telegramOrigin = 'https://oauth.telegram.org';

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
export const botName = ({ config, outside }: Known): string | undefined => config.telegram?.name ?? outside?.bot.name;

/** The bot of the configuration, else that of the sandbox. */
export const botOf = async ({ config, outside }: Known): Promise<Bot | undefined> => {
  if (config.telegram) {
    const { token } = config.telegram;
    return { id: token.split(':', 1)[0] ?? '', token, page: `${telegramOrigin}/auth` };
  }
  if (!outside) return undefined;
  const { bot, origin } = outside;
  return { id: bot.id, token: await bot.token(), page: `${origin}${bot.path}` };
};

// The guard of given addresses takes no encoded slash, and a query needs none.
const encode = (value: string): string => encodeURIComponent(value).replaceAll('%2F', '/');

/**
 * The page to go to, which asks for `origin` and leads back to `back`. What Telegram answers comes back behind `#`, which
 * no browser sends to anybody.
 */
export const addressOf = ({ page, id }: Pick<Bot, 'page' | 'id'>, origin: string, back: string): string =>
  `${page}?bot_id=${encode(id)}&origin=${encode(origin)}&return_to=${encode(back)}`;
