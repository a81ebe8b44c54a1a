import * as z from 'zod';
import { isOwnPath } from '../../contract/address.ts';
import type { Db } from '../db/db.ts';

/** What may be set of the site; what is absent stays. `sign_in_redirect`: where a page is sent after a sign-in, null for nowhere. */
export const siteChange = z.strictObject({
  auth_type: z.enum(['password', 'passwordless'], 'must be password or passwordless').optional(),
  site_blocked: z.boolean('must be true or false').optional(),
  sign_in_redirect: z
    .string()
    .refine(isOwnPath, 'must be a path of the page, like /exchanges, or none')
    .nullable()
    .optional(),
});
type SiteChange = z.output<typeof siteChange>;

/** @returns how the site is set then. */
export const changeSite = async (db: Db, { auth_type, site_blocked, sign_in_redirect }: SiteChange) => {
  const changes = {
    ...(auth_type && { auth_type }),
    ...(site_blocked !== undefined && { site_blocked }),
    ...(sign_in_redirect !== undefined && { sign_in_redirect }),
  };
  if (Object.keys(changes).length > 0) await db.updateTable('settings').set(changes).execute();
  return await db
    .selectFrom('settings')
    .select(['auth_type', 'site_blocked', 'sign_in_redirect'])
    .executeTakeFirstOrThrow();
};
