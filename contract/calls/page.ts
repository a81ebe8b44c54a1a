import * as z from 'zod/mini';
import { localeCode, menuItem, menuKinds } from '../entities.ts';
import { defineCall } from '../call.ts';

/** What every page asks, whatever stands on it: it comes with the first script, so nothing else is here. */
const nothing = z.object({});

/** `/i18n/{locale}` is not an envelope: it answers the messages of one language, with an ETag. Keys are flat. */
export const messages = z.record(z.string(), z.string());
export const i18nPath = '/i18n/:locale';

export const contentMenu = defineCall({
  name: 'content.menu',
  method: 'POST',
  path: '/api/content/menu',
  body: 'json',
  basis: 'assumed',
  note: 'payload keyed by kind; in the language of X-Locale, else of the session or the cookie',
  input: z.object({ list: z.array(z.enum(menuKinds)) }),
  payload: z.partialRecord(z.enum(menuKinds), z.array(menuItem)),
});
export type Menus = z.infer<typeof contentMenu.payload>;

export const authCheck = defineCall({
  name: 'auth.check',
  method: 'GET',
  path: '/api/auth/check',
  body: 'none',
  basis: 'spec',
  payload: nothing,
  outlives: true,
});

export const langSet = defineCall({
  name: 'lang.set',
  method: 'POST',
  path: '/api/lang',
  body: 'json',
  basis: 'spec',
  input: z.object({ lang: localeCode }),
  payload: nothing,
});
