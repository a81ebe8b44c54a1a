import type { Migration } from 'kysely/migration';
import * as ground from './001_ground.ts';
import * as ledger from './002_ledger.ts';
import * as exchange from './003_exchange.ts';
import * as rememberUse from './004_remember_use.ts';
import * as articles from './005_articles.ts';
import * as register from './006_register.ts';
import * as chats from './007_chats.ts';
import * as requests from './008_requests.ts';
import * as signInRedirect from './009_sign_in_redirect.ts';

/** Every migration, run in the order of the names, each once. A migration that has been released is never changed. */
export const migrations: Record<string, Migration> = {
  '001_ground': ground,
  '002_ledger': ledger,
  '003_exchange': exchange,
  '004_remember_use': rememberUse,
  '005_articles': articles,
  '006_register': register,
  '007_chats': chats,
  '008_requests': requests,
  '009_sign_in_redirect': signInRedirect,
};
