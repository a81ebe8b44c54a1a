import * as z from 'zod/mini';
import { localeCode, menuItem, menuKinds } from '../entities.ts';
import { defineCall } from '../call.ts';

/** What every page asks, whatever stands on it: it comes with the first script, so nothing else is here. */

const nothing = z.object({});

/** `/i18n/{locale}` is not an envelope: it answers the messages of one language, with an ETag. Keys are flat. */
export const messages = z.record(z.string(), z.string());
export const i18nPath = '/i18n/:locale';

/**
 * `/i18n/{locale}/{part}` answers some of them: `page` what any page may say, `visitor` that and what a visitor meets, `rest`
 * all that `page` has not. Basis: added, since most pages say a third of it.
 */
export const messageParts = ['page', 'visitor', 'rest'] as const;
export type MessagePart = (typeof messageParts)[number];

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
