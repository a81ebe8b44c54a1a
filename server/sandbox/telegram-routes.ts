import { Hono, type Context } from 'hono';
import type { House } from '../area.ts';
import type { Bindings } from '../http/request-facts.ts';
import { signatureOf } from '../telegram/answer.ts';
import { addressOf } from '../telegram/bot.ts';
import { isOurPage } from './card-routes.ts';
import { readForm } from './read-form.ts';
import { sandboxBot, sandboxToken } from './telegram-bot.ts';
import { telegramPage, telegramPolicy } from './telegram-page.ts';
import { telegramPeople, type TelegramPersonId } from './telegram-people.ts';

type Asked = { origin: string; back: string };

/** Whoever agrees, as Telegram writes it behind the address; signed by the sandbox's bot, at this moment. */
export const telegramAnswer = async (db: House['db'], id: TelegramPersonId): Promise<string> => {
  const person = telegramPeople.find((one) => one.id === id);
  const plain = { ...person, auth_date: String(Math.floor(Date.now() / 1000)) };
  const hash = signatureOf(new Map(Object.entries(plain)), await sandboxToken(db)).toString('hex');
  const told = { ...plain, id: Number(id), auth_date: Number(plain.auth_date), hash };
  return `tgAuthResult=${Buffer.from(JSON.stringify(told)).toString('base64url')}`;
};

/** The page that stands for Telegram's: it asks whether one agrees, and leads back to whoever asked, if that is us. */
export const telegramRoutes = (house: House): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  const askedOf = (c: Context<Bindings>): Asked | undefined => {
    const { bot_id: bot, origin = '', return_to: back = '' } = c.req.query();
    const isOurs = isOurPage(origin, house.config.publicUrl) && back.startsWith(`${origin}/`);
    return bot === sandboxBot.id && isOurs ? { origin, back } : undefined;
  };
  app.get('/', (c) => {
    const asked = askedOf(c);
    if (!asked) return c.notFound();
    c.header('Content-Security-Policy', telegramPolicy(asked.origin));
    const here = addressOf({ id: sandboxBot.id, page: sandboxBot.path }, asked.origin, asked.back);
    return c.html(telegramPage({ ...asked, here, locale: c.req.query('lang') === 'en' ? 'en' : 'ru' }));
  });
  app.post('/', async (c) => {
    // The buttons stand on the page itself: nobody else's page presses them.
    if ((c.req.header('sec-fetch-site') ?? 'none') !== 'same-origin') return c.text('only from the page', 403);
    const asked = askedOf(c);
    if (!asked) return c.notFound();
    const pressed = (await readForm(c.req.raw))?.get('person');
    const person = telegramPeople.find(({ id }) => id === pressed);
    const answer = person ? await telegramAnswer(house.db, person.id) : 'tgAuthResult=false';
    return c.redirect(`${asked.back}#${answer}`, 303);
  });
  return app;
};
