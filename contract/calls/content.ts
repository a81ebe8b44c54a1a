import * as z from 'zod/mini';
import { menuItem, menuKinds } from '../entities.ts';
import { defineCall } from '../call.ts';

/** `/i18n/{locale}` is not an envelope: it answers the messages of one language, with an ETag. Keys are flat. */
export const messages = z.record(z.string(), z.string());
export const i18nPath = '/i18n/:locale';

export const contentMenu = defineCall({
  name: 'content.menu',
  method: 'POST',
  path: '/api/content/menu',
  body: 'json',
  basis: 'assumed',
  note: 'payload keyed by kind; the language is the one of the session or of the language cookie',
  input: z.object({ list: z.array(z.enum(menuKinds)) }),
  payload: z.partialRecord(z.enum(menuKinds), z.array(menuItem)),
});
export type Menus = z.infer<typeof contentMenu.payload>;

export const contentLater = [
  defineCall({
    name: 'content.article',
    method: 'GET',
    path: '/api/content/article/:id',
    body: 'none',
    basis: 'assumed',
  }),
  defineCall({ name: 'notify.close', method: 'POST', path: '/api/notify/close', body: 'json', basis: 'spec' }),
  defineCall({ name: 'config.mailing', method: 'GET', path: '/api/config/mailing', body: 'none', basis: 'assumed' }),
  defineCall({
    name: 'config.save_mailing',
    method: 'POST',
    path: '/api/config/mailing',
    body: 'json',
    basis: 'assumed',
  }),
];
