import { Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { Message } from '../../contract/chat.ts';
import { pageQuery } from '../../contract/calls/chat.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import type { House } from '../area.ts';
import { plainPage, type Html } from '../http/plain-page.ts';
import type { Bindings } from '../http/request-facts.ts';
import { savedAs, savedFile } from '../http/saved-file.ts';
import { say } from '../http/words.ts';
import {
  answerThread,
  fileToSupport,
  findThread,
  listThreads,
  readThread,
  type NoAnswer,
  type Thread,
} from './desk.ts';

const threadRow = ({ id, number, since, unread, text }: Thread): Html | Promise<Html> =>
  html`<li>
    <a href="/dev/support/${id}">Account ${number}</a>, ${since === null ? 'answered' : `waits since ${since}`},
    ${unread} new: <q dir="auto">${text}</q>
  </li>`;

const messageOf = ({ seq, side, created_at: at, text, files }: Message): Html | Promise<Html> =>
  html`<article>
    <h2>${seq}: ${side === 'own' ? 'Support' : 'The person'}, <time datetime="${at}">${at}</time></h2>
    <p dir="auto">${text.split('\n').map((line, number) => (number === 0 ? html`${line}` : html`<br />${line}`))}</p>
    ${
      files.length === 0
        ? ''
        : html`<ul>
            ${files.map(
              ({ id, name, kind, size }) =>
                html`<li><a href="/dev/support/file/${id}" download>${name}</a>, ${kind}, ${size} bytes</li>`,
            )}
          </ul>`
    }
  </article>`;

const reasons: Partial<Record<NoAnswer, string>> = {
  overtaken: 'More was written meanwhile, which stands above now. Read it, and send again.',
  said: 'This has been sent already: it is the last message above.',
  unwritten: 'The thread has no such message as this page was made with. Read it, and send again.',
};

const answerForm = (latest: number, typed: string, wrong: string | null): Html | Promise<Html> =>
  html`<form method="post">
    ${wrong === null ? '' : html`<p id="wrong" role="alert">${wrong}</p>`}
    <input type="hidden" name="latest" value="${latest}" />
    <p><label for="text">Answer as support</label></p>
    <p>
      <textarea
        id="text"
        name="text"
        rows="6"
        cols="60"
        dir="auto"
        required
        ${wrong === null ? '' : html`aria-invalid="true" aria-describedby="wrong"`}
      >
${typed}</textarea>
    </p>
    <p><button>Send</button></p>
  </form>`;

/** `latest`: the number of the last message of the thread that whoever answers was shown. */
const answerSent = z.object({ text: z.string(), latest: z.string().check(z.regex(/^\d{1,15}$/)) });

/** Threads as support sees them, to be read and answered. Behind the door of `/dev`: this machine alone, never in production. */
export const supportPages = ({ db }: House): Hono<Bindings> => {
  const app = new Hono<Bindings>();

  app.get('/', async (c) => {
    const threads = await listThreads(db);
    return c.html(
      plainPage(
        'Support',
        threads.length === 0
          ? html`<p>Nobody has written yet.</p>`
          : html`<ul>
              ${threads.map(threadRow)}
            </ul>`,
      ),
    );
  });

  app.get('/file/:file', async (c) => {
    const file = await fileToSupport(db, c.req.param('file'));
    if (!file) return c.notFound();
    const { name, media, content } = file;
    const head = { media, size: content.length, saved: savedAs(name) };
    return savedFile(head, (from) => Promise.resolve(content.subarray(from)));
  });

  const shownThread = async (thread: Thread, page?: string, typed = '', wrong: string | null = null): Promise<Html> => {
    const { items, older, newer, latest, read } = await readThread(db, thread, page);
    const last = items.at(-1)?.seq ?? latest;
    const isEnd = last >= latest;
    // Whoever has not come to the end of what nobody has read does not answer that either.
    const seen = Math.max(last, read.own);
    return await plainPage(
      `Account ${thread.number}`,
      html`<p><a href="/dev/support">All threads</a></p>
        ${older === null ? '' : html`<p><a href="?page=${older}">Older messages</a></p>`} ${items.map(messageOf)}
        ${isEnd ? '' : html`<p><a href="?page=${newer}">Newer messages</a></p>`}
        <p>The person has read up to ${read.other}.</p>
        ${answerForm(seen, typed, wrong)}`,
    );
  };

  app.get('/:thread', async (c) => {
    const thread = await findThread(db, c.req.param('thread'));
    const asked = pageQuery.safeParse(c.req.query());
    if (!thread || !asked.success) return c.notFound();
    return c.html(await shownThread(thread, asked.data.page));
  });

  app.post('/:thread', async (c) => {
    const thread = await findThread(db, c.req.param('thread'));
    if (!thread) return c.notFound();
    const sent = answerSent.safeParse(await c.req.parseBody().catch(() => ({})));
    if (!sent.success) return c.json({ error: sent.error.issues[0]?.path.join('.') }, 422);
    const { text, latest } = sent.data;
    const wrong = await answerThread(db, thread, text, Number(latest));
    const told = wrong && (reasons[wrong] ?? say('en', `error.${wrong as ErrorCode}`));
    if (told) return c.html(await shownThread(thread, undefined, text, told), 422);
    return c.redirect(`/dev/support/${thread.id}`, 303);
  });

  return app;
};
