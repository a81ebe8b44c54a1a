import { authTelegram, authTelegramEmail, authTelegramStart } from '../../contract/calls/telegram.ts';
import { handle, type Area, type Ctx } from '../area.ts';
import { sendLetter } from '../auth/letter.ts';
import { countPlace, giveCallBack } from '../auth/places.ts';
import { settingsOf } from '../auth/site-settings.ts';
import { findLinked } from '../auth/telegram-links.ts';
import { cookieNames, requestKept } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { isFresh, readAnswer } from './answer.ts';
import { addressOf, botOf, type Bot } from './bot.ts';
import { findRequest, isProven, keepProof, makeRequest, provenIn, useRequest } from './requests.ts';

const open = { open: true } as const;

/** The refusal carries the settings: the page that asked does not know that the bot is gone. */
const botHere = async (ctx: Ctx): Promise<Bot> => {
  const bot = await botOf(ctx.house);
  if (bot) return bot;
  ctx.carry({ site_settings: settingsOf(ctx.authType, ctx.house) });
  throw new Refusal(403, 'telegram_off');
};

const keep = (ctx: Ctx, browser: string): void => ctx.setCookie(cookieNames.telegram, browser, requestKept);

const start = handle(
  authTelegramStart,
  async (ctx, { body }) => {
    const bot = await botHere(ctx);
    await countPlace(ctx);
    const asking = { remember: body.remember, place: ctx.request.ip };
    const { browser, state } = await ctx.transaction((db) => makeRequest(db, asking));
    keep(ctx, browser);
    const { origin } = ctx.request;
    // A newcomer's page goes on where this one was left: with what was chosen here.
    const chosen = body.remember ? '&remember=1' : '';
    return { url: addressOf(bot, origin, `${origin}/login/telegram?state=${state}${chosen}`) };
  },
  open,
);

/**
 * Takes the answer of Telegram: from the browser that asked, signed, of the last minutes, once. Whom it names is signed in
 * where they are known; else the browser may go on with an address, and nobody is signed in yet. A newcomer whose page
 * lost that is told it again; a session is made once: where its cookie was lost, the way begins anew.
 */
const answered = handle(
  authTelegram,
  async (ctx, { body }) => {
    const bot = await botHere(ctx);
    const giveBack = await countPlace(ctx);
    const browser = ctx.cookie(cookieNames.telegram);
    const request = await findRequest(ctx.db, browser, body.state);
    if (!request) throw new Refusal(403, 'telegram_elsewhere');
    const person = readAnswer(body.answer, bot.token);
    if (!person) throw new Refusal(403, 'telegram_refused');
    if (request.stale && (await isProven(ctx.db, request.id, person))) return { signed_in: false, name: person.name };
    if (request.stale || !isFresh(person, ctx.now)) throw new Refusal(409, 'telegram_stale');
    const signedIn = await ctx.transaction(async (db) => {
      if (!(await useRequest(db, request.id, person, ctx.request.ip))) throw new Refusal(409, 'telegram_stale');
      const account = await findLinked(db, person.id, ctx.locale);
      if (!account) {
        await keepProof(db, request.id, person.id);
        return undefined;
      }
      await giveCallBack(db, authTelegramStart.name, request.place, request.at);
      await giveBack(db);
      return await ctx.signIn(db, account, request.remember);
    });
    if (!signedIn) {
      keep(ctx, browser ?? '');
      return { signed_in: false, name: person.name };
    }
    signedIn();
    ctx.setCookie(cookieNames.telegram, '', 0);
    return { signed_in: true };
  },
  open,
);

/** The letter to whoever signs in by Telegram for the first time: what its code proves is said in it. */
const email = handle(
  authTelegramEmail,
  async (ctx, { body }) => {
    await botHere(ctx);
    const telegramRequest = await provenIn(ctx.db, ctx.cookie(cookieNames.telegram));
    if (telegramRequest === undefined) throw new Refusal(409, 'telegram_stale');
    return await sendLetter(ctx, { email: body.email, telegramRequest });
  },
  open,
);

export const telegramArea: Area = { name: 'telegram', calls: [start, answered, email] };
