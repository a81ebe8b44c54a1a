import { userTelegram, userUntieTelegram, type TelegramTie } from '../../contract/calls/settings.ts';
import { handle, type SignedInCtx } from '../area.ts';
import { readLink, unlinkTelegram } from '../auth/telegram-links.ts';
import type { Db } from '../db/db.ts';
import { botName } from '../telegram/bot.ts';

const tieFor = async ({ account, house }: SignedInCtx, db: Db): Promise<TelegramTie> => {
  const link = await readLink(db, account.id);
  return { tied: link && { since: link.linked_at }, offered: botName(house) !== undefined };
};

export const telegramTieCalls = [
  handle(userTelegram, (ctx) => tieFor(ctx, ctx.db)),
  handle(userUntieTelegram, (ctx) =>
    ctx.transaction(async (db) => {
      await unlinkTelegram(db, ctx.account.id);
      return await tieFor(ctx, db);
    }),
  ),
];
