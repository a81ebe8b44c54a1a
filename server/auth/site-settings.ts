import type { SiteSettings } from '../../contract/entities.ts';
import type { Ctx, House } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { botName, telegramOrigin } from '../telegram/bot.ts';

/** What a page is told of the site; `authType` as it is set now. */
export const settingsOf = (authType: string, house: Pick<House, 'config' | 'outside'>): SiteSettings => {
  const { config, outside } = house;
  const bot = botName(house);
  return {
    logo_url: '/api/icons/logo.svg',
    auth_type: authType,
    origins: [...config.origins, ...(config.telegram ? [telegramOrigin] : []), ...(outside ? [outside.origin] : [])],
    ...(config.rateListingUrl !== null && { rate_listing_url: config.rateListingUrl }),
    ...(bot !== undefined && { telegram_bot: bot }),
  };
};

/**
 * The refusal carries the settings: the page that asked does not know that they have changed.
 * @throws Refusal 403 `password_disabled` where people sign in without passwords.
 */
export const refuseWithoutPasswords = (ctx: Ctx): void => {
  if (ctx.authType === 'password') return;
  ctx.carry({ site_settings: settingsOf(ctx.authType, ctx.house) });
  throw new Refusal(403, 'password_disabled');
};
