import { Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import type { DevTool, House } from '../area.ts';
import { ConfigError } from '../config.ts';
import { plainPage } from '../http/plain-page.ts';
import { isLoopback, type Bindings } from '../http/request-facts.ts';
import { Refusal } from '../http/refusal.ts';
import { isHandedOn, isLocalHost } from '../http/this-machine.ts';
import { listMail } from '../mail/outbox.ts';
import { changeSite, siteChange } from '../site/change.ts';
import { supportPages } from '../support/pages.ts';

const failpoints = z.strictObject({ failpoints: z.string().max(1_000) });

/**
 * What a developer sees and sets: mail that was not sent, support's side of chats, settings, failpoints. Mounted where the server is for
 * this machine (`isForThisMachine`); answers this machine alone, under a local name, nothing that a proxy hands on, and no other site's page.
 */
export const devRoutes = (house: House, tools: DevTool[]): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  app.use(async (c, next) => {
    const site = c.req.header('sec-fetch-site') ?? 'none';
    const near =
      isLoopback(c.env.incoming.socket.remoteAddress ?? '') &&
      isLocalHost(c.req.header('host') ?? '') &&
      !isHandedOn((name) => c.req.header(name));
    const origin = c.req.header('origin');
    if (origin !== undefined && origin !== `http://${c.req.header('host')}`) return c.text('only from this page', 403);
    if (!near || (site !== 'same-origin' && site !== 'none')) return c.text('only from this machine', 403);
    c.header('Cache-Control', 'no-store');
    return await next();
  });

  app.route('/support', supportPages(house));

  app.get('/outbox', async (c) => {
    const mails = await listMail(house.db, c.req.query('to')?.toLowerCase());
    if (!c.req.header('accept')?.includes('text/html')) return c.json({ mails });
    return c.html(
      await plainPage(
        'Outbox',
        html`${mails.length === 0 ? html`<p>No mail yet.</p>` : ''}
        ${mails.map(
          (mail) =>
            html`<article>
              <h2>${mail.subject}</h2>
              <p>${mail.recipient}, ${mail.created_at}</p>
              ${mail.body
                .split('\n\n')
                .map((part) =>
                  /^https?:\/\/\S+$/.test(part) ? html`<p><a href="${part}">${part}</a></p>` : html`<p>${part}</p>`,
                )}
            </article>`,
        )}`,
      ),
    );
  });

  app.post('/settings', async (c) => {
    const parsed = siteChange.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.json({ error: 'auth_type, site_blocked or sign_in_redirect' }, 422);
    return c.json(await changeSite(house.db, parsed.data));
  });

  app.post('/failpoints', async (c) => {
    const parsed = failpoints.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) return c.json({ error: 'failpoints: a text' }, 422);
    try {
      house.failpoints.set(parsed.data.failpoints);
    } catch (error) {
      if (error instanceof ConfigError) return c.json({ error: error.message }, 422);
      throw error;
    }
    return c.json({ failpoints: house.failpoints.list() });
  });

  for (const tool of tools) {
    const path = tool.path.slice('/dev'.length);
    const { page } = tool;
    if (page) app.get(path, async (c) => c.html(await page(house)));
    app.post(path, async (c) => {
      const isForm =
        page !== undefined && c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded');
      const parsed = tool.body.safeParse(await (isForm ? c.req.parseBody() : c.req.json()).catch(() => undefined));
      if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 422);
      try {
        const done = (await tool.act(house, parsed.data as never)) as object;
        return isForm ? c.redirect(tool.path, 303) : c.json(done);
      } catch (error) {
        if (error instanceof Refusal) return c.json({ error: error.code }, error.status as 422);
        throw error;
      }
    });
  }

  return app;
};
