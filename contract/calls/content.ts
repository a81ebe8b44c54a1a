import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** What stands in the address: `/article/fees-and-limits`. */
export const articleId = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/));

/** `html` is whatever the server has: the page lets an allow-list of it in, and nothing else. */
const article = z.object({ id: articleId, title: z.string(), html: z.string(), updated_at: z.iso.datetime() });
export type Article = z.infer<typeof article>;

const articleSummary = z.object({ id: articleId, title: z.string(), summary: z.string() });
export type ArticleSummary = z.infer<typeof articleSummary>;

export const contentArticle = defineCall({
  name: 'content.article',
  method: 'GET',
  path: '/api/content/article/:id',
  body: 'none',
  basis: 'assumed',
  note: 'open to visitors; in the language of X-Locale, else of the session or the cookie; an unknown id is 404',
  params: z.object({ id: articleId }),
  payload: article,
});

export const contentArticles = defineCall({
  name: 'content.articles',
  method: 'GET',
  path: '/api/content/article',
  body: 'none',
  basis: 'added',
  note: 'the route /article has no name: without a list nobody could find a text that no menu leads to',
  payload: z.object({ items: z.array(articleSummary) }),
});
