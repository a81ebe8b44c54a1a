import { Hono } from 'hono';
import type { House } from '../area.ts';
import { isToken } from '../auth/tokens.ts';
import type { Bindings } from '../http/request-facts.ts';
import type { PaymentNews } from '../providers/news.ts';
import { heardBySandbox } from '../providers/sandbox-settings.ts';
import type { Caller } from './callbacks.ts';
import { answerAtPage, answerOf, findOrder, type SandboxOrder } from './payments.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { onScreen } from '../money/on-screen.ts';
import { payPage, payPolicy } from './pay-page.ts';
import { readForm } from './read-form.ts';

const hints = { received: 'success', declined: 'failure', cancelled: 'cancelled' } as const;
const answers = { pay: 'received', decline: 'declined', cancel: 'cancelled' } as const;

/** Our page, as it was named with the order, and a hint: what is true it asks our server. */
const backTo = ({ back }: SandboxOrder, status: PaymentNews['status']): string => `${back}?returned=${hints[status]}`;

const isOver = ({ until }: SandboxOrder): boolean => Date.parse(until) <= Date.now();

/** An order is posted here, shown, and answered once: paid, declined or cancelled. */
export const payRoutes = (house: House, caller: Caller): Hono<Bindings> => {
  const { db } = house;
  const app = new Hono<Bindings>();
  const orderOf = async (token: string | null | undefined) =>
    isToken(token ?? undefined) ? await findOrder(db, { token: token ?? '' }) : undefined;

  app.post('/', async (c) => {
    const form = await readForm(c.req.raw);
    const order = await orderOf(form?.get('order'));
    return order ? c.redirect(`/pay/${order.token}`, 303) : c.notFound();
  });

  app.get('/:token', async (c) => {
    const order = await orderOf(c.req.param('token'));
    if (!order || order.target !== null) return c.notFound();
    const asked = c.req.query('lang');
    const locale = asked === 'ru' || asked === 'en' ? asked : order.locale;
    const answered = await answerOf(db, order);
    const state = answered ?? (isOver(order) ? 'over' : 'open');
    c.header('Content-Security-Policy', payPolicy(order));
    const currency = currencyOf(await readCurrencies(db), order.currency);
    const amount = onScreen(order.amount, currency, locale);
    return c.html(payPage({ order, amount, locale, state, back: answered ? backTo(order, answered) : order.back }));
  });

  app.post('/:token', async (c) => {
    // The buttons stand on the page itself: nobody else's page presses them.
    if ((c.req.header('sec-fetch-site') ?? 'none') !== 'same-origin') return c.text('only from the page', 403);
    const order = await orderOf(c.req.param('token'));
    const pressed = (await readForm(c.req.raw))?.get('answer');
    if (!order || order.target !== null) return c.notFound();
    if (pressed !== 'pay' && pressed !== 'decline' && pressed !== 'cancel') return c.text('Bad request', 400);
    const told = (await heardBySandbox(db, 'provider', order.account))?.behaviour;
    const status = pressed === 'pay' && told === 'fail' ? 'declined' : answers[pressed];
    const known = await answerOf(db, order);
    if (known === undefined && isOver(order)) return c.redirect(`/pay/${order.token}`, 303);
    const news = known ? undefined : await answerAtPage(db, order, status);
    const calling = news && caller.tell(order, news);
    if (told === 'callback') await calling;
    // Whoever pressed second, or after it was taken back, is told what counts.
    const answer = news?.status ?? known ?? (await answerOf(db, { ...order, ...(await orderOf(order.token)) }));
    return c.redirect(backTo(order, answer ?? status), 303);
  });
  return app;
};
