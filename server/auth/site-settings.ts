import type { SiteSettings } from '../../contract/entities.ts';
import type { Ctx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';

export const settingsOf = ({ authType, house: { config } }: Ctx): SiteSettings => ({
  logo_url: '/api/icons/logo.svg',
  auth_type: authType,
  origins: config.origins,
  ...(config.rateListingUrl !== null && { rate_listing_url: config.rateListingUrl }),
});

/**
 * The refusal carries the settings: the page that asked does not know that they have changed.
 * @throws Refusal 403 `password_disabled` where people sign in without passwords.
 */
export const refuseWithoutPasswords = (ctx: Ctx): void => {
  if (ctx.authType === 'password') return;
  ctx.carry({ site_settings: settingsOf(ctx) });
  throw new Refusal(403, 'password_disabled');
};
